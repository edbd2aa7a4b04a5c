// The sign at a casino's own PC: the table's retained topics over WebSocket, shown by the table's own page.
//
//     availability  online | offline, the table's last will     state    limits, blinds, rake; open, or closed by the house
//     meter         idle, armed, rolling, showing                outcome  the last rounds
//
// A table that stops is not open either, and then at once offline: one that stays online is closed.
//
// A message counts once, by its `seq`; with `public_key` in settings.json, only where the table has signed it. The table
// publishes a multiplier when its meter shows it, and not before.

import { Face } from "./pages/js/sign/face.js";
import { preferred, speak } from "./pages/js/words.js";
import { last } from "./rounds.js";
import { verifier } from "./signature.js";
import mqtt from "./vendor/mqtt-5.16.0/mqtt.esm.js";

const FORGET_MS = 60000;
const EVERY_MS = 1000;
const STOPS_MS = 1000;
const settings = await (await fetch("settings.json", { cache: "no-store" })).json();
const isTheTables = await verifier(settings.public_key);
const sign = { title: settings.title, meter: { state: "idle" }, drawn: null, limits: {}, rounds: [], multipliers: settings.multipliers, pays: settings.pays };
const seen = {};
let known = false;
let lostSince = Date.now();
let shutSince = null;

const takes = {
  state: ({ limits, blinds, rake, open, phase }) => {
    sign.limits = Object.fromEntries(Object.entries(limits).filter(([, bounds]) => bounds));
    Object.assign(sign, { blinds, rake });
    shutSince = open || phase !== "idle" ? null : shutSince ?? Date.now();
    known = true;
  },
  meter: (body) => { sign.meter = body; if (body.state === "showing") sign.drawn = { ...body, id: body.seq }; },
  outcome: (body) => { sign.rounds = last(sign.rounds, body); },
  "outcome/last": (body) => { sign.rounds = last(sign.rounds, body); },
};

async function message(topic, payload) {
  const name = topic.slice(settings.topic.length + 1);
  const text = new TextDecoder().decode(payload);
  if (name === "availability") { available(text === "online"); return; }
  const body = JSON.parse(text);
  if (seen[name] >= body.seq || !(await isTheTables(name, text))) return;
  seen[name] = body.seq;
  takes[name](body);
  draw();
}

function available(online) {
  if (online && lostSince !== null && shutSince !== null) shutSince = Date.now(); // what it was before is not what it is now
  lostSince = online ? null : lostSince ?? Date.now();
  draw();
}

await speak(preferred());
const face = new Face(document.getElementById("app"));
const draw = () => {
  if (lostSince === null) sign.closed = shutSince !== null && Date.now() - shutSince > STOPS_MS;
  face.show(known ? sign : null, { lost: lostSince !== null, forgotten: lostSince !== null && Date.now() - lostSince > FORGET_MS });
};
draw();
setInterval(draw, EVERY_MS);

const client = mqtt.connect(settings.broker, { protocolVersion: 5, username: settings.username || undefined, password: settings.password || undefined, keepalive: 10, reconnectPeriod: 1000, clean: true });
client.on("connect", () => client.subscribe(["availability", ...Object.keys(takes)].map((name) => `${settings.topic}/${name}`), { qos: 1 }));
client.on("close", () => available(false));
let order = Promise.resolve(); // one after the other: a signature takes its time
client.on("message", (topic, payload) => { order = order.then(() => message(topic, payload)).catch((error) => console.error(topic, error)); });
