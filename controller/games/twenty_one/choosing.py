"""Who may still choose before the next card: to withdraw, to follow a split or double, to take a double back.

While somebody may, a card that is kept waits (`Round.pause`) until another event shows that nobody does: so neither a
ruling nor a call deals it on before he could (3.23, 3.25.5, 3.25.8, 5.25; Blackjack 5.7.3). Who takes an offer
meanwhile shows nothing.
"""

from typing import Final

from controller.core.events import Decision, Event, Follow, Insure, Irregularity, OffersClosed, RoundVoid
from controller.games.twenty_one.control import hand_at
from controller.games.twenty_one.hands import total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Following, Round

CHOICES: Final = frozenset((Follow, Irregularity, RoundVoid, OffersClosed))
"""Events that do not show that nobody chooses any more: a choice itself, a ruling, and the word that ends the pause."""


def is_choice(event: Event, round_: Round | None) -> bool:
    """Whether the kept cards go on waiting beside this event.

    An offer stands open until a kept card lies on a hand (I20); a double is taken back once its own card has come.
    """
    if type(event) in CHOICES:
        return True
    if round_ is None:
        return False
    if type(event) is Insure:
        return round_.offers_open
    if type(event) is not Decision:
        return False
    if event.action in {"surrender", "even_money"}:
        return round_.offers_open
    return event.action == "rescue" and round_.rescuable is not None


def somebody_may_choose(round_: Round, rules: Rulebook) -> bool:
    """Whether the next card would take a choice from anybody."""
    if round_.withdrawal is not None:
        return True
    if round_.following is not None:
        return _somebody_may_follow(round_, round_.following)
    if round_.rescuable is None:
        return False
    index, hand_id = round_.rescuable
    _, hand = hand_at(round_.areas[index], hand_id)
    return total_of(rules, hand)[0] < 21 and any(bet.joined and not bet.fate for bet in hand.bets)


def _somebody_may_follow(round_: Round, following: Following) -> bool:
    area = round_.areas[following.area]
    _, hand = hand_at(area, following.hand)
    waiting = [bet for bet in hand.bets if not bet.fate and bet.player not in area.absent]
    if not following.new_hand:
        return not all(bet.joined for bet in waiting)
    _, new = hand_at(area, following.new_hand)
    joined = {bet.player for bet in new.bets}
    return not all(bet.player in joined for bet in waiting)
