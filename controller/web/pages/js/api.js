// Requests to the table, and the keys of taps: kept until answered, the same on each retry.

const API = "/api/v1";
const HELD = "taps";

// `status` is that of HTTP, `ended` what the body calls so.
export async function ask(method, path, body, longest = 8000) {
  const answer = await fetch(API + path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: "no-store",
    signal: AbortSignal.timeout(longest),
  });
  let read = {};
  try { read = await answer.json(); } catch { /* an answer of something between */ }
  return { ...read, ended: read.status, status: answer.status };
}

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const held = () => { try { return JSON.parse(sessionStorage.getItem(HELD) || "{}"); } catch { return {}; } };
const hold = (all) => { try { sessionStorage.setItem(HELD, JSON.stringify(all)); } catch { /* goes on without */ } };

// One act: sent until it is answered, at most so often; then {status: 0}, and `settle` asks what became of it.
export async function act(body) {
  const whole = { key: newKey(), ...body };
  hold({ ...held(), [whole.key]: whole });
  const answer = await deliver(whole);
  if (answer.status) release(whole.key);
  return answer;
}

async function deliver(whole) {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const answer = await ask("POST", "/acts", whole);
      if (answer.status !== 503 && answer.status !== 408) return answer;
    } catch { /* the same key again */ }
    await new Promise((done) => setTimeout(done, 300 * (attempt + 1)));
  }
  return { status: 0 };
}

const release = (key) => { const all = held(); delete all[key]; hold(all); };

// After a reconnection: what became of taps whose answer was lost. A tap that is unknown is dropped, and may be made anew.
export async function settle() {
  const results = [];
  for (const [key, whole] of Object.entries(held())) {
    try {
      const answer = await ask("GET", `/acts/${key}`);
      if (answer.status === 401) continue;
      release(key);
      results.push({ whole, answer });
    } catch { /* next time */ }
  }
  return results;
}
