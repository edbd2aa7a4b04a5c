// What a yes is asked for: the event in words, where its card goes, what was said before and what is to stand for it.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { rank } from "./cards.js";
import { kindWord } from "./owed.js";
import { callWord } from "./pads.js";
import { has, money, sentence, t } from "./words.js";

const face = (card) => (card === "??" ? t("card.hidden") : t("card.spoken", { rank: rank(card), suit: t(`suit.${card[1]}`) }));

export function eventWord(event) {
  const words = [has(`event.${event.type}`) ? t(`event.${event.type}`) : event.type];
  if (event.kind) words.push(has(`kind.${event.kind}`) ? t(`kind.${event.kind}`) : kindWord(event.kind));
  if (event.card) words.push(face(event.card));
  if (event.action) words.push(callWord(event.action));
  if (event.player) words.push(event.player);
  if (event.area) words.push(t("area_n", { area: event.area }));
  if (event.seat) words.push(t("seat_n", { seat: event.seat }));
  if (event.position > 1) words.push(t("position_n", { n: event.position }));
  if (event.amount) words.push(money(event.amount));
  return words.join(" · ");
}

function placeWord({ place, area, hand, nth }, whole) {
  const words = [place === "dealer" ? t("dealer") : t("area_n", { area })];
  if (hand) words.push(t("hand_n", { hand }));
  if (whole && nth) words.push(t("card_n", { n: nth }));
  return words.join(" · ");
}

// Of a card its face alone, where its place is said before.
function changed({ after, was, is, place }) {
  const word = (event) => (!event ? t("correct.never") : place && event.card ? face(event.card) : eventWord(event));
  if (after) return t("correct.new", { n: after, what: word(is) });
  return `${place ? `${placeWord(place, true)}: ` : ""}${was ? `${word(was)} → ` : ""}${word(is)}`;
}

export function asked({ event, place, turn, changes }) {
  return html`<p><strong>${place ? t("card.to", { card: face(event.card), where: placeWord(place) }) : eventWord(event)}</strong>${event.reason ? `: ${event.reason}` : ""}</p>
    ${turn ? html`<p>${sentence(turn)}</p>` : nothing}
    ${changes ? html`<ul class="alert-list">${changes.map((one) => html`<li>${changed(one)}</li>`)}</ul>` : nothing}`;
}
