"""A side wager is one record: the mechanics place, bound, settle and return any that a rulebook lists."""

from dataclasses import replace
from typing import Final

import pytest

from controller.core.effects import Effect, Rejected, RoundEnded
from controller.core.events import BetsClosed, BetsOpen, CardDrawn, Decision, Event, OffersClosed, Wager
from controller.core.money import Cents, Odds
from controller.core.outcomes import TwentyOneOutcome
from controller.core.tables import TwentyOneTable
from controller.games.blackjack.rulebook import BLACKJACK
from controller.games.free_bet_blackjack.rulebook import FREE_BET_BLACKJACK
from controller.games.pontoon.rulebook import PONTOON
from controller.games.pontoon_pandemonium.rulebook import PONTOON_PANDEMONIUM
from controller.games.twenty_one.clauses import Clauses
from controller.games.twenty_one.engine import step
from controller.games.twenty_one.opening import open_table
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Round, Side
from controller.games.twenty_one.wagers.side_wager import Bound, SideWager, Verdict, opening_cards

LEDGER: Final = ("pair", "pandemonium", "busted", "pot_of_gold", "under13", "over13")
"""The order of the contract, section 5."""


def red(_clauses: Clauses, _round: Round, area: Area, _side: Side) -> Verdict:
    """Two red cards win 3 to 1."""
    won = all(card[1] in "HD" for card in opening_cards(area))
    return (Odds(3) if won else None), ("9.1",)


def main_wager(area: Area, _player: str) -> Cents:
    """No more than the first main wager."""
    return area.mains[0].original


RED: Final = SideWager(kind="red", verdict=red, bound=Bound(most=main_wager, of="the main wager", clause="9.2"))
RULES: Final = replace(PONTOON, side_wagers=(RED, *PONTOON.side_wagers))


def played(rules: Rulebook, *events: Event) -> list[Effect]:
    """The effects of all the events."""
    state = open_table(rules, TwentyOneTable(game=rules.game))
    effects = []
    for event in events:
        state, given = step(rules, state, event)
        effects += given
    return effects


@pytest.mark.parametrize(
    "rules", [PONTOON, PONTOON_PANDEMONIUM, FREE_BET_BLACKJACK, BLACKJACK], ids=lambda one: one.game
)
def test_a_rulebook_lists_its_side_wagers_in_the_order_of_the_ledger(rules: Rulebook) -> None:
    """The main wager is the first kind, and each side wager is found by its own."""
    kinds = rules.wager_kinds[1:]
    assert rules.wager_kinds[0] == "main"
    assert kinds == tuple(kind for kind in LEDGER if kind in kinds)
    assert kinds == tuple(rules.sides) == tuple(one.kind for one in rules.sides.values())


@pytest.mark.parametrize(("second", "net", "result"), [("9D", 300, "win"), ("9S", -100, "lose")])
def test_a_new_one_is_settled_by_its_own_verdict(second: str, net: int, result: str) -> None:
    """Its line stands where the rulebook has it, before the pair wager, and cites its clause."""
    effects = played(
        RULES, BetsOpen(), Wager(area=1, kind="main", amount=1000), Wager(area=1, kind="pair", amount=100),
        Wager(area=1, kind="red", amount=100), BetsClosed(), CardDrawn(card="8H"), CardDrawn(card="9C"),
        CardDrawn(card=second), OffersClosed(), Decision(area=1, action="stand"), CardDrawn(card="KS"),
    )  # fmt: skip
    (ended,) = (one for one in effects if isinstance(one, RoundEnded))
    assert isinstance(ended.outcome, TwentyOneOutcome)
    assert [line.kind for line in ended.outcome.ledger] == ["main", "red", "pair"]
    line = ended.outcome.ledger[1]
    assert (line.net, line.result, line.rules) == (net, result, ("9.1",))


def test_a_new_one_is_bound_by_its_own_clause() -> None:
    """What is over it is refused, in the words of its bound."""
    main, red_ = Wager(area=1, kind="main", amount=1000), Wager(area=1, kind="red", amount=1100)
    (refused,) = (one for one in played(RULES, BetsOpen(), main, red_) if isinstance(one, Rejected))
    assert (refused.reason, refused.rule) == ("a wager of 1100 on red is over the main wager of 1000", "9.2")


def test_a_new_one_can_make_the_dealer_draw() -> None:
    """Where it needs the Dealer he draws to his end though every hand is bust (I9)."""
    cards = [CardDrawn(card=card) for card in ("8H", "9C", "8D")]
    hit = (OffersClosed(), Decision(area=1, action="hit"), CardDrawn(card="KD"))
    wagers = (Wager(area=1, kind="main", amount=1000), Wager(area=1, kind="red", amount=100))
    for needs in (False, True):
        rules = replace(PONTOON, side_wagers=(replace(RED, needs_dealer=needs),))
        effects = played(rules, BetsOpen(), *wagers, BetsClosed(), *cards, *hit)
        assert any(isinstance(one, RoundEnded) for one in effects) is not needs
