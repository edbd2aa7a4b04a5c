// The desk: what happened, in plain groups; the fields of its kind; what the ruling would do; then it is said.
// Cards by hand, faces, seats and the void of a round are here, too.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { preview } from "./approval.js";
import { cards, rank, RANKS, suit, SUITS } from "./cards.js";
import { kindWord } from "./owed.js";
import { byHand, callWord } from "./pads.js";
import { players, sheet } from "./sheet.js";
import { has, sentence, t } from "./words.js";

export function cardGrid(chosen) {
  return html`<div class="grid13" role="group" aria-label=${t("choose_card")}>${SUITS.map((letter) => RANKS.map((one) => html`<button type="button" class=${letter.toLowerCase()} data-card=${one + letter} aria-label=${t("card.spoken", { rank: t(`rank.${one}`), suit: t(`suit.${letter}`) })} @click=${() => chosen(one + letter)}>${rank(one + letter)}${suit(letter)}</button>`))}</div>`;
}

// --- the first choice --------------------------------------------------------------------------------------------

export function desk(parts, ui, on) {
  if (ui.kind) return kindSheet(parts, ui, on);
  const groups = ui.groups || [];
  return sheet(t("desk"), html`
    <div class="choices">
      <button @click=${() => on.go({ page: "card" })}>${t("desk.card")}<small>${t("desk.card.how")}</small></button>
      <button @click=${() => on.go({ page: "correct" })}>${t("desk.correct")}<small>${t("desk.correct.how")}</small></button>
      ${parts.table.button.lit ? html`<button data-call="by-hand" @click=${() => on.go({ page: "press" })}>${t("desk.press")}<small>${t("desk.press.how")}</small></button>` : nothing}
      ${parts.areas ? html`<button @click=${() => on.go({ page: "seat" })}>${t("seat")}<small>${t("desk.seat.how")}</small></button>` : nothing}
      <button data-hold @pointerdown=${on.holdVoid} @pointerup=${on.letGo} @pointerleave=${on.letGo} @keydown=${(event) => event.key === "Enter" && !event.repeat && on.holdVoid()} @keyup=${on.letGo}>${t("desk.void")}<small>${t("desk.void.how")}</small></button>
    </div>
    <h3>${t("desk.what")}</h3>
    <div class="choices">${groups.map((group) => html`<button data-group=${group.group} aria-pressed=${ui.group === group.group} @click=${() => on.group(group.group)}>${t(`group.${group.group}`)}</button>`)}</div>
    ${groups.filter((group) => group.group === ui.group).map((group) => html`<h3>${t(`group.${group.group}`)}</h3><div class="choices">${group.kinds.map((kind) => html`<button data-kind=${kind.kind} @click=${() => on.go({ page: "kind", kind })}>${t(`kind.${kind.kind}`)}</button>`)}</div>`)}
  `, on);
}

// --- one kind ----------------------------------------------------------------------------------------------------

function kindSheet(parts, ui, on) {
  const { kind } = ui;
  const fields = [...kind.needs.map((name) => [name, true]), ...kind.may.map((name) => [name, false])];
  return sheet(t(`kind.${kind.kind}`), html`
    <form class="fields" @input=${on.edited} @change=${on.edited} @submit=${(event) => event.preventDefault()}>${fields.map(([name, needed]) => field(name, needed, parts, ui, kind))}</form>
    <div class="row"><button data-call="preview" @click=${() => on.preview()}>${t("preview")}</button>
    <button class="first" data-call="say" aria-disabled=${!ui.tried || Boolean(ui.tried.refusal && !ui.tried.needs)} @click=${() => ui.tried && on.say()}>${t("rule_it")}</button></div>
    ${ui.wrong ? html`<p class="wrong" role="alert">${ui.wrong}</p>` : nothing}
    ${ui.tried ? preview(ui.tried) : nothing}`, on);
}

export function field(name, needed, parts, ui, form) {
  const label = t(`field.${name}`) + (needed ? "" : ` (${t("optional")})`);
  const options = (values, words = (value) => value) => html`<select name=${name}>${needed ? nothing : html`<option value=""></option>`}${values.map((value) => html`<option value=${value} ?selected=${ui.values?.[name] === String(value)}>${words(value)}</option>`)}</select>`;
  switch (name) {
    case "area": return html`<label>${label}${options((parts.areas || []).map((one) => one.area))}</label>`;
    case "seat": return html`<label>${label}${options((parts.seats || []).map((one) => one.seat))}</label>`;
    case "action":
    case "kind": return html`<label>${label}${options(form.choices[name], name === "kind" ? kindWord : callWord)}</label>`;
    case "player": if (form.choices) return html`<label>${label}<input name=${name} list="players" .value=${ui.values?.[name] ?? ""} autocomplete="off"><datalist id="players">${players(parts).map((one) => html`<option value=${one}></option>`)}</datalist></label>`;
    // else one of those at the table
    case "for": return html`<label>${label}${options(players(parts))}</label>`;
    case "option": return html`<label>${label}${options(["act", "withdraw"], (value) => t(`option.${value}`))}</label>`;
    case "street": return html`<label>${label}${options(["flop", "turn", "river"], (value) => t(`street.${value}`))}</label>`;
    case "since": return html`<label>${label}${options(["deal", "interim", "subsequent"], (value) => t(`since.${value}`))}</label>`;
    case "reconstructable":
    case "face_down":
    case "looked": return html`<label>${label}${options(["true", "false"], (value) => t(`bool.${value}`))}</label>`;
    case "layout": return html`<details><summary>${label}</summary>${[...(parts.areas || []).map((one) => [`layout.${one.area}`, t("area_n", { area: one.area }), one.hands.map((hand) => hand.cards.join(" ")).join(" / ")]), ["layout.dealer", t("dealer"), (parts.dealer?.cards || []).join(" ")], ["layout.removed", t("removed"), ""]].map(([key, word, value]) => html`<label>${word}<input name=${key} .value=${ui.values?.[key] ?? value} autocapitalize="characters" autocomplete="off"></label>`)}</details>`;
    default: return html`<label>${label}<input name=${name} .value=${ui.values?.[name] ?? ""} autocomplete="off" placeholder=${has(`hint.${name}`) ? t(`hint.${name}`) : ""}></label>`;
  }
}

