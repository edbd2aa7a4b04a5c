// Words of a language from its catalogue, numbers and money in its form; what the catalogue lacks is shown in English.

const base = new URL("../i18n/", import.meta.url);
const LANGUAGES = { en: "English", "zh-Hans": "简体中文", de: "Deutsch" };
let english = {};
let own = {};
let refusals = {};
export let language = "en";

export const languages = Object.entries(LANGUAGES);

export async function speak(wanted) {
  language = wanted in LANGUAGES ? wanted : "en";
  const read = async (name) => (await fetch(new URL(`${name}.json`, base))).json();
  english = Object.keys(english).length ? english : await read("en");
  own = language === "en" ? english : await read(language);
  read(`refusals/${language}`).then((all) => { refusals = all; }, () => { refusals = {}; });  // no page waits for them
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

// `{a}` is filled in, `{a:money}` as an amount; of `{a|b}` the one that there is.
const fill = (text, params) => text.replace(/\{([\w|]+)(:money)?\}/g, (_, names, cents) => {
  const name = names.split("|").find((one) => params[one] !== undefined) ?? names;
  return cents ? money(params[name]) : word(params[name], name);
});
// A number in its form, a sentence in a sentence; a kind, an action, a street or a rank by its word, where it has one.
const WORDS = { kind: ["short.", "kind."], action: ["act."], street: ["street."], needed: ["rank."], authority: ["rank."] };
function word(value, name) {
  if (value?.code) return sentence(value, "refusal.");
  if (typeof value === "number") return value.toLocaleString(language);
  const key = (WORDS[name] ?? []).map((prefix) => prefix + String(value).replaceAll(" ", "_")).find(has);
  return key ? t(key) : String(value ?? "");
}

// The words of a key; `{name}` is filled in.
export function t(key, params = {}) {
  return fill(own[key] ?? english[key] ?? key, params);
}

// Whether there are words for it.
export const has = (key) => key in own || key in english;

// A sentence of the table: code and parameters in this language, else the English that came with it. Those that it says no
// with have a catalogue of their own; in English it has those alone in which an amount is to be written.
export function sentence(one, prefix = "say.") {
  if (!one) return "";
  const text = prefix === "refusal." ? refusals[one.code] : own[prefix + one.code];
  return text === undefined ? one.text : fill(text, one.params || {});
}

// Cents as an amount.
export function money(cents) {
  return (cents / 100).toLocaleString(language === "zh-Hans" ? "en" : language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

// Cents without a point where there are none: for limits.
export function short(cents) {
  return cents % 100 ? money(cents) : (cents / 100).toLocaleString(language === "zh-Hans" ? "en" : language);
}

// A share of a hundred from its decimal text, without the sign.
export function percent(text) {
  return Number(text).toLocaleString(language === "zh-Hans" ? "en" : language, { maximumFractionDigits: 9 });
}
