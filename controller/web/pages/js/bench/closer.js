// Looking closer: the last rounds with their clauses, the flight recorder, what `tablectl` says, the configuration, a bundle.

import { html, nothing } from "../../vendor/lit-html-3.3.3/lit-html.js";
import { t } from "../words.js";

const TOOLS = ["rounds", "recordings", "doctor", "history", "status", "configuration"];

export const closer = (seen, on) => html`<section class="block wide closer"><h2>${t("look_closer")}</h2>
  <div class="choices">${TOOLS.map((name) => html`<button data-tool=${name} aria-pressed=${seen.tool?.name === name} aria-busy=${seen.busy === name} @click=${() => on.run(name)}>${seen.busy === name ? t("looking") : t(`tool.${name}`)}</button>`)}
    <a class="button" href="/api/v1/bundle" download>${t("bundle")}</a></div>
  ${seen.tool ? html`<div class="found" role="region" aria-label=${t(`tool.${seen.tool.name}`)} tabindex="0">${found(seen.tool, on)}</div>` : nothing}</section>`;

function found({ name, answer, open, text }, on) {
  if (answer.reason) return html`<p class="stop" role="alert">${answer.reason}</p>`;
  if (name === "rounds") return rounds(answer.text);
  if (name === "configuration") return html`<pre>${JSON.stringify({ ...answer, status: undefined, ended: undefined }, null, 2)}</pre>`;
  if (name === "recordings") return answer.recordings.length ? html`<ul class="rows">${answer.recordings.map((one) => html`<li><button class="plain" aria-expanded=${open === one.name} @click=${() => on.recording(one.name)}>${one.name.replace(/^0+/, "").replace(/\.jsonl$/, "")}</button>${open === one.name ? html`<pre>${text}</pre>` : nothing}</li>`)}</ul>` : html`<p>${t("no_recordings")}</p>`;
  return html`<pre>${answer.text}</pre>`;
}

// A round is a line that begins at the margin, and what is behind it; the newest first, and open.
function rounds(text) {
  const each = text.split(/\n(?=\S)/).filter((one) => one.startsWith("Round")).reverse();
  if (!each.length) return html`<pre>${text}</pre>`;
  return html`${each.map((one, at) => { const [head, ...rest] = one.trimEnd().split("\n"); return html`<details class="round" ?open=${at === 0}><summary>${head}</summary><pre>${rest.join("\n").replace(/^ {2}/gm, "")}</pre></details>`; })}`;
}
