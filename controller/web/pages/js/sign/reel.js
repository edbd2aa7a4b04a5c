// The reel: it turns without an end while the meter rolls; the strip on which it lands ends at the committed value and is laid
// before its first frame, so that it can come to rest nowhere else. Loaded later than the roll began it shows at once.

const STEP_MS = 90;
const STEPS = 3;
const LAND_MS = 600;
const EASE = "cubic-bezier(.15, .75, .25, 1)";
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Reel {
  constructor(suffix) {
    this.suffix = suffix;
    this.turning = null;
    this.key = "";
  }

  // `strip` is null where the meter neither rolls nor shows.
  turn(strip, values, { state, area, player, multiplier }) {
    const key = `${state} ${multiplier ?? ""} ${area ?? ""} ${player ?? ""}`;
    if (key === this.key) return;
    const at = this.key.startsWith("rolling") ? this.position(values.length) : null;
    this.key = key;
    if (this.turning) { this.turning.cancel(); this.turning = null; }
    if (!strip) return;
    if (state === "rolling") this.roll(strip, values);
    else this.land(strip, values, multiplier, at);
  }

  // Which face is in the window, by the animation's own clock: nothing is measured on the page.
  position(count) {
    return this.turning ? Math.floor((this.turning.currentTime / STEP_MS) % count) : null;
  }

  roll(strip, values) {
    this.lay(strip, [...values, values[0]]);
    if (still.matches) return;
    this.turning = strip.animate([{ transform: "translateY(0)" }, { transform: up(values.length, values.length + 1) }], { duration: STEP_MS * values.length, iterations: Infinity });
  }

  land(strip, values, multiplier, at) {
    const before = at === null ? [] : Array.from({ length: STEPS }, (_, step) => values[(at + step) % values.length]);
    const faces = [...before, multiplier];
    this.lay(strip, faces);
    const end = up(faces.length - 1, faces.length);
    strip.style.setProperty("transform", end);
    if (before.length) this.turning = strip.animate([{ transform: "translateY(0)" }, { transform: end }], { duration: LAND_MS, easing: EASE });
  }

  lay(strip, faces) {
    strip.style.setProperty("transform", "none");
    strip.replaceChildren(...faces.map((face) => {
      const one = document.createElement("div");
      const small = document.createElement("small");
      small.textContent = ` ${this.suffix}`;
      one.append(String(face), small);
      return one;
    }));
  }
}

const up = (steps, of) => `translateY(${(-100 * steps) / of}%)`;
