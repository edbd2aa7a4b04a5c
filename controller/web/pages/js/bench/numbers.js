// Numbers that are within their bounds, or stand out; and what runs here, by its hashes.

import { html, nothing } from "../../vendor/lit-html-3.3.3/lit-html.js";
import { language, t } from "../words.js";

const GB = 1e9;
const COMMIT_MS = 100;
const AGE_S = 60;
const HOT_C = 80;
const DAYS = 30;
const DISK = ["disk_low", "disk_short"];  // by the table's own bounds
const size = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : bytes >= GB ? `${(bytes / GB).toLocaleString(language, { maximumFractionDigits: 1 })} GB` : `${(bytes / 1e6).toLocaleString(language, { maximumFractionDigits: 1 })} MB`);
const ms = (time) => time.toLocaleString(language, { maximumFractionDigits: 1 });
const lasts = (s) => (s < 120 ? t("for_s", { s }) : s < 7200 ? t("for_min", { min: Math.round(s / 60) }) : s < 172800 ? t("for_h", { h: Math.round(s / 3600) }) : t("for_d", { d: Math.round(s / 86400) }));

// Word, value, whether it stands out.
function rows(one, alerts) {
  const waiting = one.outbox.mqtt ?? 0;
  const runs = Math.round((Date.now() - Date.parse(one.since)) / 1000);
  return [
    [t("commit"), one.commit ? `${ms(one.commit.p50_ms)} / ${ms(one.commit.p99_ms)} ms` : "–", one.commit?.p99_ms > COMMIT_MS],
    [t("waiting"), waiting ? `${waiting} · ${lasts(one.outbox_age_s ?? 0)}` : "0", one.outbox_age_s > AGE_S],
    [t("disk_free"), size(one.free_bytes), alerts.some(({ code }) => DISK.includes(code))],
    [t("clock"), t(one.clock_synchronised ? "synchronised" : "not_synchronised"), !one.clock_synchronised],
    ...(one.temperature_c === null ? [] : [[t("temperature"), `${one.temperature_c.toLocaleString(language)} °C`, one.temperature_c > HOT_C]]),
    ...one.certificates.map((file) => [t(`certificate.${file.use}`), file.ends ? t("until", { date: new Date(file.ends).toLocaleDateString(language) }) : file.reason, !file.ends || Date.parse(file.ends) - Date.now() < DAYS * 86400e3]),
    [t("record"), one.n.toLocaleString(language)], [t("journal_size"), size(one.journal_bytes)],
    [t("memory"), size(one.memory_bytes)], [t("runs"), lasts(runs)],
  ];
}

export const outstanding = (one, alerts) => rows(one, alerts).filter(([, , out]) => out).map(([word, value]) => `${word} ${value}`);

export const numbers = (one, alerts) => html`<section class="block"><h2>${t("numbers")}</h2><dl class="numbers">${rows(one, alerts).map(([word, value, out]) => html`<div class=${out ? "out" : ""}><dt>${word}</dt><dd class="figure">${out ? html`<span aria-hidden="true">! </span>` : nothing}${value}</dd></div>`)}</dl></section>`;

export const about = (one) => html`<section class="block wide"><h2>${t("about")}</h2><dl class="about">${Object.entries(one.about).map(([name, value]) => html`<div><dt class="dim">${t(`about.${name}`)}</dt><dd class="hash">${value}</dd></div>`)}</dl></section>`;
