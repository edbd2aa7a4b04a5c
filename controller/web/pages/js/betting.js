// Between "place your bets" and "no more bets": an area, a kind, chips, one tap to lay; or as in the round before.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { kindWord } from "./owed.js";
import { money, short, t } from "./words.js";

const STEPS = [1, 5, 25, 50, 100, 500, 1000, 5000];

export function betting(parts, ui, on) {
  const area = ui.area;
  const own = parts.moves.filter((move) => move.type === "wager" && move.fields.area === area);
  const kinds = ui.player === `P${area}` ? own : [...own, ...full(parts, area, own)];
  const kind = kinds.find((move) => move.fields.kind === ui.kind) || kinds[0];
  const taken = parts.moves.filter((move) => move.type === "wager.withdrawn" && move.fields.area === area);
  const closing = parts.moves.find((move) => move.type === "bets.closed");
  const leaving = parts.moves.filter((move) => move.type === "irregularity");
  const positions = kind && !lies(parts, kind.fields, ui.player) ? kind.positions ?? [] : [];
  const last = on.last(area);
  return html`<section class="pads" aria-label=${t("betting")}>
    <div class="betting">
      <div class="kinds">
        ${area ? html`<select class=${positions.length ? "" : "wide"} name="player" aria-label=${t("field.player")} @change=${(event) => on.player(event.target.value)}>
          ${on.players(area).map((player) => html`<option value=${player} ?selected=${player === ui.player}>${player}</option>`)}<option value="">${t("other_player")}</option></select>` : nothing}
        ${positions.length ? html`<select name="position" aria-label=${t("field.position")} @change=${(event) => on.position(Number(event.target.value))}>
          ${positions.map((one) => html`<option value=${one} ?selected=${one === ui.position}>${t("position_n", { n: one })}</option>`)}</select>` : nothing}
        ${area ? kinds.map((move) => html`<button aria-pressed=${move === kind} @click=${() => on.kind(move.fields.kind)}>${kindWord(move.fields.kind)}</button>`) : html`<p class="dim">${t("choose_area")}</p>`}
        ${taken.length === 1 ? html`<button @click=${() => on.move(taken[0])}>${t("take_back", { kind: kindWord(taken[0].fields.kind) })}</button>` : nothing}
        ${taken.length > 1 ? html`<button data-call="take-back" @click=${() => on.takeBack(taken)}>${t("take_back_one")}</button>` : nothing}
      </div>
      <div class="chips">
        ${STEPS.map((step) => html`<button ?disabled=${!kind} @click=${() => on.add(step * parts.chip)}>${short(step * parts.chip)}</button>`)}
      </div>
      <div class="lay">
        <p class="amount" aria-live="polite">${money(ui.amount)}</p>
        <button class="first" data-call="lay" aria-disabled=${!kind || !ui.amount} @click=${() => kind && ui.amount && on.lay(kind, ui.amount, positions.includes(ui.position) ? ui.position : undefined)}>${kind && ui.amount ? t("lay", { amount: money(ui.amount) }) : t("lay_none")}</button>
        <div class="row">
          <button @click=${on.clear}>${t("clear")}</button>
          ${last.length ? html`<button data-call="repeat" @click=${() => on.repeat(area)}>${t("as_last")}</button>` : nothing}
        </div>
      </div>
    </div>
    <div class="calls">
      ${closing ? html`<button data-call="bets.closed" @click=${() => on.move(closing)}>${t("call.bets.closed")}</button>` : html`<button data-call="bets.closed" aria-disabled="true" @click=${on.whyOpen}><span>${t("call.bets.closed")}<small>${t("why_not")}</small></span></button>`}
      ${on.anyLast() ? html`<button data-call="repeat-all" @click=${on.repeatAll}>${t("all_as_last")}</button>` : nothing}
      ${leaving.length ? html`<button data-call="withdraw" @click=${() => on.takeBack(leaving)}>${t("call.withdraw")}</button>` : nothing}
      <button @click=${() => on.seat(area)}>${t("seat")}</button>
    </div>
  </section>`;
}

// Kinds of which the area's own player can lay no more: whether another one can is for the rules to say.
function full(parts, area, own) {
  const here = parts.areas.find((one) => one.area === area);
  const lying = [...(here?.hands.length ? ["main"] : []), ...new Set(here?.sides.map((side) => side.kind))];
  return lying.filter((kind) => !own.some((move) => move.fields.kind === kind)).map((kind) => ({ type: "wager", fields: { area, kind } }));
}

// Whether the player has a wager of this kind there: more of it lies with it.
function lies(parts, { area, kind }, player) {
  const here = parts.areas.find((one) => one.area === area);
  const laid = kind === "main" ? here.hands.flatMap((hand) => hand.wagers) : here.sides.filter((side) => side.kind === kind);
  return laid.some((one) => one.player === player);
}
