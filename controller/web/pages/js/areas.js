// The areas of a twenty-one table: cards, totals, what became of each hand, what is owed, the wagers by position.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { repeat } from "../vendor/lit-html-3.3.3/directives/repeat.js";
import { cards } from "./cards.js";
import { has, money, t } from "./words.js";

export const kindWord = (kind) => (has(`short.${kind}`) ? t(`short.${kind}`) : kind);

export function areas(parts, ui, choose) {
  const betting = parts.table.phase === "betting";
  const acting = new Set((parts.jackpot?.presses || []).filter((one) => one.state === "armed" || one.state === "rolling").map((one) => one.area));
  return html`<section class="areas" aria-label=${t("areas")}>
    ${repeat(parts.areas, (one) => one.area, (one) => area(one, parts, { betting, turn: parts.turn?.area === one.area, jackpot: acting.has(one.area), chosen: betting && ui.area === one.area, choose }))}
  </section>`;
}

function area(one, parts, how) {
  const owed = (parts.owed || []).filter((line) => line.area === one.area);
  const inside = html`
    <header><span>${one.area}</span>
      ${how.turn ? html`<span class="turn-word">${t("turn")}</span>` : how.jackpot ? html`<span class="turn-word">${t("press")}</span>` : one.seated ? html`<span class="dim">${one.seated}</span>` : nothing}</header>
    <div class="hands">${one.hands.length || one.sides.length ? one.hands.map((hand) => handOf(hand, one, owed, parts, how)) : html`<p class="dim">${how.betting ? t("tap_to_bet") : t("no_wager")}</p>`}</div>
    ${tags(owed.filter((line) => line.hand === undefined || line.kind === "super_bonus"))}
    ${wagers(one)}`;
  const classes = `area ${how.turn ? "turn" : ""} ${how.chosen ? "chosen" : ""}`;
  return how.betting
    ? html`<button class=${classes} aria-pressed=${how.chosen} aria-label=${t("area_n", { area: one.area })} @click=${() => how.choose(one.area)}>${inside}</button>`
    : html`<article class=${classes} aria-label=${t("area_n", { area: one.area })}>${inside}</article>`;
}

function handOf(hand, one, owed, parts, how) {
  const acts = how.turn && parts.turn.hand === hand.hand;
  const aside = one.hands.length > 1 && !acts;
  return html`<div class="hand ${aside ? "aside" : ""}">
    ${hand.cards.length ? cards(hand.cards, aside || one.hands.length > 2) : nothing}
    ${hand.total === undefined || hand.total === null ? nothing : html`<div class="total"><span class="figure">${hand.total}</span><span class="dim">${status(hand)}</span></div>`}
    ${tags(owed.filter((line) => line.hand === hand.hand && line.kind !== "super_bonus"))}
  </div>`;
}

function status(hand) {
  const words = [];
  if (hand.soft && !["pontoon", "blackjack", "21"].includes(hand.status)) words.push(t("soft"));
  if (hand.doubled) words.push(t("status.doubled"));
  else if (hand.status === "acts" && hand.pair) words.push(t("pair"));
  if (hand.status && !["acts", "draws", "doubled", "21"].includes(hand.status)) words.push(t(`status.${hand.status}`));
  return words.join(" · ");
}

function tags(lines) {
  return lines.length ? html`<div class="tags">${lines.map(tag)}</div>` : nothing;
}

// What is paid or taken by a line of the ledger, with the clause that says so.
function tag(line) {
  const rules = line.rules.join(", ");
  const kind = kindWord(line.kind);
  if (line.net > 0) return html`<span class="tag ${line.multiplier ? "jackpot" : "pay"}" title=${rules}>${t("tag.pay", { kind, amount: money(line.net) })}</span>`;
  if (line.net < 0) return html`<span class="tag take" title=${rules}>${t("tag.take", { kind, amount: money(-line.net) })}</span>`;
  return html`<span class="tag" title=${rules}>${t(`result.${line.result}`)} ${kind}</span>`;
}

function wagers(one) {
  const several = new Set([...one.hands.flatMap((hand) => hand.wagers), ...one.sides].map((wager) => wager.player)).size > 1;
  const rows = [
    ...one.hands.flatMap((hand) => hand.wagers.map((wager) => ({ word: t("short.main") + (one.hands.length > 1 ? ` ${hand.hand}` : "") + (wager.markers ? ` +${wager.markers}` : ""), amount: wager.stake, added: wager.added, player: wager.player }))),
    ...one.sides.map((side) => ({ word: kindWord(side.kind) + (side.multiplier ? ` ×${side.multiplier}` : ""), amount: side.amount, player: side.player })),
  ];
  return rows.length ? html`<div class="wagers">${rows.map((row) => html`<div class="wager"><span>${row.word}${several ? ` · ${row.player}` : nothing}</span><span class="figure">${row.added ? `${money(row.amount)} + ${money(row.added)}` : money(row.amount)}</span></div>`)}</div>` : nothing;
}
