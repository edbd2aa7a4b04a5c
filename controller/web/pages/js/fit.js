// Nothing is cut: a place that holds more than it has room for is drawn closer, a step at a time, until all of it shows.

const CLOSEST = 3;

// `from` is the step to begin with; with `widen` what does not fit even so is marked as wide, and all begin again.
export function fit(root, selector, { from = 0, widen = false } = {}) {
  const places = [...root.querySelectorAll(selector)];
  if (widen) for (const place of places) place.removeAttribute("data-wide");
  const tight = closer(places, from);
  if (!widen || !tight.length) return;
  for (const place of tight) place.setAttribute("data-wide", "");
  closer(places, from);
}

// Those for which the closest step is not close enough.
function closer(places, from) {
  for (const place of places) place.dataset.fit = from;
  for (let step = from + 1; step <= CLOSEST; step += 1) {
    const tight = places.filter(overflows);
    if (!tight.length) return tight;
    for (const place of tight) place.dataset.fit = step;
  }
  return places.filter(overflows);
}

// What scrolls all the same is in reach of the keyboard.
export function reach(root, selector) {
  for (const place of root.querySelectorAll(selector)) {
    if (overflows(place)) place.tabIndex = 0; else if (place.getAttribute("tabindex") === "0") place.removeAttribute("tabindex");
  }
}

const overflows = (place) => place.scrollHeight > place.clientHeight + 1 || place.scrollWidth > place.clientWidth + 1;
