// The pit's own device: what waits for a yes at this table, what each will do, and the yes by badge and PIN.

import { html, nothing, render } from "../vendor/lit-html-3.3.3/lit-html.js";
import { ask } from "./api.js";
import { approval, preview, signIn } from "./sign_in.js";
import { preferred, speak, t } from "./words.js";

const app = document.getElementById("app");
const EVERY_MS = 2000;
let me = null;
let console_ = null;
let waiting = [];
let chosen = null;
let wrong = "";
let reached = false;

function draw() {
  if (!me) { render(signIn({ console: console_, wrong }, door), app); return; }
  render(html`<main class="veil"><section class="sheet"><header><h2>${t("approvals")}</h2><span class="dim">${me.name}${reached ? "" : ` · ${t("no_answer")}`}</span></header>
    ${waiting.length ? waiting.map((one) => html`<article class="preview"><p><strong>${t("approval", { rank: t(`rank.${one.rank}`) })}</strong> ${one.asked_by}${one.console ? ` · ${one.console}` : ""}${one.rule ? ` (${one.rule})` : ""}</p>${preview(one.preview)}<button class="first" @click=${() => { chosen = one; draw(); }}>${t("approve")}</button></article>`) : html`<p class="dim">${t("nothing_waits")}</p>`}
  </section></main>${chosen ? approval({ ...chosen, reason: "" }, { wrong }, approving) : nothing}`, app);
}

const approving = {
  close: () => { chosen = null; wrong = ""; draw(); },
  wrong: (reason) => { wrong = reason; draw(); },
  approved: () => { chosen = null; wrong = ""; look(); },
};

const door = {
  in: (answer) => { me = answer; wrong = ""; look(); },
  wrong: (reason) => { wrong = reason; draw(); },
  enrolled: (name) => { console_ = name; wrong = ""; draw(); },
};

async function look() {
  if (!me) return;
  try {
    const answer = await ask("GET", "/approvals");
    reached = true;
    if (answer.status === 401) me = null;
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
