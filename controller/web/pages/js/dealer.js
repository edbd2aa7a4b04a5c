// The dealer's console: puts the parts together, and makes every tap an act, once. No rule is computed here.

import { html, nothing, render } from "../vendor/lit-html-3.3.3/lit-html.js";
import { act, ask, settle } from "./api.js";
import { areas } from "./areas.js";
import { betting } from "./betting.js";
import { fit, reach } from "./fit.js";
import { keepFocus } from "./focus.js";
import { ledger, linesOf } from "./owed.js";
import { calls, moveWord, pads } from "./pads.js";
import { players, sheet, sizeSheet } from "./sheet.js";
import { signIn, tongue } from "./sign_in.js";
import { rail, strip } from "./strip.js";
import { Stream } from "./stream.js";
import { money, preferred, sentence, speak, t } from "./words.js";

const app = document.getElementById("app");
const SAID_MS = 6000;
const SLOW_MS = 500;
const DEMONSTRATION = { badge: "demo", pin: "the demonstration table" };  // no table but the demonstration knows them
let me = null;
let console_ = null;
const ui = { area: null, kind: null, amount: 0, chosen: {}, sheet: null, said: null, seat: null, wrong: "" };
let underWay = null;
let shownTurn = "";
const narrow = matchMedia("(max-width: 899px), (max-height: 599px)");  // as in dealer.css
let lastRound = {};
let layout = { round: 0, areas: {} };

const stream = new Stream({
  changed: async ({ fresh }) => {
    keepWagers();
    if (fresh) for (const { whole, answer } of await settle()) if (answer.status === 404) tell(t("lost_tap", { what: whole.move ? "" : "" }), true);
    draw();
  },
  ended: async () => { await look(); if (!me) ui.why = t("session_over"); draw(); },
});

// What a table may do without is fetched when it is needed, the desk soon after the page.
const DESK = new Set(["desk", "kind", "card", "faces", "press", "seat", "correct", "approval"]);
const FETCH_DESK_MS = 3000;
let poker = null;
let atDesk = null;
const fetchDesk = async () => { const room = await import("./at_desk.js"); atDesk ??= room.atDesk({ ui, draw, open, close, send, sayEvent, refused, approvals }); };
const fetchPoker = async () => { poker = await import("./poker.js"); };

// --- what is drawn -----------------------------------------------------------------------------------------------

function draw() {
  if (turnNow() !== shownTurn) ui.seat = null; // a seat is chosen for one turn
  try { render(page(), app); } catch (error) { // a sheet that cannot be drawn never holds the table back
    console.error(error);
    ui.sheet = null;
    render(page(), app);
  }
  document.body.classList.toggle("stale", stream.stale);
  fit(app, ".area", narrow.matches ? { from: 2 } : { widen: true });
  fit(app, ".seat, .dealer, .sentence, .owed, .lines, .pad, .calls button, .betting button");
  reach(app, ".areas, .oval, article.area, .strip > *, .middle");
  showTurn();
  keepFocus(me ? ui.sheet?.page ?? null : "sign_in");
}

// Where places scroll, the one that acts comes into sight, once a turn.
function showTurn() {
  if (turnNow() !== shownTurn) document.querySelector(".area.turn, .seat.turn")?.scrollIntoView({ block: "nearest" });
  shownTurn = turnNow();
}

function turnNow() {
  const { area, hand, seat } = stream.parts.turn || {};
  return `${area} ${hand} ${seat}`;
}

function page() {
  if (!me) return signIn({ console: console_, wrong: ui.wrong, why: ui.why }, door);
  const parts = stream.parts;
  if (!parts.table) return html`<main class="veil"><p>${t("connecting")}</p></main>`;
  if (parts.seats && !poker) { fetchPoker().then(draw, () => setTimeout(draw, 1000)); return html`<main class="veil"><p>${t("connecting")}</p></main>`; }
  const toast = ui.said ? html`<p class="said ${ui.said.bad ? "bad" : ""}" role="alert">${ui.said.text}</p>` : nothing;
  return html`<main class="console ${parts.seats ? "poker" : ""}" ?inert=${Boolean(ui.sheet)}>
    ${rail(parts, stream, top)}
    ${parts.seats ? poker.oval(parts, ui, table) : areas(parts, ui, choose)}
    ${parts.seats ? poker.middle(parts, table) : strip(parts, table)}
    ${below(parts)}
    ${ui.sheet ? nothing : toast}
  </main>
  ${stream.locked ? html`<p class="banner" role="alert">${t("locked", { s: stream.age })}</p>` : nothing}
  ${ui.sheet ? over(parts) : nothing}${ui.sheet ? toast : nothing}`;
}

