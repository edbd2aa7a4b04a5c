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
    <span class="line"><span>${seat.seat}${seat.button ? html` <span class="disc" title=${t("button")}>D</span>` : nothing}</span><span class="dim">${seat.player ?? t("free")}</span></span>
    ${seat.hole.length ? cards(seat.hole, true) : nothing}
    ${seat.player ? html`<span class="line"><span class="figure">${money(seat.stack)}</span><span class="dim">${seat.status && seat.status !== "acts" ? t(`seat.${seat.status}`) : ""}</span></span>` : nothing}
    ${seat.bet ? html`<span class="tag">${t("bet_is", { amount: money(seat.bet) })}</span>` : nothing}
    ${seat.hand ? html`<span class="dim">${t(`hand.${seat.hand.rank}`)}</span>` : nothing}
    ${owed && owed.net ? html`<span class="tag ${owed.net > 0 ? "pay" : "take"}">${money(owed.net)}</span>` : nothing}
  </button>`;
}

export function middle(parts, on) {
  const show = parts.to_show.length ? t("to_show", { seats: parts.to_show.join(", ") }) : "";
  return html`<section class="strip poker"><div><p class="dim">${t("pot")}</p><p class="figure big">${money(parts.pots.reduce((sum, pot) => sum + pot.amount, 0))}</p></div>${said(parts)}<div><p class="dim">${parts.to_call ? t("to_call") : t("showdown")}</p><p class="figure big">${parts.to_call ? money(parts.to_call) : show}</p></div></section>`;
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
      const size = move.amounts ? (move.amounts[0] === move.amounts[1] ? short(move.amounts[0]) : `${short(move.amounts[0])} – ${short(move.amounts[1])}`) : move.clause;
      return html`<button class="pad" data-act=${pad} @click=${() => (move === sized ? on.size(move) : on.move(move))}>${t(`act.${pad}`)}<small>${size}</small></button>`;
    })}</div>` : html`<div class="six idle">${rest.filter((move) => move.amounts || ["away", "back", "leave", "show", "muck"].includes(move.type)).slice(0, 6).map((move) => html`<button class="pad" data-call=${move.type} @click=${() => on.call(move)}>${t(`call.${move.type}`)}<small>${t("seat_n", { seat: move.fields.seat })}</small></button>`)}${ui.seat || rest.length ? nothing : html`<p class="dim">${t("choose_seat")}</p>`}</div>`}
    ${calls(parts, betting ? rest : rest.filter((move) => ["blinds.open", "showdown", "reveal"].includes(move.type)), on)}
  </section>`;
}

// The amount of a bet or raise: the total that the seat will have put in this betting round. Out of turn it has no bounds.
export function sizeSheet(move, parts, ui, on) {
  if (!move.amounts) return html`<p class="amount" aria-live="polite">${money(ui.amount || 0)}</p>${keypad(on)}
    <button class="first" data-call="say" aria-disabled=${!ui.amount} @click=${() => ui.amount && on.sized(ui.amount)}>${t("say_amount", { amount: money(ui.amount || 0) })}</button>`;
  const [least, most] = move.amounts;
  const pot = (parts.pots ?? []).reduce((sum, one) => sum + one.amount, 0) + (parts.seats ?? []).reduce((sum, one) => sum + one.bet, 0);
  const clamp = (amount) => Math.min(most, Math.max(least, Math.round(amount / parts.chip) * parts.chip));
  const betting = move.type === "action";
  const quick = !betting ? [["least", least], ["all", most]] : [["least", least], ["half_pot", clamp((parts.to_call ?? 0) + (pot + (parts.to_call ?? 0)) / 2)], ["pot", clamp((parts.to_call ?? 0) + pot + (parts.to_call ?? 0))], ["all", most]];
  return html`<div class="choices">${quick.map(([word, amount]) => html`<button @click=${() => on.sized(amount)}>${t(`size.${word}`)}<small class="figure">${money(amount)}</small></button>`)}</div>
    <p class="amount" aria-live="polite">${money(ui.amount || 0)}</p>
    ${keypad(on)}
    <button class="first" aria-disabled=${!(ui.amount >= least && ui.amount <= most)} @click=${() => ui.amount >= least && ui.amount <= most && on.sized(ui.amount)}>${t("say_amount", { amount: money(ui.amount || 0) })}</button>`;
}

export const keypad = (on) => html`<div class="keypad">${["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0"].map((digit) => html`<button type="button" @click=${() => on.digit(digit)}>${digit}</button>`)}<button type="button" aria-label=${t("clear")} @click=${() => on.digit("")}>⌫</button></div>`;
