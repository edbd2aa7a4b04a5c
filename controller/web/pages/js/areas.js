// The areas of a twenty-one table: cards, totals, what became of each hand, what is owed, the wagers by position.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { repeat } from "../vendor/lit-html-3.3.3/directives/repeat.js";
import { cards } from "./cards.js";
import { fate, kindWord } from "./owed.js";
import { money, t } from "./words.js";

export function areas(parts, ui, choose) {
  const betting = parts.table.phase === "betting";
  const acting = new Set((parts.jackpot?.presses || []).filter((one) => one.state === "armed" || one.state === "rolling").map((one) => one.area));
  return html`<section class="areas" aria-label=${t("areas")}>
    ${repeat(parts.areas, (one) => one.area, (one) => area(one, parts, { betting, turn: parts.turn?.area === one.area, jackpot: acting.has(one.area), chosen: betting && ui.area === one.area, waiting: betting && ui.chosen[one.area]?.amount, choose }))}
  </section>`;
}

function area(one, parts, how) {
  const owed = (parts.owed || []).filter((line) => line.area === one.area);
  const several = new Set([...one.hands.flatMap((hand) => hand.wagers), ...one.sides].map((wager) => wager.player)).size > 1;
  const inside = html`
    <header><span class="number">${one.area}</span>
      ${how.turn ? html`<span class="turn-word">${t("turn")}</span>` : how.jackpot ? html`<span class="turn-word">${t("press")}</span>` : one.seated ? html`<span class="dim">${one.seated}</span>` : nothing}</header>
    <div class="hands">${one.hands.length || one.sides.length ? one.hands.map((hand) => handOf(hand, one, owed, parts, { ...how, several })) : html`<p class="dim">${how.betting ? t("tap_to_bet") : t("no_wager")}</p>`}</div>
    ${tags(owed.filter((line) => line.hand === undefined || line.kind === "super_bonus"), several)}
    ${how.waiting ? html`<div class="tags"><span class="tag">${t("not_laid", { amount: money(how.waiting) })}</span></div>` : nothing}
    ${wagers(one, owed, several)}`;
  const classes = `area ${how.turn ? "turn" : ""} ${how.jackpot ? "jackpot" : ""} ${how.chosen ? "chosen" : ""} ${one.hands.length ? "" : "empty"}`;
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
    ${tags(owed.filter((line) => line.hand === hand.hand && line.kind !== "super_bonus"), how.several)}
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

const tags = (lines, several) => (lines.length ? html`<div class="tags">${lines.map((line) => tag(line, several))}</div>` : nothing);

// What is paid or taken by a line of the ledger.
function tag(line, several) {
  const kind = kindWord(line.kind) + (several ? ` ${line.player}` : "");
  if (line.net === 0) return html`<span class="tag">${t(`result.${line.result}`)} ${kind}</span>`;
  return html`<span class="tag ${line.multiplier && line.net > 0 ? "jackpot" : fate(line)}">${t(`tag.${fate(line)}`, { kind, amount: money(Math.abs(line.net)) })}</span>`;
}

// A wager's row is its stake; where the place is crowded and the tags are left out, what becomes of it stands here.
function wagers(one, owed, several) {
  const line = (player, kind, hand) => owed.find((each) => each.player === player && each.kind === kind && (hand === undefined || each.hand === hand));
  const split = one.hands.length > 1;
  const rows = [
    ...one.hands.flatMap((hand) => hand.wagers.map((wager) => ({ word: kindWord("main") + (split ? ` ${hand.hand}` : "") + (wager.markers ? ` +${wager.markers}` : ""), amount: wager.stake, added: wager.added, player: wager.player, line: line(wager.player, "main", hand.hand) }))),
    ...one.sides.map((side) => ({ word: kindWord(side.kind) + (side.multiplier ? ` ×${side.multiplier}` : ""), amount: side.amount, player: side.player, line: line(side.player, side.kind) })),
  ];
  const players = [...new Set(rows.map((row) => row.player))];
  return rows.length ? html`<div class="wagers">${players.map((player) => html`<div class="bets">${several ? html`<span class="who">${player}</span>` : nothing}
    ${rows.filter((row) => row.player === player).map((row) => rowOf(row, several))}</div>`)}</div>` : nothing;
}

const rowOf = (row, several) => html`<div class="wager ${row.line ? (row.line.multiplier && row.line.net > 0 ? "jackpot" : fate(row.line)) : ""}"><span>${row.word}${several ? html`<span class="of"> · ${row.player}</span>` : nothing}</span>
  <span class="figure"><span class="stake">${row.added ? `${money(row.amount)} + ${money(row.added)}` : money(row.amount)}</span>${row.line?.net ? html`<span class="net">${row.line.net > 0 ? "+" : "−"}${money(Math.abs(row.line.net))}</span>` : nothing}</span></div>`;