function below(parts) {
  if (parts.training && parts.training.mode !== "deal") return watching(parts);
  if (parts.seats) return parts.table.phase === "idle" && !ui.seat ? between(parts, ["blinds.open"]) : poker.pokerPads(parts, ui, table);
  if (parts.table.phase === "betting") return betting(parts, ui, bets);
  return parts.table.phase === "idle" ? between(parts) : pads(parts, table);
}

const says = (parts) => Boolean(linesOf(parts).length || parts.changes);

// Between rounds there is nothing to decide: what is to pay and to take has the place of the pads.
const between = (parts, types) => html`<section class="pads" aria-label=${t("pads")}><div class="between">${says(parts) ? ledger(parts) : nothing}<p class="dim">${parts.seats ? t("choose_seat") : says(parts) ? nothing : t("between")}</p></div>
  ${calls(parts, parts.moves.filter((move) => (types ? types.includes(move.type) : move.type !== "card")), table)}</section>`;

// The virtual dealer plays: the page follows, until somebody wants to deal.
function watching(parts) {
  const leaving = parts.training.mode === "leaving";
  return html`<section class="pads watching"><p>${t(leaving ? "train.leaving" : "train.watch")}</p>
    ${leaving ? nothing : html`<button class="first pad" data-call="mine" @click=${() => top.train("mine")}>${t("train.mine")}</button>`}</section>`;
}

function over(parts) {
  const one = ui.sheet;
  if (DESK.has(one.page)) {
    if (atDesk) return atDesk[one.page](parts, one);
    fetchDesk().then(draw, () => { close(); tell(t("no_answer"), true); });
    return nothing;
  }
  switch (one.page) {
    case "player": return sheet(t("other_player"), html`<form class="fields" @submit=${(event) => { event.preventDefault(); ui.player = event.target.player.value.trim() || ui.player; close(); }}><label>${t("field.player")}<input name="player" required maxlength="64" autocomplete="off"></label><button class="first">${t("choose_player")}</button></form>`, { close });
    case "choose": return sheet(one.title, html`<div class="choices">${one.moves.map((move) => html`<button @click=${() => { close(); table.call(move); }}>${moveWord(move)}<small>${move.amounts ? `${money(move.amounts[0])} – ${money(move.amounts[1])}` : move.clause ?? ""}</small></button>`)}</div>`, { close });
    case "takers": return sheet(moveWord(one.move), html`<div class="choices">${one.move.takers.map(([player, clause]) => html`<button @click=${() => { close(); if (one.sized) table.sized(one.move, { player }); else send(one.move, { player, ...one.with }); }}>${player}<small>${clause}</small></button>`)}<button @click=${() => { close(); if (one.sized) table.sized(one.move); else send(one.move, one.with); }}>${t("himself")}</button></div>`, { close });
    case "size": return sheet(moveWord(one.move), sizeSheet(one.move, parts, one, { ...table, sized: (amount) => { close(); if (one.move.id) send(one.move, { amount, ...one.with }); else sayEvent({ type: one.move.type, ...one.move.fields, amount }); }, digit }), { close });
    case "join": return sheet(t("call.join"), html`<form class="fields" @submit=${join}><label>${t("field.player")}<input name="player" required autocomplete="off"></label><label>${t("stack")}<input name="stack" inputmode="decimal" required .value=${(one.move.amounts[0] / 100).toFixed(2)}></label><button class="first">${t("call.join")}</button></form>`, { close });
    case "alerts": return sheet(t("alerts", { count: parts.alerts.length }), html`<ul class="alert-list">${parts.alerts.map((alert) => html`<li><p><strong>${alert.code}${alert.device ? ` · ${alert.device}` : ""}</strong> ${t(`severity.${alert.severity}`)}</p><p>${alert.text}</p><p class="dim">${alert.todo}</p>${me.role === "dealer" ? nothing : html`<button @click=${() => clear(alert)}>${t("clear_alert")}</button>`}</li>`)}</ul>`, { close });
    case "owed": return sheet(t("owed"), ledger(parts), { close });
    case "person": return sheet(`${me.name} · ${me.badge}`, html`<p>${t(`rank.${me.role}`)} ${me.console ? `· ${me.console}` : ""}</p>${tongue(top)}<button class="first" @click=${leave}>${t("sign_out")}</button>`, { close });
    case "pin": return signIn({ console: console_, wrong: one.wrong, why: t("asleep"), over: true }, door);
    default: return nothing;
  }
}

