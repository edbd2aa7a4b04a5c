// At the desk: what the taps on its sheets do. Fetched after the page, which needs it for what goes wrong alone.

import { approval } from "./approval.js";
import { correct, correcting } from "./correct.js";
import { cardSheet, desk, eventOf, facesSheet, pressSheet, seatSheet } from "./desk.js";
import { moveWord } from "./pads.js";
import { ask } from "./api.js";
import { t } from "./words.js";

const HOLD_MS = 1000;

// The sheets of the desk by their names, each drawn of the parts and of what is on it.
export function atDesk({ ui, draw, open, close, send, sayEvent, refused, approvals }) {
  let holding = null;
  const on = {
    ...correcting(() => ui.sheet, draw, () => tryIt()),
    close,
    go: async (where) => {
      if (where.page === "correct") { const answer = await ask("GET", "/said").catch(() => ({ said: [] })); open("correct", { said: answer.said, forms: answer.forms || {} }); return; }
      open(where.page, { kind: where.kind, values: {}, face_down: ui.sheet?.face_down });
    },
    edited: (event) => {
      const form = event.currentTarget;
      ui.sheet.values = Object.fromEntries(new FormData(form));
      for (const input of form.elements) if (input.name?.startsWith("layout.")) ui.sheet.values[`${input.name}.was`] = input.defaultValue;
      ui.sheet.tried = null;
    },
    preview: async () => {
      const form = document.querySelector(".sheet form");
      if (form) ui.sheet.values = { ...Object.fromEntries(new FormData(form)), ...Object.fromEntries([...form.elements].filter((one) => one.name?.startsWith("layout.")).map((one) => [`${one.name}.was`, one.getAttribute("value") ?? one.value])) };
      const laid = form?.querySelector("details")?.open;
      const values = laid ? ui.sheet.values : Object.fromEntries(Object.entries(ui.sheet.values).filter(([key]) => !key.startsWith("layout.")));
      ui.sheet.event = { type: "irregularity", kind: ui.sheet.kind.kind, ...eventOf(ui.sheet.kind, values) };
      await tryIt();
    },
    say: () => { const { event } = ui.sheet; sayEvent(event, close).then((answer) => { if (answer && answer.status === 422) { ui.sheet && (ui.sheet.wrong = refused(answer)); draw(); } }); },
    card: (card, unread, stays) => {
      const down = ui.sheet.down ? { face_down: true } : {};
      if (stays) ui.sheet.down = false; else close();
      sayEvent(unread && card !== "??" ? { type: "card.read", card } : { type: "card", card, ...down });
    },
    down: () => { ui.sheet.down = !ui.sheet.down; draw(); },
    press: (player) => { close(); sayEvent(player ? { type: "button.pressed", player } : { type: "button.pressed" }); },
    cut: () => { close(); sayEvent({ type: "cut_card" }); },
    seated: (event) => { event.preventDefault(); const form = event.target; close(); sayEvent({ type: "seat", area: Number(form.area.value), player: form.player.value.trim() }); },
    left: (area) => { close(); sayEvent({ type: "seat.left", area }); },
    group: (group) => { ui.sheet.group = group; draw(); },
    holdVoid: () => { on.letGo(); document.querySelector("[data-hold]")?.classList.add("held"); holding = setTimeout(() => on.void(), HOLD_MS); },
    letGo: () => { clearTimeout(holding); document.querySelector("[data-hold]")?.classList.remove("held"); },
    void: () => { close(); sayEvent({ type: "round.void", reason: t("reason.void") }); },
  };

  async function tryIt() {
    draw();
    const tried = await ask("POST", "/why", { event: ui.sheet.event }).catch(() => null);
    if (!ui.sheet) return;
    ui.sheet.wrong = tried && !tried.rulings && !tried.refusal ? tried.reason : "";
    ui.sheet.tried = tried?.rulings ? tried : null;
    draw();
  }

  return {
    desk: (parts, one) => desk(parts, one, on),
    kind: (parts, one) => desk(parts, one, on),
    card: (parts, one) => cardSheet(parts, one, on),
    faces: (parts, one) => facesSheet(moveWord(one.move), one, { ...on, face: (card) => { one.cards = card === null ? [] : [...one.cards.filter((other) => other !== card), card].slice(-one.move.faces); draw(); }, faces: () => { close(); send(one.move, { cards: one.cards }); } }),
    press: (parts, one) => pressSheet(parts, one, on),
    seat: (parts, one) => seatSheet(parts, { area: ui.area }, on),
    correct: (parts, one) => correct(parts, one, on),
    approval: (parts, one) => approval(one.waiting, one, approvals),
  };
}
