// A correction: what was said in the round, what it should have been, what is missing; played again at once, all or nothing.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { preview } from "./approval.js";
import { eventWord } from "./asked.js";
import { cardGrid, eventOf, field } from "./desk.js";
import { sheet } from "./sheet.js";
import { t } from "./words.js";

const CARDS = ["card", "card.read"];  // entered by a tap on the grid
const bare = ({ source, authority, at, ...rest }) => rest;
const formOf = (ui) => (ui.type === "irregularity" ? ui.forms.irregularity.kinds[ui.kind] : ui.forms[ui.type]);

export function correct(parts, ui, on) {
  const chosen = ui.said?.find((one) => one.n === ui.of);
  return sheet(t("desk.correct"), html`
    <p class="dim">${t("desk.correct.which")}</p>
    <div class="choices small">${[...(ui.said || [])].reverse().map((one) => html`<button data-of=${one.n} aria-pressed=${one.n === ui.of} @click=${() => on.of(one.n)}>${one.event ? eventWord(one.event) : t("taken_back")}<small>${one.n}${one.corrected ? ` · ${t("corrected")}` : ""}</small></button>`)}</div>
    ${chosen ? about(chosen, parts, ui, on) : nothing}
    ${ui.changes?.length ? whole(ui, on) : nothing}`, on);
}

// One entry: what it was, that it was not, or what is missing behind it.
function about(one, parts, ui, on) {
  const form = ui.type && formOf(ui);
  const fields = form ? [...form.needs.map((name) => [name, true]), ...form.may.map((name) => [name, false])].filter(([name]) => !(name === "card" && CARDS.includes(ui.type))) : [];
  return html`<div class="row">
      ${one.event && !one.fixed ? html`<button data-call="never" @click=${on.never}>${t("correct.never")}</button>` : nothing}
      <button data-call="after" aria-pressed=${Boolean(ui.after)} @click=${on.behind}>${t("correct.insert")}</button>
    </div>
    ${ui.after || !one.event ? html`<div class="choices small">${Object.keys(ui.forms).map((type) => html`<button data-type=${type} aria-pressed=${type === ui.type} @click=${() => on.type(type)}>${eventWord({ type })}</button>`)}</div>
      ${ui.type === "irregularity" ? html`<div class="choices small">${Object.keys(ui.forms.irregularity.kinds).map((kind) => html`<button data-kind=${kind} aria-pressed=${kind === ui.kind} @click=${() => on.type("irregularity", kind)}>${t(`kind.${kind}`)}</button>`)}</div>` : nothing}` : nothing}
    ${form ? html`
      ${fields.length ? html`<form class="fields" @input=${on.filled} @change=${on.filled} @submit=${(event) => event.preventDefault()}>${fields.map(([name, needed]) => field(name, needed, parts, ui, form))}</form>` : nothing}
      ${CARDS.includes(ui.type) ? html`<h3>${t("correct.card")}</h3>${cardGrid((card) => on.put({ card }))}` : html`<button data-call="put" @click=${() => on.put()}>${t(ui.after ? "correct.put" : "correct.change")}</button>`}` : nothing}`;
}

// All that is put right, and what would come of it.
function whole(ui, on) {
  return html`<ul class="alert-list">${ui.changes.map((change) => html`<li class="row"><strong>${t(change.of ? "correct.is" : "correct.new", { n: change.of ?? change.after, what: change.event ? eventWord(change.event) : t("correct.never") })}</strong><button data-call="drop" @click=${() => on.drop(change)}>${t("cancel")}</button></li>`)}</ul>
    <label>${t("field.reason")}<input name="reason" maxlength="200" .value=${ui.reason || t("reason.misread")} @input=${(event) => on.reason(event.target.value)}></label>
    ${ui.wrong ? html`<p class="wrong" role="alert">${ui.wrong}</p>` : nothing}
    ${ui.tried ? preview(ui.tried) : nothing}
    <button class="first" data-call="say" @click=${on.say}>${t("correct.do")}</button>`;
}

// What an event says, as it stands in the fields.
function asText(event) {
  const text = ([name, value]) => [name, name === "amount" ? (value / 100).toFixed(2) : Array.isArray(value) ? value.join(" ") : String(value)];
  return Object.fromEntries(Object.entries(event).map(text));
}

// The taps on this sheet; `now` gives what it holds.
export function correcting(now, draw, tryIt) {
  const choose = (more) => { Object.assign(now(), { type: null, kind: null, values: {}, after: false }, more); draw(); };
  const entry = () => now().said.find((one) => one.n === now().of);
  const use = async (changes) => {
    const ui = now();
    Object.assign(ui, { changes, of: null, type: null, after: false, tried: null, wrong: "" });
    ui.event = { type: "correction", changes, reason: ui.reason || t("reason.misread") };
    if (changes.length) await tryIt(); else draw();
  };
  const others = (of) => (now().changes || []).filter((change) => !change.of || change.of !== of);
  return {
    of: (n) => {
      const { event, fixed } = now().said.find((one) => one.n === n);
      choose(event && !fixed ? { of: n, type: event.type, kind: event.kind, values: asText(event) } : { of: n });
    },
    behind: () => choose({ after: true }),
    type: (type, kind) => choose({ type, kind, after: now().after }),
    filled: (event) => { now().values = { ...now().values, ...Object.fromEntries(new FormData(event.currentTarget)) }; },
    never: () => use([...others(now().of), { of: now().of, event: null }]),
    put: (more = {}) => {
      const ui = now();
      const filled = document.querySelector(".sheet form.fields");
      const base = ui.type === "irregularity" ? { type: ui.type, kind: ui.kind } : { type: ui.type };
      const kept = !ui.after && entry().event?.layout ? { layout: entry().event.layout } : {};
      const form = { ...formOf(ui), may: formOf(ui).may.filter((name) => name !== "layout" || filled?.querySelector("details")?.open) };
      const event = { ...base, ...kept, ...eventOf(form, filled ? Object.fromEntries(new FormData(filled)) : {}), ...more };
      return use(ui.after ? [...(ui.changes || []), { after: ui.of, event }] : [...others(ui.of), { of: ui.of, event }]);
    },
    drop: (change) => use(now().changes.filter((one) => one !== change)),
    reason: (text) => { now().reason = text; now().event.reason = text; },
  };
}