// --- acts --------------------------------------------------------------------------------------------------------

// One at a time: a tap while the one before is under way does nothing and says so, as does one that nobody can answer.
async function say(body, after) {
  if (stream.stale) { tell(t(stream.locked ? "locked_tap" : "reading_tap"), stream.locked); return null; }
  if (underWay) { tell(t("under_way")); return null; }
  underWay = document.activeElement;
  underWay.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => tell(t("under_way")), SLOW_MS);
  const answer = await act(body).finally(() => { clearTimeout(slow); underWay.removeAttribute("aria-busy"); underWay = null; });
  if (ui.said?.text === t("under_way")) ui.said = null;
  if (answer.n > stream.n) stream.said = answer.n;
  if (answer.status === 200) { if (after) after(answer); tellEffects(answer); }
  else if (answer.status === 428) { ui.sheet = { page: "approval", body, after, waiting: answer }; }
  else if (answer.status === 401) { ui.sheet = { page: "pin" }; me.asleep = true; }
  else if (answer.status === 0) tell(t("no_answer"), true);
  else tell(upper(refused(answer)) + (answer.rule ? ` (${answer.rule})` : ""), true);
  draw();
  return answer;
}

// What the table says no with: code and parameters in this language, else its English.
const refused = (answer) => (answer.refusal ? sentence({ ...answer.refusal, text: answer.reason }, "refusal.") : answer.reason);
const send = (move, extra = {}) => say({ move: move.id, ...extra });
// `seen` is what the page shows, or the record of its own last act, whose change is still on its way.
const sayEvent = (event, after) => say({ event, seen: Math.max(stream.n, stream.said ?? 0) }, after);

function tellEffects(answer) {
  const ruling = (answer.effects || []).find((one) => one.type === "ruling");
  const alert = (answer.effects || []).find((one) => one.type === "alert");
  if (ruling) tell(`${ruling.text}${ruling.rule ? ` (${ruling.rule})` : ""}`);
  else if (alert) tell(alert.text, true);
}

function tell(text, bad = false) {
  ui.said = { text, bad };
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => { ui.said = null; draw(); }, SAID_MS);
  draw();
}

const close = () => { ui.sheet = null; ui.wrong = ""; draw(); };
const open = (page, more = {}) => { ui.sheet = { page, ...more }; draw(); };
function digit(one) {
  ui.sheet.amount = one === "" ? Math.floor((ui.sheet.amount || 0) / 10) : Math.min(99999999999, (ui.sheet.amount || 0) * (one === "00" ? 100 : 10) + (one === "00" ? 0 : Number(one) * 1));
  draw();
}

const table = {
  move: (move) => {
    if (move.faces || ["join", "card.read"].includes(move.type)) table.call(move);
    else if (move.takers?.length && move.type !== "wager") open("takers", { move, with: most(move) });
    else send(move, most(move));
  },
  call: (move) => {
    if (move.type === "join") open("join", { move });
    else if (move.type === "card.read") open("card");
    else if (move.faces) open("faces", { move, cards: [] });
    else if (move.takers?.length && move.type !== "wager") open("takers", { move, sized: true });
    else table.sized(move);
  },
  // How much, where there is a choice; then it is said.
  sized: (move, extra = {}) => {
    if (move.amounts && move.amounts[0] !== move.amounts[1]) open("size", { move, amount: 0, with: extra });
    else send(move, extra);
  },
  choose: (title, moves) => open("choose", { title, moves }),
  why: async (pad) => {
    const area = stream.parts.turn?.area;
    if (!area) { tell(t("nobody_decides")); return; }
    const event = pad === "insure" ? { type: "insure", area, amount: stream.parts.chip } : { type: "decision", area, action: pad };
    await why(event);
  },
  whySeat: (seat, action) => (seat ? why({ type: "action", seat, action, ...(["bet", "raise"].includes(action) ? { amount: allOf(seat) } : {}) }) : tell(t("nobody_decides"))),
  outOfTurn: (seat, action) => {
    const move = { type: "action", fields: { seat, action } };
    ui.seat = null;
    if (["bet", "raise"].includes(action)) open("size", { move, amount: 0 });
    else sayEvent({ type: move.type, ...move.fields });
  },
  size: (move) => open("size", { move, amount: 0 }),
  seatChosen: (seat) => { ui.seat = ui.seat === seat ? null : seat; draw(); },
  desk: () => top.desk(),
  card: () => top.card(),
  owed: () => open("owed"),
};