// What was entered in the fields of a form; numbers and lists in their form.
export function eventOf(form, values) {
  const event = {};
  const list = (text) => text.toUpperCase().replace(/10/g, "T").split(/[\s,]+/).filter(Boolean);
  for (const name of [...form.needs, ...form.may]) {
    const value = (values[name] ?? "").trim();
    if (name === "layout") { const layout = layoutOf(values, list); if (layout) event.layout = layout; continue; }
    if (!value) { if (form.needs.includes(name) && ["disclosed", "cards"].includes(name)) event[name] = []; continue; }
    if (["area", "seat", "position"].includes(name)) event[name] = Number(value);
    else if (name === "amount") event[name] = Math.round(Number(value.replace(",", ".")) * 100);
    else if (["reconstructable", "looked", "face_down"].includes(name)) event[name] = value === "true";
    else if (["cards", "disclosed", "chosen"].includes(name)) event[name] = list(value);
    else if (name === "card") [event[name]] = list(value);
    else if (name === "seats") event[name] = list(value).map(Number);
    else event[name] = value;
  }
  return event;
}

function layoutOf(values, list) {
  const keys = Object.keys(values).filter((key) => key.startsWith("layout."));
  if (!keys.length || !keys.some((key) => values[`${key}.was`] !== undefined ? values[key] !== values[`${key}.was`] : true)) return null;
  const areas = {};
  for (const key of keys) {
    const name = key.slice(7);
    if (name === "dealer" || name === "removed" || name.endsWith(".was")) continue;
    const hands = values[key].split("/").map(list).filter((hand) => hand.length);
    if (hands.length === 1) [areas[name]] = hands; else if (hands.length) areas[name] = hands;
  }
  return { areas, dealer: list(values["layout.dealer"] || ""), removed: list(values["layout.removed"] || "") };
}

// --- cards by hand, seats ----------------------------------------------------------------------------------------

// Without a shoe it stays for the next card, and names where that goes.
export function cardSheet(parts, ui, on) {
  const stays = parts.shoe === false && Boolean(parts.turn);
  const unread = Boolean(parts.turn?.now.code.startsWith("unread"));
  return sheet(t("desk.card"), html`${stays ? html`<p role="status"><strong>${sentence(parts.turn.now)}</strong></p>` : nothing}
    <p>${t(unread ? "card.unread" : byHand(parts) ? "shoe_gone" : "card.by_hand")}</p>${cardGrid((card) => on.card(card, unread, stays))}
    <div class="row"><button data-call="unknown" @click=${() => on.card("??", false, stays)}>${t("card.unknown")}</button>
    ${ui.face_down ? html`<button data-call="down" aria-pressed=${Boolean(ui.down)} @click=${on.down}>${t("card.down")}</button>` : nothing}
    <button @click=${on.cut}>${t("card.cut")}</button></div>`, on);
}

// The faces that the table does not know, and has to: of a hand that is shown, of cards that are turned.
export function facesSheet(title, ui, on) {
  const whole = ui.cards.length === ui.move.faces;
  return sheet(title, html`<p>${t("faces.which", { count: ui.move.faces })}</p>${cards(ui.cards)}
    ${cardGrid((card) => on.face(card))}
    <div class="row"><button @click=${() => on.face(null)}>${t("clear")}</button><button class="first" data-call="say" aria-disabled=${!whole} @click=${() => whole && on.faces()}>${t("faces.say")}</button></div>`, on);
}

// The press for whose wager the button is lit; a nominee has no winning wager of his own (3.19.2), which the rules say.
export function pressSheet(parts, ui, on) {
  const { player } = parts.table.button;
  return sheet(t("desk.press"), html`<p>${t("press.who", { player })}</p><div class="choices">
    <button @click=${() => on.press(null)}>${player}</button>
    ${players(parts).filter((one) => one !== player).map((one) => html`<button data-nominee=${one} @click=${() => on.press(one)}>${one}<small>${parts.jackpot?.barred.includes(one) ? t("barred", { clause: parts.jackpot.clause }) : t("nominee")}</small></button>`)}</div>`, on);
}

export function seatSheet(parts, ui, on) {
  return sheet(t("seat"), html`<form class="fields" @submit=${on.seated}>
    <label>${t("field.area")}<select name="area">${parts.areas.map((one) => html`<option ?selected=${one.area === ui.area}>${one.area}</option>`)}</select></label>
    <label>${t("field.player")}<input name="player" autocomplete="off"></label>
    <button class="first">${t("seat.take")}</button><button type="button" @click=${(event) => on.left(Number(event.target.form.area.value))}>${t("seat.leave")}</button></form>`, on);
}
