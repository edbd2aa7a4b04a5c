"""Pots (1.26, 1.38, 4.6), what comes back uncalled (4.3), the Rake (4.1, reading I13) and how a Pot is split (4.5).

All lists are by position. A Pot is what everybody put in between two levels; each level is the whole stake of a seat
still in that is less than the next one's, so that a seat can win only from those it has matched (3.12.4). What folded
seats put in beyond the highest level is for who is left with chips. What was paid dead lies with the Main Pot.
"""

from typing import NamedTuple

from controller.core.money import Cents
from controller.games.poker.settings import Settings
from controller.games.poker.state import FOLDED, NOBODY, Hand


class Stakes(NamedTuple):
    """What each position put in as live bets, less what came back to `uncalled_by`."""

    live: tuple[Cents, ...]
    uncalled_by: int
    uncalled: Cents


class LivePot(NamedTuple):
    """`amount` before the Rake; `eligible` positions."""

    amount: Cents
    rake: Cents
    eligible: tuple[int, ...]


def stakes(hand: Hand) -> Stakes:
    """The live bets of the round, less what nobody matched of the highest: that goes back (4.3).

    To a seat that has folded since (5.13, or after a Big Blind All-in for less) only where those left are All-in, and
    so cannot win it (3.12.4).
    """
    live = [
        brought - stack - dead
        for brought, stack, dead in zip(hand.brought, hand.betting.stacks, hand.dead, strict=True)
    ]
    most = max(live)
    position = live.index(most)
    if live.count(most) > 1 or (hand.betting.marks[position] == FOLDED and _with_chips(hand)):
        return Stakes(tuple(live), NOBODY, 0)
    matched = max(amount for other, amount in enumerate(live) if other != position)
    live[position] = matched
    return Stakes(tuple(live), position, most - matched)


def _with_chips(hand: Hand) -> tuple[int, ...]:
    """The positions still in that are not All-in."""
    betting = hand.betting
    return tuple(one for one, mark in enumerate(betting.marks) if mark != FOLDED and betting.stacks[one])


def build(settings: Settings, hand: Hand, live: tuple[Cents, ...]) -> tuple[LivePot, ...]:
    """The Main Pot and the Side Pots in the order in which they are raked and resolved (4.1, 4.6)."""
    still_in = [position for position, mark in enumerate(hand.betting.marks) if mark != FOLDED]
    if len(still_in) == 1:
        amounts, eligible = [sum(live)], [tuple(still_in)]
    else:
        amounts, eligible, below = [], [], 0
        for level in sorted({live[position] for position in still_in}):
            amounts.append(sum(min(amount, level) - min(amount, below) for amount in live))
            eligible.append(tuple(position for position in still_in if live[position] >= level))
            below = level
        beyond = sum(amount - min(amount, below) for amount in live)
        able = _with_chips(hand)
        if beyond and able and able != eligible[-1]:  # no All-in has contributed to it (3.12.4)
            amounts.append(beyond)
            eligible.append(able)
        else:
            amounts[-1] += beyond
    amounts[0] += sum(hand.dead)
    left, pots = settings.rake_cap, []
    for amount, seats in zip(amounts, eligible, strict=True):
        taken = _rake(settings, amount, left)
        left = None if left is None else left - taken
        pots.append(LivePot(amount, taken, seats))
    return tuple(pot for pot in pots if pot.amount)


def _rake(settings: Settings, amount: Cents, left: Cents | None) -> Cents:
    """I13: the percentage of the Pot, at most what the cap leaves, down to the chip."""
    share = amount * settings.rake_numerator // settings.rake_denominator
    taken = share if left is None else min(share, left)
    return taken - taken % settings.chip


def split(settings: Settings, amount: Cents, winners: list[int]) -> dict[int, Cents]:
    """Equal parts in chips; the odd chips one each from the first winner left of the button (4.5)."""
    chips = amount // settings.chip
    each, odd = divmod(chips, len(winners))
    return {position: (each + (order < odd)) * settings.chip for order, position in enumerate(sorted(winners))}
