// The technician's page: "all well", or what to do first; alerts, devices, numbers, the last rounds, what tablectl says.

import { html, nothing, render } from "../vendor/lit-html-3.3.3/lit-html.js";
import { ask } from "./api.js";
import { keepFocus } from "./focus.js";
import { signIn, tongue } from "./sign_in.js";
import { Stream } from "./stream.js";
import { language, preferred, speak, t } from "./words.js";

const app = document.getElementById("app");
const EVERY_MS = 5000;
const TOOLS = ["doctor", "rounds", "history", "status", "devices"];
let me = null;
let console_ = null;
let wrong = "";
let health = null;
let devices = [];
let frames = null;
let tool = null;
let busy = "";
let refused = "";

const stream = new Stream({ changed: () => draw(), ended: () => look() });

function draw() {
  document.body.classList.toggle("stale", stream.stale);
  if (!me) { render(signIn({ console: console_, wrong }, door), app); keepFocus("sign_in"); return; }
  if (!stream.parts.table) { render(html`<main class="veil"><p>${refused || t("connecting")}</p></main>`, app); return; }
  render(page(stream.parts), app);
}

function page(parts) {
  const first = firstThing(parts);
  return html`<main class="bench">
    <header><h1>${parts.table.name}</h1><span class="dim">${parts.table.title}, ${t("round", { round: parts.table.round })}, ${t(`phase.${parts.table.phase}`)}</span><span class="room"></span>
      <span class="link" role="status"><span class="lamp"></span>${stream.locked ? t("stale", { s: stream.age }) : t("live")}</span>
      ${tongue(door)}
      <button class="plain" @click=${leave}>${me.name} · ${t("sign_out")}</button></header>
    <section class="verdict ${first ? "bad" : ""}" role="status"><p>${first ? first.text : t("all_well")}</p>${first?.todo ? html`<p>${t("do_first", { what: first.todo })}</p>` : nothing}</section>
    <div class="columns">
      ${parts.alerts.length ? html`<section class="block"><h2>${t("alerts", { count: parts.alerts.length })}</h2><div class="rows">${parts.alerts.map(alert)}</div></section>` : nothing}
      <section class="block"><h2>${t("devices")}</h2><div class="rows">${devices.map(device)}</div></section>
      ${health ? numbers(health) : nothing}
      <section class="block wide"><h2>${t("look_closer")}</h2><div class="row">${TOOLS.map((name) => html`<button data-tool=${name} aria-pressed=${tool?.name === name} @click=${() => run(name)}>${busy === name ? t("looking") : t(`tool.${name}`)}</button>`)}<a class="button" href="/api/v1/bundle" download>${t("bundle")}</a></div>
        ${tool ? html`<pre tabindex="0">${tool.text}</pre>` : nothing}</section>
      ${frames ? html`<section class="block wide"><h2>${t("frames_of", { device: frames.device })}</h2><pre tabindex="0">${frames.frames.map((one) => `${one.at.slice(11, 23)} ${one.direction} ${one.raw}  ${one.events.map((event) => JSON.stringify(event)).join(" ")}`).join("\n")}</pre></section>` : nothing}
      ${health ? html`<section class="block wide"><h2>${t("about")}</h2>${Object.entries(health.about).map(([name, value]) => html`<p><span class="dim">${t(`about.${name}`)}</span> <span class="hash">${value}</span></p>`)}</section>` : nothing}
    </div></main>`;
}

// What to do first: the gravest alert, else a device that is away.
function firstThing(parts) {
  const grave = [...parts.alerts].sort((a, b) => rank(b) - rank(a))[0];
  if (grave) return { text: grave.text, todo: grave.todo };
  const away = devices.find((one) => !one.connected);
  return away ? { text: t("device_away", { device: away.name, port: away.port }), todo: t("check_plug") } : null;
}
const rank = (one) => ["info", "warning", "critical"].indexOf(one.severity);

const alert = (one) => html`<article class="alert ${one.severity}"><p><strong>${one.code}${one.device ? ` · ${one.device}` : ""}</strong> <span class="dim">${t(`severity.${one.severity}`)}</span></p><p>${one.text}</p><p class="dim">${one.todo}</p>
  <button @click=${() => clear(one)}>${t("clear_alert")}</button></article>`;

const device = (one) => html`<article class="device"><span class="lamp ${one.connected ? "" : "off"}"></span><strong>${one.name}</strong><button data-frames=${one.name} @click=${() => showFrames(one.name)}>${t("frames")}</button>
  <span class="dim">${one.role}, ${one.driver}, ${one.port || "MQTT"}${one.firmware ? `, ${one.firmware}` : ""}</span>
  <span class="dim">${one.connected ? t("connected") : t("check_plug")}${one.last_frame ? ` · ${t("last_frame", { at: new Date(one.last_frame).toLocaleTimeString(language) })}` : ` · ${t("nothing_yet")}`}${Object.entries(one.errors).filter(([, count]) => count).map(([kind, count]) => ` · ${kind} ${count}`).join("")}</span></article>`;

const mb = (bytes) => (bytes / 1e6).toLocaleString(language, { maximumFractionDigits: bytes > 1e9 ? 0 : 1 });
function numbers(one) {
  const waiting = Object.values(one.outbox).reduce((sum, count) => sum + count, 0);
  const rows = [
    [t("record"), one.n], [t("commit"), one.commit ? `${one.commit.p50_ms} / ${one.commit.p99_ms} ms` : "–"],
    [t("waiting"), waiting], [t("disk_free"), `${mb(one.free_bytes)} MB`], [t("journal_size"), `${mb(one.journal_bytes)} MB`],
    [t("clock"), one.clock_synchronised ? t("synchronised") : t("not_synchronised")], [t("memory"), `${mb(one.memory_bytes)} MB`],
    ...(one.temperature_c === null ? [] : [[t("temperature"), `${one.temperature_c} °C`]]),
  ];
  return html`<section class="block"><h2>${t("numbers")}</h2><dl class="numbers">${rows.map(([word, value]) => html`<div><dt>${word}</dt><dd class="figure">${value}</dd></div>`)}</dl></section>`;
}

async function run(name) {
  busy = name; draw();
  const answer = await ask("GET", `/tools/${name}`).catch(() => ({ reason: t("no_answer") }));
  busy = "";
  tool = { name, text: answer.text ?? answer.reason };
  draw();
}

async function showFrames(name) {
  const answer = await ask("GET", `/devices/${encodeURIComponent(name)}/frames`).catch(() => null);
  if (answer?.frames) frames = answer;
  draw();
}

async function clear(one) {
  const answer = await ask("POST", `/alerts/${encodeURIComponent(one.code)}/clear`, one.device ? { device: one.device } : {}).catch(() => ({}));
  if (answer.reason) { tool = { name: "", text: answer.reason }; draw(); }
}

async function refresh() {
  if (!me) return;
  try {
    const [first, second] = await Promise.all([ask("GET", "/health"), ask("GET", "/devices")]);
    if (first.status === 200) health = first;
    if (second.status === 200) devices = second.devices;
    refused = first.status === 403 ? first.reason : "";
  } catch { /* the stream says that it is stale */ }
  draw();
}

const door = {
  in: (answer) => { me = answer; wrong = ""; stream.open(); refresh(); },
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
