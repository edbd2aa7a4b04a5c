// The pit's own device: what waits for a yes at this table, what each will do, and the yes by badge and PIN.

import { html, nothing, render } from "../vendor/lit-html-3.3.3/lit-html.js";
import { ask } from "./api.js";
import { approval, preview } from "./approval.js";
import { keepFocus } from "./focus.js";
import { signIn, tongue } from "./sign_in.js";
import { preferred, speak, t } from "./words.js";

const app = document.getElementById("app");
const EVERY_MS = 2000;
let me = null;
let console_ = null;
let waiting = [];
let chosen = null;
let wrong = "";
let why = "";
let reached = false;

function draw() {
  render(page(), app);
  keepFocus(!me ? "sign_in" : chosen ? "approval" : null);
}

function page() {
  if (!me) return signIn({ console: console_, wrong, why }, door);
  return html`<main class="waits" ?inert=${chosen !== null}>
    <header class="rail"><h1>${t("approvals")}</h1><span class="room"></span><span class="link" role="status"><span class="lamp ${reached ? "" : "off"}"></span>${reached ? t("live") : t("no_answer")}</span>
      ${tongue(door)}<button class="plain" data-call="leave" @click=${leave}>${me.name} · ${t("sign_out")}</button></header>
    ${waiting.length ? html`<section aria-label=${t("approvals")}>${waiting.map(asked)}</section>` : html`<p class="dim none">${t("nothing_waits")}</p>`}
  </main>${chosen ? approval({ ...chosen, reason: "" }, { wrong }, approving) : nothing}`;
}

const asked = (one) => html`<article class="ask"><p class="title">${t("approval", { rank: t(`rank.${one.rank}`) })}${one.rule ? ` (${one.rule})` : ""}</p><p class="dim">${one.asked_by}${one.console ? ` · ${one.console}` : ""}</p>
  ${preview(one.preview)}<button class="first" @click=${() => { chosen = one; draw(); }}>${t("approve")}</button></article>`;

addEventListener("keydown", (event) => { if (event.key === "Escape" && chosen) approving.close(); });

async function leave() {
  await ask("DELETE", "/session").catch(() => null);
  me = null;
  draw();
}

const approving = {
  close: () => { chosen = null; wrong = ""; draw(); },
  wrong: (reason) => { wrong = reason; draw(); },
  approved: () => { chosen = null; wrong = ""; look(); },
};

const door = {
  in: (answer) => { me = answer; wrong = why = ""; look(); },
  wrong: (reason) => { wrong = reason; draw(); },
  enrolled: (name) => { console_ = name; wrong = ""; draw(); },
  language: async (code) => { await speak(code); draw(); },
};

async function look() {
  if (!me) return;
  try {
    const answer = await ask("GET", "/approvals");
    reached = true;
    if (answer.status === 401) { me = null; why = t("session_over"); }
    else if (answer.status === 403) { wrong = answer.reason; me = null; }
    else waiting = answer.approvals;
  } catch { reached = false; }
  draw();
}

await speak(preferred());
const answer = await ask("GET", "/session").catch(() => ({}));
console_ = answer.console;
me = answer.me ?? null;
await look();
draw();
setInterval(look, EVERY_MS);
