// The table as it is streamed: parts are replaced whole; a gap reopens the stream; less than five seconds without a beat lock it.
// `stale` is while it is read anew, too; `locked` only when the table has not been heard of for that long.

const STALE_MS = 4500;

export class Stream {
  constructor({ changed, ended }) {
    this.parts = {};
    this.n = 0;
    this.life = "";
    this.stale = true;
    this.since = Date.now();
    this.changed = changed;
    this.ended = ended;
    this.source = null;
    this.timer = setInterval(() => this.look(), 250);
    for (const event of ["visibilitychange", "pageshow"]) {
      addEventListener(event, () => { if (document.visibilityState === "visible" && this.source) this.reopen(); });
    }
  }

  open() {
    this.close();
    this.source = new EventSource("/api/v1/live");
    this.source.addEventListener("snapshot", (event) => this.snapshot(JSON.parse(event.data)));
    this.source.addEventListener("change", (event) => this.change(JSON.parse(event.data)));
    this.source.addEventListener("beat", () => this.alive());
    this.source.addEventListener("gone", () => { this.close(); this.ended(); });
    this.source.addEventListener("error", () => { if (this.source && this.source.readyState === EventSource.CLOSED) this.refused(); });
  }

  // A stream that the table refuses: signed out, or full.
  refused() {
    this.close();
    this.markStale();
    setTimeout(() => this.ended(), 1000);
  }

  close() {
    if (this.source) this.source.close();
    this.source = null;
  }

  // A fresh snapshot: after sleep, and where something is missing. The tap that woke the screen does nothing.
  reopen() {
    this.markStale();
    this.open();
  }

  snapshot(body) {
    if (this.build && body.build !== this.build) { location.reload(); return; }
    this.build = body.build;
    this.life = body.life;
    this.n = body.n;
    this.parts = body.parts;
    this.alive(true);
  }

  change(body) {
    if (body.prev !== this.n) { this.reopen(); return; }
    this.n = body.n;
    for (const [name, part] of Object.entries(body.parts)) {
      if (part === null) delete this.parts[name]; else this.parts[name] = part;
    }
    this.alive(true);
  }

  alive(news = false) {
    this.since = Date.now();
    const was = this.stale;
    this.stale = false;
    if (news || was) this.changed({ fresh: was });
  }

  markStale() {
    if (!this.stale) { this.stale = true; this.changed({}); }
  }

  // Each quarter of a second; while locked the age that is shown grows.
  look() {
    if (!this.source || Date.now() - this.since <= STALE_MS) return;
    if (this.stale && this.age !== this.shown) this.changed({});
    this.shown = this.age;
    this.markStale();
  }

  get locked() { return this.stale && Date.now() - this.since > STALE_MS; }

  get age() { return Math.round((Date.now() - this.since) / 1000); }
}
