// The rail at the top and the strip in the middle: the table, the Dealer's hand, whose turn it is and why, what is owed.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { kindWord } from "./areas.js";
import { cards } from "./cards.js";
import { languages, language, money, sentence, short, t } from "./words.js";

export function rail(parts, stream, on) {
  const table = parts.table;
  const main = parts.limits?.main;
  const blinds = parts.blinds;
  return html`<header class="rail">
    <h1>${table.name}</h1>
    <span class="chip">${t("round", { round: table.round })}</span>
    <span class="chip">${t(`phase.${table.phase}`)}</span>
    ${main ? html`<span>${t("limits", { least: short(main[0]), most: short(main[1]) })}</span>` : nothing}
    ${blinds ? html`<span>${t("blinds", { small: short(blinds[0]), big: short(blinds[1]) })}</span>` : nothing}
    ${parts.areas ? html`<span class="dim">${t("shoe", { out: table.cards_out, all: table.decks * (table.game.startsWith("pontoon") ? 48 : 52) })}</span>` : nothing}
    <span class="room"></span>
    ${parts.training?.mode === "deal" ? html`<button class="first" data-call="card" @click=${() => on.train("card")}>${t("train.card")}</button>
      ${parts.jackpot || table.button.lit ? html`<button data-call="press" aria-disabled=${!table.button.lit} @click=${() => on.train("press")}>${t("train.press")}</button>` : nothing}
      <button class="plain" @click=${() => on.train("yours")}>${t("train.yours")}</button>` : nothing}
    ${parts.alerts.length ? html`<button class="alerts" @click=${on.alerts}>${t("alerts", { count: parts.alerts.length })}</button>` : nothing}
    <span role="status"><span class="lamp"></span>${stream.stale ? t("stale", { s: stream.age }) : t("live")}</span>
    <select aria-label=${t("language")} @change=${(event) => on.language(event.target.value)}>
      ${languages.map(([code, name]) => html`<option value=${code} ?selected=${code === language}>${name}</option>`)}
    </select>
    ${parts.training ? nothing : html`<button class="plain" @click=${on.person}>${parts.me.name} · ${parts.me.badge}</button>`}
    <button @click=${on.desk}>${t("desk")}</button>
  </header>`;
}

export function strip(parts) {
  return html`<section class="strip">
    <div class="dealer" aria-label=${t("dealer")}>
      ${parts.dealer.cards.length ? cards(parts.dealer.cards, parts.dealer.cards.length > 3) : nothing}
      <div><p class="dim">${t("dealer")}</p>
      ${parts.dealer.total === undefined || parts.dealer.total === null ? nothing : html`<p><span class="figure">${parts.dealer.total}</span> <span class="dim">${parts.dealer.status && parts.dealer.status !== "draws" ? t(`status.${parts.dealer.status}`) : ""}</span></p>`}</div>
    </div>
    ${said(parts)}
    ${owed(parts)}
  </section>`;
}

const clause = (one) => (one.clause ? ` (${one.clause})` : "");

export function said(parts) {
  const { now, notes = [] } = parts.turn || {};
  return html`<div class="sentence" role="status" aria-live="polite">
    <p>${sentence(now)}</p>
    <p class="dim">${now?.clause ? `${t("rule", { clause: now.clause })} ` : ""}${notes.map((note) => `${sentence(note)}${clause(note)}`).join(" ")}</p>
  </div>`;
}

function owed(parts) {
  const lines = (parts.owed || []).filter((line) => line.net !== 0 || line.result === "returned");
  return html`<ul class="owed" aria-label=${t("owed")}>
    ${lines.length ? lines.map((line) => html`<li title=${line.rules.join(", ")}><span class=${line.net < 0 ? "dim" : ""}>${t(line.net < 0 ? "take_area" : line.net ? "pay_area" : "return_area", { area: line.area, kind: kindWord(line.kind) })}</span>
      <span class="figure ${line.net > 0 ? "go" : line.net < 0 ? "stop" : ""}">${money(line.net ? Math.abs(line.net) : line.stake)}</span></li>`) : html`<li class="dim">${t("nothing_owed")}</li>`}
  </ul>`;
}
