// A value that has come out stays for a while, though the table arms the next press with it; a roll that begins ends that.

const HOLD_MS = 2500;

export class Hold {
  constructor() {
    this.id = undefined;
    this.kept = null;
    this.until = 0;
  }

  // What the meter shows: `drawn` is the value that came out last. What was out before this page was loaded is not held.
  of({ meter, drawn }, now = Date.now()) {
    const id = drawn?.id ?? null;
    if (this.id !== undefined && id !== null && id !== this.id) {
      this.kept = { ...drawn, state: "showing" };
      this.until = now + HOLD_MS;
    }
    this.id = id;
    return meter.state !== "rolling" && now < this.until ? this.kept : meter;
  }
}
