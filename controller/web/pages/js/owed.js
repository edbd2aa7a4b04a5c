// What is to pay and to take, line by line: where, whose, what for, by which clause, how much. The ledger is the table's.

import { html, nothing } from "../vendor/lit-html-3.3.3/lit-html.js";
import { has, money, t } from "./words.js";

const AT_HAND = 4;

export const kindWord = (kind) => (has(`short.${kind}`) ? t(`short.${kind}`) : kind);

// A stake that goes back as it lies. Lines where chips or a stake move; one of poker is a seat's.
export const goesBack = (line) => line.net === 0 && line.stake > 0 && ["returned", "void"].includes(line.result);
export const linesOf = (parts) => (parts.owed || []).filter((line) => line.net !== 0 || goesBack(line));
export const fate = (line) => (line.net > 0 ? "pay" : line.net < 0 ? "take" : "back");
// What a seat takes from the pots has its own chips in it.
const amountOf = (line) => (line.won ? line.won : line.net ? Math.abs(line.net) : line.stake ?? 0);

// In whole words, and in brief for a crowded list.
function where(line, parts) {
  if (line.seat !== undefined) return t("seat_n", { seat: line.seat });
  const split = parts.areas?.find((one) => one.area === line.area)?.hands.length > 1 && line.hand !== undefined;
  return html`<span class="whole">${t("area_n", { area: line.area })}${split ? ` · ${t("hand_n", { hand: line.hand })}` : ""}</span><span class="brief" aria-hidden="true">${t("area_brief", { area: line.area })}${split ? t("hand_brief", { hand: line.hand }) : ""}</span>`;
}

// A number with an I is no clause of the document, but how it is read where it is silent.
const isReading = (one) => /^I\d/.test(one);
const cited = (line) => (line.rules ?? []).map((one) => (isReading(one) ? t("reading_n", { n: one }) : one)).join(", ");

const lineOf = (parts) => (line) => html`<li class="line ${fate(line)} ${line.multiplier ? "jackpot" : ""}">
  <span class="where">${where(line, parts)}</span> <span class="who">${line.player}</span>
  <span class="kind">${line.kind ? kindWord(line.kind) : line.hand ? t(`hand.${line.hand.rank}`) : ""}${line.multiplier ? ` ×${line.multiplier}` : ""}</span>
  <span class="clause">${line.won ? t("put_in", { amount: money(line.put) }) : cited(line)}</span>
  <span class="sum"><span class="fate">${t(line.seat === undefined ? `fate.${fate(line)}` : `result.${line.result}`)}</span> <span class="figure">${money(amountOf(line))}</span></span></li>`;

// What a correction changes of an outcome that was told: only this is paid or taken now, as the approver saw it.
const value = (cents) => (cents === undefined || cents === null ? "–" : money(cents));
const changeOf = (parts) => (one) => html`<li class="line ${one.change > 0 ? "pay" : "take"}">
  <span class="where">${where(one, parts)}</span> <span class="who">${one.player}</span> <span class="kind">${one.kind ? kindWord(one.kind) : ""}</span>
  <span class="clause">${t("changed_was", { was: value(one.was), is: value(one.is) })}</span>
  <span class="sum"><span class="fate">${t(one.change > 0 ? "fate.pay" : "fate.take")}</span> <span class="figure">${money(Math.abs(one.change))}</span></span></li>`;
const moved = (changes, sign) => money(changes.reduce((sum, one) => sum + Math.max(0, sign * one.change), 0));

const total = (lines, kind) => money(lines.filter((line) => fate(line) === kind).reduce((sum, line) => sum + amountOf(line), 0));

// In the strip: all of them if they are few, else the last ones and a tap to all; between rounds, when all lie below, the sums.
export function owed(parts, on) {
  const lines = linesOf(parts);
  const few = lines.length <= AT_HAND;
  const [pay, take, back] = [total(lines, "pay"), total(lines, "take"), total(lines, "back")];
  if (parts.table.phase === "idle" && parts.areas && (lines.length || parts.changes)) {
    const sums = (first, second) => html`<span>${t("fate.pay")}</span> <span class="figure go">${first}</span> <span>${t("fate.take")}</span> <span class="figure stop">${second}</span>`;
    const all = parts.changes ? sums(moved(parts.changes, 1), moved(parts.changes, -1))
      : lines.every(goesBack) ? html`<span>${t("result.returned")}</span> <span class="figure">${back}</span>` : sums(pay, take);
    return html`<section class="owed" aria-label=${t("owed")}><p class="both">${all}</p></section>`;
  }
  return html`<section class="owed" aria-label=${t("owed")}>
    ${lines.length ? html`<ul>${(few ? lines : lines.slice(1 - AT_HAND)).map(lineOf(parts))}</ul>` : html`<p class="dim">${t("nothing_owed")}</p>`}
    ${few ? nothing : html`<button class="all" @click=${on.owed}><span class="sums">${t("owed_sum", { pay, take })}</span> <span>${t("owed_all", { count: lines.length })}</span></button>`}
  </section>`;
}

// All of them: in the place of the pads between rounds, and on a sheet.
export function ledger(parts) {
  const lines = linesOf(parts);
  const { changes } = parts;
  if (!lines.length && !changes) return html`<p class="dim">${t("nothing_owed")}</p>`;
  return html`<ul class="lines" tabindex="0" aria-label=${t("owed")}>
    ${changes ? html`<li class="head">${t(changes.length ? "changed_now" : "changed_none")}</li>${changes.map(changeOf(parts))}${lines.length ? html`<li class="head">${t("changed_all")}</li>` : nothing}` : nothing}
    ${lines.map(lineOf(parts))}
    ${lines.some((line) => line.rules?.some(isReading)) ? html`<li class="dim">${t("readings")}</li>` : nothing}</ul>`;
}
