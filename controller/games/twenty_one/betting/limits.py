"""Limits once a wager lies: what of it counts, and whether it comes back (policy `settle`; 5.26, 5.27, Blackjack 5.1).

A wager over the maximum is won and lost to the maximum only, and what doubling adds to it counts at most as much (I21).
On a Blackjack box the excess is shared pro rata among the bets that are not under the minimum, rounded down to the
chip, and what doubling adds is cut in the same ratio.
"""

from collections.abc import Iterable, Iterator

from controller.core.money import Cents
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Bet, State


def limits_of(state: State, kind: str) -> tuple[Cents, Cents] | None:
    """Least and most for this kind of wager; None where the table has no limits for it."""
    return state.table.limits.get(kind)


def under_minimum(state: State, kind: str, amount: Cents) -> bool:
    """Whether the amount is under the table's minimum for its kind."""
    limits = state.table.limits.get(kind)
    return limits is not None and amount < limits[0]


def repeated_under_minimum(state: State, rules: Rulebook, kind: str, player: str, amount: Cents) -> bool:
    """Whether 5.26 returns the wager: its player has had one under the minimum settled before."""
    return (
        player in state.warned
        and not rules.limits_on_box
        and state.table.limits_policy == "settle"
        and under_minimum(state, kind, amount)
    )


def refunded(state: State, rules: Rulebook, bet: Bet) -> bool:
    """Whether this main wager is returned irrespective of the outcome (5.26)."""
    return bool(state.warned) and repeated_under_minimum(state, rules, "main", bet.player, bet.original)


def counted_main(state: State, rules: Rulebook, area: Area, bet: Bet) -> Cents:
    """What of an original wager is won or lost."""
    if state.table.limits_policy != "settle" or "main" not in state.table.limits:
        return bet.original
    return _counted(state, rules, "main", bet.original, on_area(area, "main"))


def counted_double(state: State, rules: Rulebook, area: Area, bet: Bet) -> Cents:
    """What is won or lost of what doubling added to the wager (I21)."""
    if not bet.added or state.table.limits_policy != "settle" or "main" not in state.table.limits:
        return bet.added
    least, most = state.table.limits["main"]
    if not rules.limits_on_box:
        return min(bet.added, most)  # 5.27
    return _in_ratio(state, bet.added, least, most, list(on_area(area, "main"))) if bet.original >= least else bet.added


def counted_side(state: State, rules: Rulebook, area: Area, kind: str, amount: Cents) -> Cents:
    """What of a side wager is won or lost."""
    if state.table.limits_policy != "settle" or kind not in state.table.limits:
        return amount
    return _counted(state, rules, kind, amount, on_area(area, kind))


def limit_clauses(state: State, rules: Rulebook, area: Area, kind: str, amount: Cents) -> tuple[str, ...]:
    """The clause by which a wager outside the limits is settled all the same; none for one within them."""
    if state.table.limits_policy != "settle" or kind not in state.table.limits:
        return ()
    least, most = state.table.limits[kind]
    total = sum(on_area(area, kind)) if rules.limits_on_box else amount
    if amount < least:
        uncut = rules.clauses.under_minimum_uncut if total > most else None
        return (uncut or rules.clauses.under_minimum,)
    return (rules.clauses.over_maximum,) if total > most else ()


def on_area(area: Area, kind: str) -> Iterator[Cents]:
    """What has been wagered on the area in this kind, wager by wager."""
    if kind == "main":
        return (one.original for one in area.mains)
    return (one.amount for one in area.sides if one.kind == kind)


def _counted(state: State, rules: Rulebook, kind: str, amount: Cents, on_box: Iterable[Cents]) -> Cents:
    least, most = state.table.limits[kind]
    if not rules.limits_on_box:
        return min(amount, most)  # 5.27
    amounts = list(on_box)
    if amount < least:  # Blackjack 5.1.2
        return amount
    return max(_in_ratio(state, amount, least, most, amounts), least)


def _in_ratio(state: State, amount: Cents, least: Cents, most: Cents, on_box: list[Cents]) -> Cents:
    """The amount by the ratio of the maximum to the bets on a box over it that are not under the minimum (5.1.1)."""
    if sum(on_box) <= most:
        return amount
    shared = sum(one for one in on_box if one >= least)
    chip = state.table.chip
    return min(amount, amount * most // shared // chip * chip)
