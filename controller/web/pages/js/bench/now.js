// What is so now: the verdict, active alerts with what to do, devices with their plugs and trials, what came last.

import { html, nothing } from "../../vendor/lit-html-3.3.3/lit-html.js";
import { has, language, t } from "../words.js";
import { outstanding } from "./numbers.js";

const EVENTS = 25;
const TRIED = ["meter", "button", "shoe"];
const rank = (one) => ["info", "warning", "critical"].indexOf(one.severity);
const time = (at) => new Date(at).toLocaleTimeString(language, { hourCycle: "h23" });
const ago = (at) => { const s = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000)); return s < 120 ? t("ago_s", { s }) : s < 7200 ? t("ago_min", { min: Math.round(s / 60) }) : new Date(at).toLocaleString(language); };

// What is between backticks is typed as it is.
const typed = (text) => text.split("`").map((part, at) => (at % 2 ? html`<code>${part}</code>` : part));

// What to do first: read the page again, the gravest alert, else a device that is away.
export function verdict(parts, seen, stale) {
  const first = stale === null ? firstThing(parts, seen) : { text: t("stale_what", { s: stale }), todo: t("stale_todo") };
  const out = seen.health ? outstanding(seen.health, parts.alerts) : [];
  return html`<section class="verdict ${first ? first.severity ?? "critical" : ""}" role="status"><span class="mark" aria-hidden="true">${first ? "!" : "✓"}</span><div><p>${first ? typed(first.text) : t("all_well")}</p>
    ${first?.todo ? html`<p>${typed(t("do_first", { what: first.todo }))}</p>` : first ? nothing : html`<p class="dim">${t("all_well_of", { devices: parts.devices.length, round: parts.table.round })}${out.length ? html` <span class="gold">${t("but_look_at", { what: out.join(", ") })}</span>` : nothing}</p>`}</div></section>`;
}

function firstThing(parts, seen) {
  const [grave] = gravest(parts);
  if (grave) return grave;
  const away = parts.devices.find((one) => !one.connected);
  return away ? { text: t("device_away", { device: away.name, port: away.port }), todo: plug(away, seen) } : null;
}
const gravest = (parts) => [...parts.alerts].sort((a, b) => rank(b) - rank(a));
const plug = (one, seen) => seen.devices.find((other) => other.name === one.name)?.plug || t("check_plug");

// The gravest is in words above, unless that has something else to say.
export const alerts = (parts, seen, stale, on) => html`<section class="block"><h2>${t("alerts", { count: parts.alerts.length })}</h2><div class="rows">
  ${gravest(parts).map((one, at) => html`<article class="alert ${one.severity}"><p class="row spread"><strong>${one.code}${one.device ? ` · ${one.device}` : ""}</strong><span class="chip">${t(`severity.${one.severity}`)}</span><button @click=${() => on.clear(one)}>${t("clear_alert")}</button></p>
    ${at === 0 && !stale ? nothing : html`<p>${typed(one.text)}</p><p class="todo">${typed(one.todo)}</p>`}
    ${seen.said[`${one.code} ${one.device}`] ? html`<p class="stop" role="alert">${seen.said[`${one.code} ${one.device}`]}</p>` : nothing}</article>`)}</div></section>`;

export const devices = (parts, seen, on) => html`<section class="block"><h2>${t("devices")}</h2><div class="rows devices">${parts.devices.map((one) => device(one, parts, seen, on))}</div></section>`;

function device(live, parts, seen, on) {
  const one = { ...seen.devices.find((other) => other.name === live.name), ...live };
  const errors = Object.entries(one.errors ?? {}).filter(([, count]) => count);
  const trial = parts.trial?.device === one.name ? parts.trial : null;
  const monitored = seen.monitor?.device === one.name;
  return html`<article class="device ${one.connected ? "" : "away"}"><span class="lamp ${one.connected ? "" : "off"}"></span><div class="facts">
    <p><strong>${one.name}</strong> <span class="dim">${one.role === one.name ? "" : `${one.role}, `}${one.driver}${one.firmware ? `, ${one.firmware}` : ""}</span></p>
    <p class="dim port">${one.port || "MQTT"}</p>
    <p>${one.connected ? t("connected") : html`<span class="stop">${t("not_connected")}</span>`}${one.last_frame ? ` · ${t("last_frame", { at: ago(one.last_frame) })}` : ` · ${t("nothing_yet")}`}</p>
    ${errors.length ? html`<p class="gold">${errors.map(([kind, count]) => `${has(`errors.${kind}`) ? t(`errors.${kind}`) : kind} ${count}`).join(" · ")}</p>` : nothing}
    ${one.connected ? nothing : html`<p class="todo">${typed(plug(one, seen))}</p>`}</div>
    <div class="acts"><button data-frames=${one.name} aria-pressed=${monitored} @click=${() => on.monitor(one.name)}>${t("monitor")}</button>
      ${TRIED.includes(one.role) ? html`<button data-test=${one.name} aria-disabled=${parts.table.phase !== "idle" || Boolean(trial && !trial.over)} @click=${() => on.test(one.name)}>${t(`test.${one.role}`)}</button>` : nothing}</div>
    ${seen.said[one.name] ? html`<p class="wide stop" role="alert">${seen.said[one.name]}</p>` : nothing}
    ${trial ? tried(trial) : nothing}
    ${monitored ? frames(seen.monitor) : nothing}</article>`;
}

const tried = (trial) => html`<div class="wide trial" role="status"><p>${trial.over ? t("tried_by", { by: trial.by }) : t("trying_by", { by: trial.by })}</p>
  <p class="steps">${trial.steps.map(([what, good]) => html`<span class="chip ${good === false ? "stop" : ""}">${has(`step.${what}`) ? t(`step.${what}`) : what} ${good === false ? "✗" : "✓"}</span>`)}</p>
  <p class="dim">${t(`look_at.${trial.role}`)}</p></div>`;

// The flight recorder's ring, read again each second: a face is in it once the players have seen the card.
const frames = (monitor) => html`<div class="wide"><h3>${t("frames_of", { device: monitor.device })}</h3><pre class="frames" tabindex="0" aria-label=${t("frames_of", { device: monitor.device })}>${[...monitor.frames].reverse().map((one) => html`<span class=${one.direction === "<" ? "in" : "out"}><b>${one.at.slice(11, 23)} ${one.direction}</b> ${one.raw}${one.events.length ? html` <i>${one.events.map(word).join(", ")}</i>` : nothing}
</span>`)}</pre></div>`;
const word = (event) => (event.card ? `${event.type} ${event.card}` : event.report ? `${event.report}: ${event.text}` : event.type);

export const events = (parts) => html`<section class="block"><h2>${t("events")}</h2><ol class="events" tabindex="0" aria-label=${t("events")}>${[...(parts.events ?? [])].reverse().slice(0, EVENTS).map(event)}</ol></section>`;
const event = (one) => html`<li class=${one.level ?? ""}><time class="figure dim">${time(one.at)}</time><span><strong>${one.type ?? one.code}</strong>${one.device ? html` <span class="dim">${one.device}</span>` : nothing}${one.round && one.phase ? html` <span class="dim">${t("round", { round: one.round })}, ${t(`phase.${one.phase}`)}</span>` : nothing}
  ${one.connected === undefined ? nothing : ` ${t(one.connected ? "connected" : "not_connected")}`}${one.over ? ` ${t("over")}` : ""}${one.refused ? html` <span class="gold">${one.refused.join(" ")}</span>` : nothing}${one.text ? html`<br><span>${one.text}</span>` : nothing}</span></li>`;
