// The sign above the table. A roll turns without an end until the committed value comes, and lands on it and on nothing else
// before; loaded in the middle of a roll or after it, it shows at once what the table shows.

import { html, nothing, render } from "../vendor/lit-html-3.3.3/lit-html.js";
import { preferred, short, speak, t } from "./words.js";

const app = document.getElementById("app");
const STALE_MS = 4500;
const FORGET_MS = 60000;
const LAND_MS = 900;
const STEP_MS = 90;
let sign = null;
let since = 0;
let reel = null;
let showing = "";
const still = matchMedia("(prefers-reduced-motion: reduce)");

function draw() {
  if (!sign) { render(html`<span class="link lost"></span>`, app); return; }
  const lost = Date.now() - since > STALE_MS;
  const { meter } = sign;
  const state = lost && Date.now() - since > FORGET_MS ? "idle" : meter.state;
  render(html`<main class="sign"><section class="left"><h1 class="hidden">${sign.title}</h1>
      <p class="who">${["armed", "rolling", "showing"].includes(state) ? t("area_n", { area: meter.area }) : ""}</p>
      ${["rolling", "showing"].includes(state) ? html`<div class="window"><div class="reel" id="reel"></div></div>` : html`<div class="idle"><span class="gold">${state === "armed" ? t("sign.press") : sign.title}</span></div>`}
      <p class="what ${state === "idle" ? "figure" : ""}">${state === "idle" ? (sign.multipliers.length ? t("sign.up_to", { most: Math.max(...sign.multipliers) }) : "") : sign.title}</p></section>
    <section class="right"><h2>${t("sign.last")}</h2><ul class="rounds">${sign.rounds.map(round)}</ul>
      <div class="limits">${sign.limits.main ? html`<h2>${t("short.main")}</h2><p class="figure">${short(sign.limits.main[0])} – ${short(sign.limits.main[1])}</p>` : sign.blinds ? html`<h2>${t("sign.blinds")}</h2><p class="figure">${short(sign.blinds[0])} / ${short(sign.blinds[1])}</p>` : nothing}
      ${sign.multipliers.length ? html`<p class="pays figure">${sign.multipliers.map((one) => html`<span>${one}:1</span>`)}</p>` : nothing}</div></section>
    <span class="link ${lost ? "lost" : ""}"></span></main>`, app);
  turn(state, meter);
}

const round = (one) => html`<li><span>${one.round}</span>${one.multiplier ? html`<span class="figure gold">${t("to_one", { n: one.multiplier })}</span>` : html`<span class="figure">${one.status === "void" ? t("result.void") : one.pots !== undefined ? short(one.pots) : one.dealer === "bust" ? t("sign.bust") : t("sign.dealer", { total: one.total ?? "–" })}</span>`}</li>`;

// The reel: endless while it rolls; then its last steps end at the value that was committed.
function turn(state, meter) {
  const key = `${state} ${meter.multiplier ?? ""} ${meter.area ?? ""} ${meter.player ?? ""}`;
  if (key === showing) return;
  const rolled = showing.startsWith("rolling");
  showing = key;
  const strip = document.getElementById("reel");
  if (reel) { reel.cancel(); reel = null; }
  if (!strip) return;
  const values = sign.multipliers;
  if (state === "rolling") {
    fill(strip, [...values, values[0]]);
    if (!still.matches) reel = strip.animate([{ transform: "translateY(0)" }, { transform: `translateY(${-100 * values.length / (values.length + 1)}%)` }], { duration: STEP_MS * values.length, iterations: Infinity });
    return;
  }
  const before = rolled && !still.matches ? [...values, ...values].slice(0, 6) : [];
  const faces = [...before, meter.multiplier];
  fill(strip, faces);
  const end = `translateY(${(-100 * (faces.length - 1)) / faces.length}%)`;
  strip.style.setProperty("transform", end);
  if (before.length) reel = strip.animate([{ transform: "translateY(0)" }, { transform: end }], { duration: LAND_MS, easing: "cubic-bezier(.1,.7,.2,1)" });
}

function fill(strip, faces) {
  strip.style.setProperty("transform", "none");
  strip.replaceChildren(...faces.map((face) => { const one = document.createElement("div"); one.textContent = String(face); const small = document.createElement("small"); small.textContent = ` ${t("sign.to_one")}`; one.append(small); return one; }));
}

function open() {
  const source = new EventSource("/api/v1/signage");
  const take = (event) => {
    const body = JSON.parse(event.data);
    since = Date.now();
    if (body.parts?.sign) { sign = body.parts.sign; draw(); }
  };
  for (const name of ["snapshot", "change", "beat"]) source.addEventListener(name, take);
  source.addEventListener("error", () => { if (source.readyState === EventSource.CLOSED) { source.close(); setTimeout(open, 2000); } });
}

await speak(preferred());
open();
draw();
setInterval(draw, 1000);
