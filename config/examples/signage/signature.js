// Whether the table has signed a message: Ed25519 over its text without `sig`, behind what it is and its topic
// (config/examples/README.md, `Whose message it is`).
// A browser has it at https and localhost; without a key every message counts.

export async function verifier(hex) {
  if (!hex) return async () => true;
  const key = await crypto.subtle.importKey("raw", bytes(hex), "Ed25519", false, ["verify"]);
  return async (topic, text) => {
    const found = /^(\{.*),"sig":"([0-9a-f]{128})"\}$/s.exec(text);
    if (!found) return false;
    const signed = new TextEncoder().encode(`table-controller message 1\n${topic}\n${found[1]}}`);
    return crypto.subtle.verify("Ed25519", key, bytes(found[2]), signed);
  };
}

const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
