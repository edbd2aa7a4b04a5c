// Poker: nine seats as an oval from the dealer's chair, the board and the pots in the middle, six pads for the seat to act.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { repeat } from "../vendor/lit-html-3.3.3/directives/repeat.js";
import { cards } from "./cards.js";
import { calls } from "./pads.js";
import { said } from "./strip.js";
import { money, short, t } from "./words.js";

export function oval(parts, ui, on) {
  return html`<section class="oval" aria-label=${t("seats")}>
    ${repeat(parts.seats, (seat) => seat.seat, (seat) => seatOf(seat, parts, ui, on))}
    <div class="middle">
      <p class="dim">${parts.street ? t(`street.${parts.street}`) : ""}</p>
      ${cards(parts.board)}
      <ul class="pots">${parts.pots.map((pot, index) => html`<li><span class="figure">${money(pot.amount)}</span> <span class="dim">${t(index ? "side_pot" : "main_pot", { n: index })} · ${t("eligible", { seats: pot.eligible.join(" ") })}${pot.rake ? ` · ${t("rake", { amount: money(pot.rake) })}` : ""}${pot.winners ? ` → ${Object.entries(pot.winners).map(([seat, amount]) => `${seat}: ${money(amount)}`).join("  ")}` : ""}</span></li>`)}</ul>
    </div>
  </section>`;
}

function seatOf(seat, parts, ui, on) {
  const turn = parts.turn?.seat === seat.seat;
  const owed = parts.owed.find((line) => line.seat === seat.seat);
  return html`<button class="seat s${seat.seat} ${turn ? "turn" : ""} ${seat.status}" aria-pressed=${ui.seat === seat.seat} @click=${() => on.seatChosen(seat.seat)} aria-label=${t("seat_n", { seat: seat.seat })}>
    <span class="line"><span>${seat.seat}${seat.button ? html` <span class="disc" role="img" aria-label=${t("button")}>D</span>` : nothing}</span><span class="dim">${seat.player ?? t("free")}</span></span>
    ${seat.hole.length ? cards(seat.hole, true) : nothing}
    ${seat.player ? html`<span class="line"><span class="figure">${money(seat.stack)}</span><span class="dim">${seat.status && seat.status !== "acts" ? t(`seat.${seat.status}`) : ""}</span></span>` : nothing}
    ${seat.bet ? html`<span class="tag">${t("bet_is", { amount: money(seat.bet) })}</span>` : nothing}
    ${seat.hand ? html`<span class="dim">${t(`hand.${seat.hand.rank}`)}</span>` : nothing}
    ${owed && owed.net ? html`<span class="tag ${owed.net > 0 ? "pay" : "take"}">${owed.won ? t("won_of", { won: money(owed.won), put: money(owed.put) }) : money(owed.net)}</span>` : nothing}
  </button>`;
}

// Three figures of one bet, each by its name: what is to be matched, what the seat has in, what it adds by a call.
export function middle(parts, on) {
  const high = parts.to_call;
  const actor = parts.seats.find((one) => one.seat === parts.turn?.seat);
  return html`<section class="strip poker" aria-label=${t("strip")}><div><p class="dim">${t("pot")}</p><p class="figure big">${money(parts.pots.reduce((sum, pot) => sum + pot.amount, 0))}</p></div>${said(parts)}
    <div>${high ? html`<p class="dim">${t("to_match")}</p><p class="figure big">${money(high)}</p>${actor ? html`<p class="dim">${t("has_in", { seat: actor.seat, bet: money(actor.bet), owed: money(high - actor.bet) })}</p>` : nothing}` : html`<p class="dim">${t("showdown")}</p>${parts.to_show.length ? html`<p class="figure big">${t("to_show", { seats: parts.to_show.join(", ") })}</p>` : nothing}`}</div></section>`;
}

// What a pad says: a call what it adds, all others the total that the seat will have in.
function sizeOf(move, seat) {
  if (!move.amounts) return move.clause;
  const [least, most] = move.amounts;
  if (move.fields.action === "call") return t("pad.adds", { amount: short(least - (seat?.bet ?? 0)) });
  return t("pad.to", { amount: least === most ? short(least) : `${short(least)} – ${short(most)}` });
}

const PADS = ["fold", "check", "call", "bet", "raise", "all_in"];

export function pokerPads(parts, ui, on) {
  const seat = ui.seat ?? parts.turn?.seat;
  const acts = parts.moves.filter((move) => move.type === "action");
  const own = acts.filter((move) => move.fields.seat === seat);
  const outOfTurn = seat && parts.turn?.seat && seat !== parts.turn.seat && parts.table.phase === "betting";
  const betting = acts.length > 0 || outOfTurn;
  const rest = parts.moves.filter((move) => move.type !== "action" && (["blinds.open", "showdown", "reveal"].includes(move.type) || move.fields.seat === undefined || move.fields.seat === (ui.seat ?? parts.turn?.seat)));
  const sized = own.find((move) => ["bet", "raise"].includes(move.fields.action));
  return html`<section class="pads" aria-label=${t("pads")}>
    ${betting ? html`<div class="six">${PADS.map((pad) => {
      const move = own.find((one) => one.fields.action === pad);
      if (outOfTurn) return html`<button class="pad" @click=${() => on.outOfTurn(seat, pad)}>${t(`act.${pad}`)}<small>${t("out_of_turn", { seat })}</small></button>`;
      if (!move) return html`<button class="pad" aria-disabled="true" @click=${() => on.whySeat(seat, pad)}>${t(`act.${pad}`)}<small>${t("why_not")}</small></button>`;
      return html`<button class="pad" data-act=${pad} @click=${() => (move === sized ? on.size(move) : on.move(move))}>${t(`act.${pad}`)}<small>${sizeOf(move, parts.seats.find((one) => one.seat === seat))}</small></button>`;
    })}</div>` : html`<div class="six idle">${rest.filter((move) => move.amounts || ["away", "back", "leave", "show", "muck"].includes(move.type)).slice(0, 6).map((move) => html`<button class="pad" data-call=${move.type} @click=${() => on.call(move)}>${t(`call.${move.type}`)}<small>${t("seat_n", { seat: move.fields.seat })}</small></button>`)}${ui.seat || rest.length ? nothing : html`<p class="dim">${t("choose_seat")}</p>`}</div>`}
    ${calls(parts, betting ? rest : rest.filter((move) => ["blinds.open", "showdown", "reveal"].includes(move.type)), on)}
  </section>`;
}
