// The rail at the top and the strip in the middle: the table, the Dealer's hand, whose turn it is and why, what is owed.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { cards } from "./cards.js";
import { owed } from "./owed.js";
import { byHand } from "./pads.js";
import { tongue } from "./sign_in.js";
import { sentence, short, t } from "./words.js";

export function rail(parts, stream, on) {
  const table = parts.table;
  const main = parts.limits?.main;
  const blinds = parts.blinds;
  return html`<header class="rail">
    <h1>${table.name}</h1>
    <span class="chip round">${t("round", { round: table.round })}</span>
    <span class="chip">${t(`phase.${table.phase}`)}</span>
    ${main ? html`<span class="fact">${t("limits", { least: short(main[0]), most: short(main[1]) })}</span>` : nothing}
    ${blinds ? html`<span class="fact">${t("blinds", { small: short(blinds[0]), big: short(blinds[1]) })}</span>` : nothing}
    ${parts.areas ? html`<span class="fact dim">${t("shoe", { out: table.cards_out, all: table.decks * (table.game.startsWith("pontoon") ? 48 : 52) })}</span>` : nothing}
    <span class="room"></span>
    ${parts.training?.mode === "deal" ? html`<button class="first" data-call="card" @click=${() => on.train("card")}>${t("train.card")}</button>
      ${parts.jackpot || table.button.lit ? html`<button data-call="press" aria-disabled=${!table.button.lit} @click=${() => on.train("press")}>${t("train.press")}</button>` : nothing}
      <button class="plain" @click=${() => on.train("yours")}>${t("train.yours")}</button>` : nothing}
    ${parts.alerts.length ? html`<button class="alerts" @click=${on.alerts}>${t("alerts", { count: parts.alerts.length })}</button>` : nothing}
    <span class="link" role="status"><span class="lamp"></span><span class="word">${stream.locked ? t("stale", { s: stream.age }) : stream.stale ? t("reading") : t("live")}</span></span>
    ${parts.training ? tongue(on) : html`<button class="plain" data-call="person" @click=${on.person}>${parts.me.name}<span class="badge"> · ${parts.me.badge}</span></button>`}
    <button data-call="desk" @click=${on.desk}>${t("desk")}</button>
  </header>`;
}

export function strip(parts, on) {
  const dealer = parts.dealer;
  return html`<section class="strip" aria-label=${t("strip")}>
    <div class="dealer" role="group" aria-label=${t("dealer")}>
      ${dealer.cards.length ? cards(dealer.cards, dealer.cards.length > 3) : nothing}
      <div><p class="dim">${t("dealer")}</p>
      ${dealer.total === undefined || dealer.total === null ? nothing : html`<p class="total"><span class="figure">${dealer.total}</span> <span class="dim">${dealer.status && dealer.status !== "draws" ? t(`status.${dealer.status}`) : ""}</span></p>`}</div>
    </div>
    ${said(parts)}
    ${owed(parts, on)}
  </section>`;
}

const clause = (one) => (one.clause ? ` (${one.clause})` : "");

export function said(parts) {
  const { now, notes = [] } = parts.turn || {};
  return html`<div class="sentence" role="status" aria-live="polite">
    <p>${sentence(now)}</p>
    <p class="dim">${byHand(parts) ? html`<strong>${t("shoe_gone")}</strong> ` : nothing}${now?.clause ? `${t("rule", { clause: now.clause })} ` : ""}${notes.map((note) => `${sentence(note)}${clause(note)}`).join(" ")}</p>
  </div>`;
}
