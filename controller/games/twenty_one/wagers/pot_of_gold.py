"""The Pot of Gold wager: by the free bet markers on the area (Free Bet Blackjack 3.15.3, 3.15.4.1, 4.3, I16)."""

from typing import Final

from controller.core.money import Odds
from controller.games.twenty_one.clauses import Clauses
from controller.games.twenty_one.hands import POINTS, may_double_free, same_value
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Round, Side
from controller.games.twenty_one.wagers.side_wager import SideWager, Verdict

ODDS: Final = {1: Odds(3), 2: Odds(10), 3: Odds(25), 4: Odds(50), 5: Odds(100)}
"""By the player's free bet markers on the area, five standing for more (4.3)."""


def verdict(_clauses: Clauses, _round: Round, area: Area, side: Side) -> Verdict:
    """The markers on bust hands count too (3.15.3)."""
    found = markers(area, side.player)
    return (ODDS[min(found, 5)] if found else None), ("3.15.3" if _has_main(area, side.player) else "3.15.4.1", "4.3")


def markers(area: Area, player: str) -> int:
    """The free bet markers that count for the player: his own, or the controller's where he has no main wager (I16)."""
    counted = player if _has_main(area, player) else area.closer
    return sum(bet.markers for hand in area.hands for bet in hand.bets if bet.player == counted)


def decided(rules: Rulebook, area: Area, side: Side) -> bool:
    """Won with the first marker; lost when no hand of the area can get one any more that counts for it (I16)."""
    own = side.player if _has_main(area, side.player) else None
    return bool(area.hands) and (
        markers(area, side.player) > 0
        or not any(_marker_possible(rules, area, at, own) for at in range(len(area.hands)))
    )


def final(rules: Rulebook, area: Area, side: Side) -> bool:
    """Whether no hand of the area can get a further marker that counts for it; a card worth ten alone gets none.

    What counts for a player without a main wager there is known when the area's play has ended (I16).
    """
    if not _has_main(area, side.player):
        return bool(area.hands) and all(hand.done for hand in area.hands)
    return bool(area.hands) and not any(
        _marker_possible(rules, area, at, side.player) and not (len(hand.cards) == 1 and POINTS[hand.cards[0][0]] == 10)
        for at, hand in enumerate(area.hands)
    )


def _marker_possible(rules: Rulebook, area: Area, at: int, own: str | None) -> bool:
    """Whether a marker may still be used on this hand of the area, by this player or, for None, by anybody."""
    hand = area.hands[at]
    bets = [bet for bet in hand.bets if not bet.fate and bet.player not in area.absent and own in (None, bet.player)]
    if hand.done or not bets:
        return False
    if hand.pending == "double":  # who has not joined it may still follow
        return may_double_free(rules, hand) and not all(bet.joined for bet in bets)
    if len(hand.cards) == 1 and hand.aces and hand.pending == "second" and at + 1 < len(area.hands):
        beside = {bet.player for bet in area.hands[at + 1].bets}  # a split of Aces just made: the same
        return not all(bet.player in beside for bet in bets)
    if len(hand.cards) < 2:
        return not hand.aces
    if len(hand.cards) > 2 or hand.pending or hand.aces:
        return False
    splits = same_value(hand.cards) and POINTS[hand.cards[0][0]] != 10 and len(area.hands) < 4
    return splits or may_double_free(rules, hand)


def _has_main(area: Area, player: str) -> bool:
    return any(bet.player == player for bet in area.mains)


POT_OF_GOLD: Final = SideWager(kind="pot_of_gold", verdict=verdict, decided=decided, final=final)
