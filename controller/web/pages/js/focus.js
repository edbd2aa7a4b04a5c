// The focus of a page with sheets: it goes into the sheet, stays there while the page behind is inert, and comes back.
// A button that is gone after its tap leaves the focus at its section, so that the keyboard goes on from there.

const FIELD = ".sheet input:not([type=hidden]), .sheet select";
let before = null;
let section = null;
let shown = null;

addEventListener("focusin", (event) => {
  if (event.target.closest(".veil")) return;
  before = event.target;
  section = event.target.closest("section, header") ?? section;
});

// To be called after each drawing; `name` is that of the sheet which lies on top, or null.
export function keepFocus(name) {
  const sheet = [...document.querySelectorAll(".veil .sheet")].at(-1) ?? null;
  const lost = !document.activeElement || document.activeElement === document.body;
  if (name) {
    if (!sheet) return;
    if (shown !== name || !sheet.contains(document.activeElement)) into(sheet, shown !== name);
    shown = name;
    return;
  }
  if (shown !== null && before?.isConnected && !before.closest("[inert]")) before.focus({ preventScroll: true });
  else if (lost && section) onto(section.isConnected ? section : document.querySelector(`.${section.classList[0]}`));
  shown = null;
}

function onto(place) {
  if (!place) return;
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

function into(sheet, fresh) {
  const field = fresh && matchMedia("(pointer: fine)").matches ? sheet.querySelector(FIELD) : null;
  sheet.tabIndex = -1;
  (field ?? sheet).focus({ preventScroll: !fresh });
}