// One tap on a pad takes the most, which is the original wager of a double and half of it for insurance; less is a call.
const most = (move) => (move.amounts && move.amounts[0] !== move.amounts[1] && ["decision", "insure", "follow"].includes(move.type) ? { amount: move.amounts[1] } : {});

// Where it is asked why a seat may not bet or raise: with everything it has.
const allOf = (number) => { const { bet, stack } = stream.parts.seats.find((one) => one.seat === number); return bet + stack; };

async function why(event) {
  const tried = await ask("POST", "/why", { event }).catch(() => null);
  if (!tried) tell(t("no_answer"), true);
  else if (tried.refusal) tell(`${upper(sentence(tried.refusal, "refusal."))}${tried.refusal.clause ? ` (${tried.refusal.clause})` : ""}`);
  else if (tried.reason) tell(tried.reason);
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function join(event) {
  event.preventDefault();
  const { move } = ui.sheet;
  const amount = Math.round(Number(event.target.stack.value.replace(",", ".")) * 100);
  const player = event.target.player.value.trim();
  close();
  send(move, { amount, player });
}

// --- betting -----------------------------------------------------------------------------------------------------

// Chips that were chosen for an area and not laid stay its own while another one is looked at.
function choose(area) {
  const { kind, amount, position, player } = ui;
  if (amount && ui.area) ui.chosen[ui.area] = { kind, amount, position, player }; else delete ui.chosen[ui.area];
  ui.area = area;
  Object.assign(ui, ui.chosen[area] ?? { kind: "main", amount: 0, position: null, player: stream.parts.areas.find((one) => one.area === area)?.seated ?? `P${area}` });
  delete ui.chosen[area];
  draw();
}

// The wagers of the round before, by area, so that one tap repeats them.
function keepWagers() {
  const parts = stream.parts;
  if (!parts.areas || !parts.table) return;
  if (parts.table.phase === "betting" && layout.round !== parts.table.round) { lastRound = layout.areas; layout = { round: parts.table.round, areas: {} }; ui.area = null; ui.amount = 0; ui.chosen = {}; }
  if (parts.table.phase === "betting") {
    layout.areas = Object.fromEntries(parts.areas.map((one) => [one.area, [
      ...one.hands.flatMap((hand) => hand.wagers.map((wager) => ({ kind: "main", player: wager.player, amount: wager.original }))),
      ...one.sides.map((side) => ({ kind: side.kind, player: side.player, amount: side.amount })),
    ]]));
  }
}

const bets = {
  kind: (kind) => { ui.kind = kind; ui.position = null; draw(); },
  position: (position) => { ui.position = position; draw(); },
  // Who bets here: whoever sits there or has a wager there, then everybody else at the table.
  players: (area) => {
    const here = stream.parts.areas.find((one) => one.area === area);
    const own = [here?.seated ?? `P${area}`, ...here.hands.flatMap((hand) => hand.wagers.map((wager) => wager.player)), ...here.sides.map((side) => side.player)];
    return [...new Set([...own, ...players(stream.parts), ui.player].filter(Boolean))];
  },
  player: (player) => { if (player) { ui.player = player; draw(); } else open("player"); },
  takeBack: (moves) => open("choose", { title: t("take_back_one"), moves }),
  add: (cents) => { ui.amount += cents; draw(); },
  clear: () => { ui.amount = 0; draw(); },
  lay: async (move, amount, position) => { const said = { amount, player: ui.player, position }; const answer = await (move.id ? send(move, said) : sayEvent({ type: move.type, ...move.fields, ...said })); if (answer?.status === 200) { ui.amount = 0; ui.position = null; draw(); } },
  move: (move) => send(move),
  whyOpen: () => why({ type: "bets.closed" }),
  last: (area) => (hasWager(area) ? [] : lastRound[area] || []),
  anyLast: () => Object.entries(lastRound).some(([area, wagers]) => wagers.length && !hasWager(Number(area))),
  // Each in turn, as of the one before; what is refused or lost is said, and nothing behind it is laid.
  repeat: async (area) => {
    for (const one of lastRound[area] || []) {
      const answer = await sayEvent({ type: "wager", area, ...one });
      if (answer?.status !== 200) return false;
    }
    return true;
  },
  repeatAll: async () => {
    const areas = Object.keys(lastRound).map(Number).filter((area) => !hasWager(area));
    for (const area of areas) if (!(await bets.repeat(area))) return;
  },
  seat: () => open("seat"),
};
const hasWager = (area) => Boolean(stream.parts.areas?.find((one) => one.area === area)?.hands.length);

// --- the desk ----------------------------------------------------------------------------------------------------

// A sheet, and on it what the desk has for this game.
async function openWith(page) {
  open(page);
  const answer = await ask("GET", "/desk").catch(() => ({}));
  if (ui.sheet?.page === page) { Object.assign(ui.sheet, answer, { page }); draw(); }
}

const top = {
  desk: () => openWith("desk"),
  card: () => openWith("card"),
  train: async (what) => { const answer = await ask("POST", "/training", { do: what }).catch(() => ({ reason: t("no_answer") })); if (answer.reason) tell(answer.reason, true); },
  alerts: () => open("alerts"),
  person: () => open("person"),
  language: (code) => door.language(code),
};

async function clear(alert) {
  const answer = await ask("POST", `/alerts/${encodeURIComponent(alert.code)}/clear`, alert.device ? { device: alert.device } : {}).catch(() => ({ reason: t("no_answer") }));
  if (answer.status !== 200) tell(answer.reason, true);
  close();
}

// The pit may say yes on a device of its own: looked for while the sheet is open.
setInterval(async () => {
  const id = ui.sheet?.page === "approval" ? ui.sheet.waiting.id : null;
  if (!id) return;
  const answer = await ask("GET", `/approvals/${id}`).catch(() => ({}));
  if (answer.given && ui.sheet?.waiting?.id === id) approvals.approved(id);
}, 1000);

const approvals = {
  close,
  wrong: (reason) => { ui.sheet.wrong = reason; draw(); },
  approved: async (id) => { if (ui.sheet?.page !== "approval") return; const { body, after } = ui.sheet; close(); await say({ ...body, approval: id }, after); },
};

// --- signing in --------------------------------------------------------------------------------------------------

const door = {
  in: (answer) => { me = answer; ui.wrong = ui.why = ""; ui.sheet = null; stream.open(); draw(); },
  wrong: (reason) => { if (ui.sheet?.page === "pin") ui.sheet.wrong = reason; else ui.wrong = reason; draw(); },
  enrolled: (name) => { console_ = name; ui.wrong = ""; draw(); },
  language: async (code) => { await speak(code); draw(); },
};

async function leave() {
  await ask("DELETE", "/session").catch(() => null);
  stream.close();
  me = null;
  close();
}

// Who is signed in, after a load or when the stream has ended.
async function look() {
  try {
    const answer = await ask("GET", "/session");
    console_ = answer.console;
    me = answer.me;
    if (!me && location.hash === "#demo") {
      const shown = await ask("POST", "/session", DEMONSTRATION);
      if (shown.status === 200) me = shown;
    }
    if (me) stream.open();
  } catch { setTimeout(look, 2000); }
}

// The whole round by keyboard: the first letter of a pad, digits for areas, Escape closes.
const KEYS = { h: "hit", s: "stand", d: "double", p: "split", u: "surrender", i: "insure", f: "fold", k: "check", c: "call", b: "bet", r: "raise" };
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && ui.sheet && ui.sheet.page !== "pin") { close(); return; }
  if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (ui.sheet || !me) return;
  const pad = document.querySelector(`[data-act="${KEYS[event.key.toLowerCase()]}"]`);
  if (pad && pad.getAttribute("aria-disabled") !== "true") { event.preventDefault(); pad.click(); }
  if (/^[1-9]$/.test(event.key) && stream.parts.table?.phase === "betting") choose(Number(event.key));
});

addEventListener("resize", () => { shownTurn = ""; draw(); });
document.fonts.ready.then(() => draw());
setTimeout(() => fetchDesk().catch(() => null), FETCH_DESK_MS);
await speak(preferred());
await look();
draw();
