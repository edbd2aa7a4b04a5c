// The sign's face: the meter on the left; last rounds, limits and what is paid on the right. Wherever its news come from.
// `sign` is the part of this name of the table's stream.

import { html, nothing, render } from "../../vendor/lit-html-3.3.3/lit-html.js";
import { suit, SUITS } from "../cards.js";
import { has, percent, short, t } from "../words.js";
import { Hold } from "./hold.js";
import { Reel } from "./reel.js";

const SHOWN = 4;
const ROWS = 4; // beside as many rounds; further ones take the place of a round in twos
const LIVE = ["armed", "rolling", "showing"];

export class Face {
  constructor(place) {
    this.place = place;
    this.hold = new Hold();
    this.reel = new Reel(t("sign.to_one"));
  }

  // Without news the state stays, and the ring is hollow; `forgotten` is when it is too old to be shown.
  show(sign, { lost = false, forgotten = false } = {}) {
    const link = html`<span class="link ${lost ? "lost" : ""}"></span>`;
    if (!sign) { render(link, this.place); return; }
    const meter = forgotten ? { state: "idle" } : this.hold.of(sign);
    render(html`<main class="sign ${sign.closed ? "idle" : meter.state}"><section class="left"><h1 class="hidden">${sign.title}</h1>
        ${sign.closed ? closed(sign) : LIVE.includes(meter.state) ? live(sign, meter) : idle(sign)}</section>
      <section class="right">${rounds(sign)}${limits(sign)}</section>${link}</main>`, this.place);
    this.reel.turn(document.getElementById("reel"), sign.multipliers, meter);
  }
}

const live = (sign, meter) => html`<p class="who">${t("area_n", { area: meter.area })}</p>
  ${meter.state === "armed" ? html`<p class="call">${t("sign.press")}</p>` : html`<div class="window"><div class="reel" id="reel"></div></div>`}
  <p class="what">${sign.title}</p>`;

const closed = (sign) => html`<p class="name">${sign.title}</p><p class="closed">${t("sign.closed")}</p>`;

const idle = (sign) => (sign.multipliers.length
  ? html`<p class="name">${sign.title}</p><p class="lure"><small>${t("sign.up_to_word")}</small><span class="figure">${Math.max(...sign.multipliers)}<small>${t("sign.to_one")}</small></span></p>
    <p class="ladder figure" aria-hidden="true">${sign.multipliers.map((one) => html`<span>${one}</span>`)}</p>`
  : html`<p class="name alone">${sign.title}</p><p class="ladder suits" aria-hidden="true">${SUITS.map((one) => html`<span>${suit(one)}</span>`)}</p>`);

const rows = ({ limits: { main, ...others }, multipliers }) => Object.keys(others).length + (multipliers.length ? 1 : 0);

const rounds = (sign) => html`<div class="last"><h2>${t("sign.last")}</h2><ul class="rounds">${sign.rounds.slice(0, SHOWN - Math.ceil(Math.max(0, rows(sign) - ROWS) / 2)).map((one) => html`<li><span class="dim figure">${one.round.toLocaleString("en").replace(/,/g, " ")}</span><span class="figure ${one.multiplier ? "gold" : ""}">${fate(one)}</span></li>`)}</ul></div>`;

function fate(one) {
  if (one.multiplier) return t("to_one", { n: one.multiplier });
  if (one.status === "void") return t("result.void");
  if (one.pots !== undefined) return t("sign.pot", { amount: short(one.pots) });
  if (one.dealer === "bust") return t("sign.bust");
  return t("sign.dealer", { total: DRAWN_NOTHING.includes(one.dealer) ? "–" : one.total ?? "–" });
}

const DRAWN_NOTHING = ["", "not_drawn"];
const range = ([least, most]) => `${short(least)} – ${short(most)}`;
const odds = (one) => one.replace(":", ` ${t("sign.to")} `);
const word = (kind) => t(has(`sign.${kind}`) ? `sign.${kind}` : `short.${kind}`);
// `paid` is null where nothing is paid for anything.
const row = (what, laid, paid) => html`<p class="other"><span class="dim">${what}</span>${paid === null ? html`<span class="figure both">${laid}</span>` : html`<span class="figure">${laid}</span><b class="figure">${paid ? odds(paid) : ""}</b>`}</p>`;

// What the House takes of a pot, and the most of a round (poker 4.1).
function rake({ percent: share, cap }) {
  const of = t("sign.share", { share: percent(share) });
  return cap === undefined ? of : html`${of} <span class="dim">${t("sign.at_most")}</span> ${short(cap)}`;
}

// What may be laid, and what the rules pay for it: the natural below the main wager, the meter's figures at the end. At poker
// the blinds, the Table Stake and the rake with its cap (3.6, 4.1).
function limits(sign) {
  const { main, ...others } = sign.limits;
  if (!main && !sign.blinds) return nothing;
  const pays = Object.fromEntries(sign.pays ?? []);
  return html`<div class="limits"><p class="dim">${t(main ? "short.main" : "sign.blinds")}</p>
    <p class="figure first">${main ? range(main) : `${short(sign.blinds[0])} / ${short(sign.blinds[1])}`}</p>
    ${pays.natural ? row(t("sign.natural"), "", pays.natural) : nothing}
    ${Object.entries(others).map(([kind, one]) => row(word(kind), range(one), main ? pays[kind] : null))}
    ${Number(sign.rake?.percent) ? row(t("sign.rake"), rake(sign.rake), null) : nothing}
    ${sign.multipliers.length ? html`<p class="figure ladder">${sign.multipliers.map((one) => html`<span>${one}</span>`)}<small class="dim">${t("sign.to_one")}</small></p>` : nothing}</div>`;
}
