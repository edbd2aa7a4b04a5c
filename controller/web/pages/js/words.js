// Words of a language from its catalogue, numbers and money in its form; what the catalogue lacks is shown in English.

const base = new URL("../i18n/", import.meta.url);
const LANGUAGES = { en: "English", "zh-Hans": "简体中文", de: "Deutsch" };
let english = {};
let own = {};
export let language = "en";

export const languages = Object.entries(LANGUAGES);

export async function speak(wanted) {
  language = wanted in LANGUAGES ? wanted : "en";
  const read = async (name) => (await fetch(new URL(`${name}.json`, base))).json();
  english = Object.keys(english).length ? english : await read("en");
  own = language === "en" ? english : await read(language);
  document.documentElement.lang = language;
  try { localStorage.setItem("language", language); } catch { /* a console that keeps nothing */ }
}

export function preferred() {
  try { if (localStorage.getItem("language")) return localStorage.getItem("language"); } catch { /* the same */ }
  const first = (navigator.languages || []).map((one) => one.toLowerCase());
  for (const one of first) {
    if (one.startsWith("zh")) return "zh-Hans";
    if (one.startsWith("de")) return "de";
    if (one.startsWith("en")) return "en";
  }
  return "en";
}

const fill = (text, params) => text.replace(/\{(\w+)(:money)?\}/g, (_, name, cents) => (cents ? money(params[name]) : word(params[name])));
const word = (value) => (value?.code ? sentence(value, "refusal.") : typeof value === "number" ? value.toLocaleString(language) : String(value ?? ""));

// The words of a key; `{name}` is filled in.
export function t(key, params = {}) {
  return fill(own[key] ?? english[key] ?? key, params);
}

// Whether there are words for it.
export const has = (key) => key in own || key in english;

// A sentence of the table: code and parameters in this language, else the English that came with it.
export function sentence(one, prefix = "say.") {
  if (!one) return "";
  const key = prefix + one.code;
  return key in own && language !== "en" ? fill(own[key], one.params || {}) : one.text;
}

// Cents as an amount.
export function money(cents) {
  return (cents / 100).toLocaleString(language === "zh-Hans" ? "en" : language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

// Cents without a point where there are none: for limits.
export function short(cents) {
  return cents % 100 ? money(cents) : (cents / 100).toLocaleString(language === "zh-Hans" ? "en" : language);
}
