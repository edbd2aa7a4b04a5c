// The sign above the table, from the table's own stream.

import { Face } from "./sign/face.js";
import { preferred, speak } from "./words.js";

const STALE_MS = 4500;
const FORGET_MS = 60000;
const EVERY_MS = 1000;
let sign = null;
let since = 0;
let build = "";

function open() {
  const source = new EventSource("/api/v1/signage");
  const take = (event) => {
    const body = JSON.parse(event.data);
    since = Date.now();
    if (build && body.build && body.build !== build) { location.reload(); return; }
    build = body.build ?? build;
    if (body.parts?.sign) sign = body.parts.sign;
    draw();
  };
  for (const name of ["snapshot", "change", "beat"]) source.addEventListener(name, take);
  source.addEventListener("error", () => { if (source.readyState === EventSource.CLOSED) { source.close(); setTimeout(open, 2000); } });
}

await speak(preferred());
const face = new Face(document.getElementById("app"));
const draw = () => face.show(sign, { lost: Date.now() - since > STALE_MS, forgotten: Date.now() - since > FORGET_MS });
open();
draw();
setInterval(draw, EVERY_MS);
