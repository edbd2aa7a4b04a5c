// The last rounds from outcomes, the newest first: the best multiplier, else how the Dealer ended; the pots at poker.

const KEPT = 6;

export function last(rounds, body) {
  const others = rounds.filter((one) => one.round !== body.round);
  if (body.status === "withdrawn") return others;
  return [gist(body), ...others].sort((a, b) => b.round - a.round).slice(0, KEPT);
}

function gist(body) {
  const one = { round: body.round, status: body.status };
  if (!body.dealer) return { ...one, pots: (body.pots ?? []).reduce((sum, pot) => sum + pot.amount, 0) };
  const multiplier = Math.max(0, ...body.ledger.map((line) => line.multiplier ?? 0));
  return { ...one, total: body.dealer.total, dealer: body.dealer.result, ...(multiplier && { multiplier }) };
}
