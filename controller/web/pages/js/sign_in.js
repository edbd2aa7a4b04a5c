// Signing in by badge and PIN, and enrolling a screen.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { ask } from "./api.js";
import { language, languages, t } from "./words.js";

// `ui.over` is a table that goes on behind, `ui.why` what ended the session before.
export function signIn(ui, on) {
  const form = html`<form class="sheet narrow" @submit=${(event) => submit(event, on)}>
    <h2>${t("sign_in")}</h2>
    ${ui.console ? html`<p class="dim">${ui.console}</p>` : nothing}
    ${badgeAndPin()}
    ${ui.why ? html`<p role="status">${ui.why}</p>` : nothing}
    ${ui.wrong ? html`<p class="wrong" role="alert">${ui.wrong}</p>` : nothing}
    <button class="first">${t("sign_in")}</button>
    ${ui.console ? nothing : html`<details><summary>${t("enrol")}</summary>
      <p class="dim">${t("enrol_how")}</p><label>${t("code")}<input name="code" autocomplete="off" autocapitalize="characters" @keydown=${(event) => { if (event.key === "Enter") { event.preventDefault(); enrol(event, on); } }}></label>
      <button type="button" @click=${(event) => enrol(event, on)}>${t("enrol")}</button></details>`}
    ${tongue(on)}
  </form>`;
  return ui.over ? html`<div class="veil" role="dialog" aria-modal="true" aria-label=${t("sign_in")}>${form}</div>` : html`<main class="veil">${form}</main>`;
}

export const tongue = (on) => html`<select class="tongue" aria-label=${t("language")} @change=${(event) => on.language(event.target.value)}>
  ${languages.map(([code, name]) => html`<option value=${code} lang=${code} ?selected=${code === language}>${name}</option>`)}</select>`;

export const badgeAndPin = () => html`
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
