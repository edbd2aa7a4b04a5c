// What lies over the table, whatever it is about: the frame of a sheet, an amount, who is at the table.

import { html } from "../vendor/lit-html-3.3.3/lit-html.js";
import { callName, callWord } from "./pads.js";
import { money, t } from "./words.js";

export function sheet(title, inside, on) {
  return html`<div class="veil" @click=${(event) => event.target === event.currentTarget && on.close()}><section class="sheet" role="dialog" aria-modal="true" aria-label=${title}>
    <header><h2>${title}</h2><button @click=${on.close}>${t("close")}</button></header>${inside}</section></div>`;
}

export const players = (parts) => [...new Set([...(parts.areas || []).flatMap((area) => [area.seated, ...area.hands.flatMap((hand) => hand.wagers.map((wager) => wager.player)), ...area.sides.map((side) => side.player)]), ...(parts.seats || []).map((seat) => seat.player)].filter(Boolean))];

// The amount of a bet or raise: the total that the seat will have put in this betting round. Out of turn it has no bounds.
export function sizeSheet(move, parts, ui, on) {
  if (!move.amounts) return html`<p class="amount" aria-live="polite">${money(ui.amount || 0)}</p>${keypad(on)}
    <button class="first" data-call="say" aria-disabled=${!ui.amount} @click=${() => ui.amount && on.sized(ui.amount)}>${t("say_amount", { amount: money(ui.amount || 0) })}</button>`;
  const [least, most] = move.amounts;
  const pot = (parts.pots ?? []).reduce((sum, one) => sum + one.amount, 0) + (parts.seats ?? []).reduce((sum, one) => sum + one.bet, 0);
  const clamp = (amount) => Math.min(most, Math.max(least, Math.round(amount / parts.chip) * parts.chip));
  const betting = move.type === "action";
  const quick = !betting ? [["least", least], ["all", most]] : [["least", least], ["half_pot", clamp((parts.to_call ?? 0) + (pot + (parts.to_call ?? 0)) / 2)], ["pot", clamp((parts.to_call ?? 0) + pot + (parts.to_call ?? 0))], ["all", most]];
  return html`<div class="choices">${quick.map(([word, amount]) => html`<button @click=${() => on.sized(amount)}>${t(`size.${word}`)}<small class="figure">${betting ? t("pad.to", { amount: money(amount) }) : money(amount)}</small></button>`)}</div>
    <p class="amount" aria-live="polite">${money(ui.amount || 0)}</p>
    ${keypad(on)}
    <button class="first" aria-disabled=${!(ui.amount >= least && ui.amount <= most)} @click=${() => ui.amount >= least && ui.amount <= most && on.sized(ui.amount)}>${betting ? t("say_amount", { amount: money(ui.amount || 0) }) : `${callWord(callName(move))} ${money(ui.amount || 0)}`}</button>`;
}

const keypad = (on) => html`<div class="keypad">${["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0"].map((digit) => html`<button type="button" @click=${() => on.digit(digit)}>${digit}</button>`)}<button type="button" aria-label=${t("clear")} @click=${() => on.digit("")}>⌫</button></div>`;
