// The yes of a higher rank, by badge and PIN: what is asked for, and what would come of it. Fetched with the desk.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { ask } from "./api.js";
import { asked } from "./asked.js";
import { goesBack, kindWord } from "./owed.js";
import { badgeAndPin } from "./sign_in.js";
import { money, sentence, t } from "./words.js";

// An act that needs a higher rank: what it will do, and whose yes.
export function approval(waiting, ui, on) {
  return html`<div class="veil" role="dialog" aria-modal="true" aria-label=${t("approval", { rank: t(`rank.${waiting.rank}`) })}><form class="sheet" @submit=${(event) => approve(event, waiting, on)}>
    <header><h2>${t("approval", { rank: t(`rank.${waiting.rank}`) })}</h2><button type="button" @click=${on.close}>${t("cancel")}</button></header>
    <p>${waiting.refusal ? sentence({ ...waiting.refusal, text: waiting.reason }, "refusal.") : waiting.reason}${waiting.rule ? ` (${waiting.rule})` : ""}</p>
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

// What would come of an event: what was asked, the ruling with its clause, and the money before and after.
export function preview(tried) {
  if (tried.refusal) return html`<p class="wrong">${sentence(tried.refusal, "refusal.")}${tried.refusal.clause ? ` (${tried.refusal.clause})` : ""}</p>`;
  const ended = typeof tried.status === "string" ? tried.status : tried.ended;
  const own = (ruling) => tried.asked && ruling.kind === "correction";  // its text is the reason, said above, as a void's is
  const rulings = tried.rulings.filter((ruling) => !(tried.asked && ruling.kind === "round.void"));
  const [changes, back] = [tried.money.flatMap(changesOf), tried.money.flatMap(backOf)];
  return html`<div class="preview">
    ${tried.asked ? asked(tried.asked) : nothing}
    ${tried.needs ? html`<p>${t("needs", { rank: t(`rank.${tried.needs}`) })}</p>` : nothing}
    ${rulings.map((ruling) => html`<p><strong>${t(`action.${ruling.action}`)}</strong>${ruling.rule ? ` (${ruling.rule})` : ""}${own(ruling) ? "" : `: ${ruling.text}`}</p>`)}
    ${tried.alerts.map((alert) => html`<p>${alert.text}${alert.rule ? ` (${alert.rule})` : ""}</p>`)}
    ${ended ? html`<p>${t(`status_round.${ended}`)}</p>` : nothing}
    ${tried.reopens ? html`<p>${t("reopens")}</p>` : nothing}
    ${tried.turn ? html`<p>${sentence(tried.turn.now)}</p>` : nothing}
    ${changes.length ? html`<table><tr><th>${t("line")}</th><th>${t("before")}</th><th>${t("after")}</th></tr>${changes}</table>` : nothing}
    ${back.length ? html`<table>${back}</table>` : nothing}
  </div>`;
}

// A line that is another one, by its area and hand or its seat; and a stake that goes back.
const amount = (value) => (value === undefined || value === null ? "–" : money(value));
const lineWord = (line) => [line.area ? t("area_n", { area: line.area }) : t("seat_n", { seat: line.seat }), line.hand ? t("hand_n", { hand: line.hand }) : "", line.kind ? kindWord(line.kind) : "", line.player ?? ""].filter(Boolean).join(" · ");
const changesOf = (place) => place.changes.map((change) => html`<tr><td>${lineWord(change)}</td><td class="figure">${amount(change.was)}</td><td class="figure">${amount(change.is ?? change.is_)}</td></tr>`);
const backOf = (place) => place.after.filter(goesBack).map((line) => html`<tr><td>${lineWord(line)}</td><td>${t("result.returned")}: <span class="figure">${money(line.stake)}</span></td></tr>`);
