// The technician's page: "all well", or what to do first; alerts, devices, numbers, what happens now, the last rounds, a bundle.

import { html, nothing, render } from "../vendor/lit-html-3.3.3/lit-html.js";
import { ask } from "./api.js";
import { closer } from "./bench/closer.js";
import { about, numbers } from "./bench/numbers.js";
import { alerts, devices, events, verdict } from "./bench/now.js";
import { keepFocus } from "./focus.js";
import { signIn, tongue } from "./sign_in.js";
import { Stream } from "./stream.js";
import { preferred, speak, t } from "./words.js";

const app = document.getElementById("app");
const EVERY_MS = 5000;
const MONITOR_MS = 1000;
const TOOL_MS = 60000;
let me = null;
let console_ = null;
let wrong = "";
let why = "";
let refused = "";
// What was asked for, beside the stream: numbers, devices with their times, the frames of one, what was looked at.
const seen = { health: null, devices: [], monitor: null, tool: null, busy: "", said: {}, recordings: null };

const stream = new Stream({ changed: () => { draw(); news(); }, ended: async () => { await look(); if (!me) { why = t("session_over"); draw(); } } });

function draw() {
  document.body.classList.toggle("stale", stream.stale);
  if (!me) { render(signIn({ console: console_, wrong, why }, door), app); keepFocus("sign_in"); return; }
  if (!stream.parts.table) { render(html`<main class="veil"><p>${refused || t("connecting")}</p></main>`, app); return; }
  render(page(stream.parts), app);
}

const page = (parts) => html`<main class="bench">
  <header class="rail"><h1>${parts.table.name}</h1><span class="dim">${parts.table.title} · ${t("round", { round: parts.table.round })} · ${t(`phase.${parts.table.phase}`)}</span><span class="room"></span>
    <span class="link" role="status"><span class="lamp"></span>${stream.locked ? t("stale", { s: stream.age }) : t("live")}</span></header>
  ${verdict(parts, seen, stream.locked ? stream.age : null)}
  <div class="columns">
    <div class="column">${parts.alerts.length ? alerts(parts, seen, stream.locked, on) : nothing}${devices(parts, seen, on)}</div>
    <div class="column">${seen.health ? numbers(seen.health, parts.alerts) : nothing}${events(parts)}</div>
    ${closer(seen, on)}${seen.health ? about(seen.health) : nothing}
  </div>
  <footer>${tongue(door)}<button @click=${leave}>${me.name} · ${t("sign_out")}</button></footer></main>`;

// A device that came or went is asked about at once.
let known = "";
function news() {
  const now = JSON.stringify(stream.parts.devices ?? null);
  if (now !== known) { known = now; refresh(); }
}

const on = {
  run: async (name) => {
    if (seen.tool?.name === name) { seen.tool = null; draw(); return; }
    seen.busy = name; draw();
    const answer = await ask("GET", PLACES[name] ?? `/tools/${name}`, undefined, TOOL_MS).catch(() => ({ reason: t("no_answer") }));
    seen.busy = "";
    seen.tool = { name, answer };
    draw();
    document.querySelector(".closer")?.scrollIntoView({ block: "nearest" });
  },
  recording: async (name) => {
    const answer = await ask("GET", `/recordings/${encodeURIComponent(name)}`).catch(() => ({ reason: t("no_answer") }));
    seen.tool = { ...seen.tool, open: name, text: answer.text ?? answer.reason };
    draw();
  },
  monitor: (name) => { seen.monitor = seen.monitor?.device === name ? null : { device: name, frames: [] }; draw(); watch(); },
  test: async (name) => {
    const answer = await ask("POST", `/devices/${encodeURIComponent(name)}/test`, {}).catch(() => ({ reason: t("no_answer") }));
    seen.said = { [name]: answer.reason ?? "" };
    draw();
  },
  clear: async (one) => {
    const answer = await ask("POST", `/alerts/${encodeURIComponent(one.code)}/clear`, one.device ? { device: one.device } : {}).catch(() => ({ reason: t("no_answer") }));
    seen.said = { [`${one.code} ${one.device}`]: answer.reason ?? "" };
    draw();
  },
};
const PLACES = { configuration: "/configuration", recordings: "/recordings" };

async function watch() {
  const open = seen.monitor;
  if (!open || !me) return;
  const answer = await ask("GET", `/devices/${encodeURIComponent(open.device)}/frames`).catch(() => null);
  if (seen.monitor === open && answer?.frames) { open.frames = answer.frames; draw(); }
}

async function refresh() {
  if (!me) return;
  try {
    const [first, second] = await Promise.all([ask("GET", "/health"), ask("GET", "/devices")]);
    if (first.status === 200) seen.health = first;
    if (second.status === 200) seen.devices = second.devices;
    refused = first.status === 403 ? first.reason : "";
  } catch { /* the stream says that it is stale */ }
  draw();
}

const door = {
  in: (answer) => { me = answer; wrong = why = ""; stream.open(); refresh(); },
  wrong: (reason) => { wrong = reason; draw(); },
  enrolled: (name) => { console_ = name; wrong = ""; draw(); },
  language: async (code) => { await speak(code); draw(); },
};

async function leave() {
  await ask("DELETE", "/session").catch(() => null);
  stream.close(); me = null; draw();
}

async function look() {
  const answer = await ask("GET", "/session").catch(() => null);
  if (!answer) { setTimeout(look, 2000); return; }
  console_ = answer.console;
  me = answer.me;
  if (me) { stream.open(); await refresh(); }
  draw();
}

await speak(preferred());
await look();
setInterval(refresh, EVERY_MS);
setInterval(watch, MONITOR_MS);
setInterval(() => { if (me) draw(); }, 1000);
