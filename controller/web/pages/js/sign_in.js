// Signing in by badge and PIN, enrolling a screen, and the yes of a higher rank: the same two fields each time.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { ask } from "./api.js";
import { language, languages, sentence, t } from "./words.js";

// `ui.over` is a table that goes on behind.
export function signIn(ui, on) {
  const form = html`<form class="sheet narrow" @submit=${(event) => submit(event, on)}>
    <h2>${t("sign_in")}</h2>
    ${ui.console ? html`<p class="dim">${ui.console}</p>` : nothing}
    ${badgeAndPin()}
    ${ui.wrong ? html`<p class="wrong" role="alert">${ui.wrong}</p>` : nothing}
    <button class="first">${t("sign_in")}</button>
    ${ui.console ? nothing : html`<details><summary>${t("enrol")}</summary>
      <p class="dim">${t("enrol_how")}</p><label>${t("code")}<input name="code" autocomplete="off" autocapitalize="characters"></label>
      <button type="button" @click=${(event) => enrol(event, on)}>${t("enrol")}</button></details>`}
    ${tongue(on)}
  </form>`;
  return ui.over ? html`<div class="veil" role="dialog" aria-modal="true" aria-label=${t("sign_in")}>${form}</div>` : html`<main class="veil">${form}</main>`;
}

export const tongue = (on) => html`<select class="tongue" aria-label=${t("language")} @change=${(event) => on.language(event.target.value)}>
  ${languages.map(([code, name]) => html`<option value=${code} lang=${code} ?selected=${code === language}>${name}</option>`)}</select>`;

const badgeAndPin = () => html`
  <label>${t("badge")}<input name="badge" required autocomplete="username" autocapitalize="off" spellcheck="false"></label>
  <label>${t("pin")}<input name="pin" type="password" required inputmode="numeric" autocomplete="current-password"></label>`;

async function submit(event, on) {
  event.preventDefault();
  const form = event.target;
  const body = { badge: form.badge.value.trim(), pin: form.pin.value };
  form.pin.value = "";
  try {
    const answer = await ask("POST", "/session", body);
    if (answer.status === 200) on.in(answer); else on.wrong(answer.reason);
  } catch { on.wrong(t("no_answer")); }
}

async function enrol(event, on) {
  const form = event.target.closest("form");
  try {
    const answer = await ask("POST", "/console", { code: form.code.value });
    if (answer.status === 200) on.enrolled(answer.console); else on.wrong(answer.reason);
  } catch { on.wrong(t("no_answer")); }
}

// An act that needs a higher rank: what it will do, and whose yes.
export function approval(waiting, ui, on) {
  return html`<div class="veil" role="dialog" aria-modal="true" aria-label=${t("approval", { rank: t(`rank.${waiting.rank}`) })}><form class="sheet" @submit=${(event) => approve(event, waiting, on)}>
    <header><h2>${t("approval", { rank: t(`rank.${waiting.rank}`) })}</h2><button type="button" @click=${on.close}>${t("cancel")}</button></header>
    <p>${waiting.reason}${waiting.rule ? ` (${waiting.rule})` : ""}</p>
    ${waiting.preview ? preview(waiting.preview) : nothing}
    <div class="fields">${badgeAndPin()}</div>
    ${ui.wrong ? html`<p class="wrong" role="alert">${ui.wrong}</p>` : nothing}
    <button class="first">${t("approve")}</button>
  </form></div>`;
}

async function approve(event, waiting, on) {
  event.preventDefault();
  const form = event.target;
  const body = { id: waiting.id, badge: form.badge.value.trim(), pin: form.pin.value };
  form.pin.value = "";
  try {
    const answer = await ask("POST", "/approvals", body);
    if (answer.status === 200) on.approved(answer.id); else on.wrong(answer.reason);
  } catch { on.wrong(t("no_answer")); }
}

// What would come of an event: the ruling with its clause, and the money before and after.
export function preview(tried) {
  if (tried.refusal) return html`<p class="wrong">${sentence(tried.refusal, "refusal.")}${tried.refusal.clause ? ` (${tried.refusal.clause})` : ""}</p>`;
  const ended = typeof tried.status === "string" ? tried.status : tried.ended;
  const amount = (value) => (value === undefined || value === null ? "–" : (value / 100).toFixed(2));
  return html`<div class="preview">
    ${tried.needs ? html`<p>${t("needs", { rank: t(`rank.${tried.needs}`) })}</p>` : nothing}
    ${tried.rulings.map((ruling) => html`<p><strong>${t(`action.${ruling.action}`)}</strong>${ruling.rule ? ` (${ruling.rule})` : ""}: ${ruling.text}</p>`)}
    ${tried.alerts.map((alert) => html`<p>${alert.text}${alert.rule ? ` (${alert.rule})` : ""}</p>`)}
    ${ended ? html`<p>${t(`status_round.${ended}`)}</p>` : nothing}
    ${tried.reopens ? html`<p>${t("reopens")}</p>` : nothing}
    ${tried.turn ? html`<p>${sentence(tried.turn.now)}</p>` : nothing}
    ${tried.money.length ? html`<table><tr><th>${t("line")}</th><th>${t("before")}</th><th>${t("after")}</th></tr>
      ${tried.money.flatMap((place) => place.changes.map((change) => html`<tr><td>${place.area ? t("area_n", { area: place.area }) : t("seat_n", { seat: place.seat })} ${change.kind ?? ""} ${change.player ?? ""}</td><td class="figure">${amount(change.was)}</td><td class="figure">${amount(change.is ?? change.is_)}</td></tr>`))}</table>` : nothing}
  </div>`;
}
