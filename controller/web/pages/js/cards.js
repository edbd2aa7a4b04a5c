// A card as it lies: its rank, and its suit as a shape and a letter class, never by colour alone.

import { html, svg } from "../vendor/lit-html-3.3.3/lit-html.js";
import { t } from "./words.js";

const SHAPES = {
  S: "M10 1c3 4 8 7 8 11a4 4 0 0 1-7 2.600l1.500 4.400h-5l1.500-4.400A4 4 0 0 1 2 12C2 8 7 5 10 1z",
  H: "M10 18C4 13 1 10 1 6.500A4.500 4.500 0 0 1 10 5a4.500 4.500 0 0 1 9 1.500C19 10 16 13 10 18z",
  D: "M10 1l7 9-7 9-7-9z",
  C: "M10 1a4 4 0 0 1 3.300 6.200A4 4 0 1 1 11.200 13.500l1.300 5.500h-5l1.300-5.500A4 4 0 1 1 6.700 7.200 4 4 0 0 1 10 1z",
};
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
export const SUITS = ["S", "H", "D", "C"];

export const rank = (card) => (card[0] === "T" ? "10" : card[0]);
export const suit = (letter) => svg`<svg viewBox="0 0 20 20" aria-hidden="true"><path d=${SHAPES[letter]}></path></svg>`;
export const spoken = (card) => (card === "??" ? t("card.hidden") : t("card.spoken", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) }));

export function card(face) {
  if (face === "??") return html`<li class="card back"><span class="hidden">${spoken(face)}</span></li>`;
  return html`<li class="card ${face[1].toLowerCase()}"><span aria-hidden="true">${rank(face)}</span>${suit(face[1])}<span class="hidden">${spoken(face)}</span></li>`;
}

export function cards(faces, small = false) {
  return html`<ul class="cards ${small ? "small" : ""} ${faces.length > 4 ? "many" : ""}">${faces.map(card)}</ul>`;
}
