// The pads of play: six in their places whatever the hand, dim where they are not allowed, and the calls beside them.
// None is emphasised: the console does not advise.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { has, short, t } from "./words.js";

const SIX = {
  "free-bet-blackjack": ["hit", "stand", "double", "split", "free_double", "free_split"],
  other: ["hit", "stand", "double", "split", "surrender", "insure"],
};

// The moves of one pad: of the hand in turn and whoever is in control of it; what others may choose is a call.
function movesOf(parts, pad) {
  const all = parts.moves.filter((move) => (pad === "insure" ? move.type === "insure" : move.type === "decision" && move.fields.action === pad));
  const own = all.filter((move) => move.fields.area === parts.turn?.area && (!move.fields.player || move.fields.player === parts.turn.player));
  return own.length ? own : parts.turn?.area ? [] : all;
}

export function pads(parts, on) {
  const six = SIX[parts.table.game] || SIX.other;
  const shown = six.map((pad) => movesOf(parts, pad));
  const rest = parts.moves.filter((move) => move.type !== "card" && !shown.some((moves) => moves.includes(move)));
  return html`<section class="pads" aria-label=${t("pads")}>
    <div class="six">${six.map((pad, index) => onePad(parts, pad, shown[index], on))}</div>
    ${calls(parts, rest, on, shown.flat().filter((move) => move.amounts && move.amounts[0] < move.amounts[1]).slice(0, 1))}
  </section>`;
}

function onePad(parts, pad, moves, on) {
  const word = t(`act.${pad}`);
  if (!moves.length) return html`<button class="pad" aria-disabled="true" @click=${() => on.why(pad)}>${word}<small>${t("why_not")}</small></button>`;
  const [move] = moves;
  const amount = move.amounts ? short(move.amounts[1]) : move.clause || "";
  return html`<button class="pad" data-act=${pad} @click=${() => (moves.length > 1 ? on.choose(word, moves) : on.move(move, pad))}>${word}<small>${moves.length > 1 ? t("choose") : amount}</small></button>`;
}

// Never one slip away from another call: a new shoe beside "place your bets" ends the shoe in use.
const APART = new Set(["shoe.new"]);

// Asked once more: a press draws the multiplier, and no second one is ever drawn.
const SECOND = new Set(["button.pressed"]);

// Whether the next card has to be entered: one is due, and no shoe is connected that would report it.
export const byHand = (parts) => parts.shoe === false && parts.moves.some((move) => move.type === "card");

// What may be called beside the pads: at most three at hand, the others behind "more".
// `less` are moves of the pads that can be had for less than a tap takes.
export function calls(parts, moves, on, less = []) {
  const groups = new Map();
  for (const move of moves) {
    const name = callName(move);
    groups.set(name, [...(groups.get(name) || []), move]);
  }
  const names = [...groups.keys()].sort((a, b) => order(a) - order(b));
  const near = names.filter((name) => !APART.has(name));
  const hand = byHand(parts);
  const room = 3 - less.length - (hand ? 1 : 0);
  const shown = near.length > room ? near.slice(0, room - 1) : near;
  const press = (name) => { const those = groups.get(name); if (those.length > 1 || SECOND.has(name)) on.choose(callWord(name), those); else on.move(those[0]); };
  return html`<div class="calls">
    ${hand ? html`<button data-call="card-by-hand" @click=${on.card}>${t("desk.card")}</button>` : nothing}
    ${less.map((move) => html`<button data-call="less" @click=${() => on.call(move)}>${t("less", { act: callWord(callName(move)) })}</button>`)}
    ${shown.map((name) => html`<button data-call=${name} @click=${() => press(name)}>${groups.get(name).length === 1 ? moveWord(groups.get(name)[0]) : callWord(name)}</button>`)}
    ${names.length > shown.length ? html`<button @click=${() => on.choose(t("more"), names.filter((name) => !shown.includes(name)).flatMap((name) => groups.get(name)))}>${t("more")}</button>` : nothing}
    <button @click=${on.desk}>${t("correct")}</button>
  </div>`;
}

export const callName = (move) => (move.type === "decision" ? move.fields.action : move.type === "irregularity" ? move.fields.kind : move.type);
export const callWord = (name) => (has(`call.${name}`) ? t(`call.${name}`) : has(`act.${name}`) ? t(`act.${name}`) : name);
const ORDER = ["offers.closed", "follow", "even_money", "rescue", "surrender", "insure", "reveal", "card.read", "bets.closed", "bets.open", "blinds.open", "showdown", "withdraw"];
const order = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

// A move in words, for a choice among several.
export function moveWord(move) {
  const { area, seat, player, for: whose, kind } = move.fields;
  const parts = [callWord(callName(move))];
  if (kind && kind !== callName(move)) parts.push(has(`short.${kind}`) ? t(`short.${kind}`) : kind);
  if (area !== undefined) parts.push(t("area_n", { area }));
  if (seat !== undefined) parts.push(t("seat_n", { seat }));
  if (player) parts.push(player);
  if (whose && whose !== player) parts.push(t("for", { player: whose }));
  return parts.join(" · ");
}
