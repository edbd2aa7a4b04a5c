"""Cards as calls: where decisions are drawn, a card on a hand that may hit is its hit (contract section 10)."""

import pytest

from controller.core.events import Layout
from controller.core.tables import TwentyOneTable
from controller.games import new_table, view
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one.rounds import (
    OFFERS_CLOSED,
    alarmed,
    bets,
    deal,
    double,
    follow,
    hit,
    irregularity,
    lies,
    play,
    refused,
    ruled,
    split,
    stand,
    surrender,
)

three = pytest.mark.parametrize("game", ["pontoon", "pontoon-pandemonium", "free-bet-blackjack"])
"""The three whose document numbers section 5 alike."""


@pytest.mark.parametrize("game", RULEBOOKS)
def test_a_card_on_a_hand_that_may_hit_is_its_hit(game: str) -> None:
    """The outcome is that of the round in which the hits were said; only the stand is."""
    cards = deal("5H 2S", "8C 3S", dealer="9D")
    drawn = play(game, bets({1: 1000, 2: 1000}), cards, "4C 8D", stand(1), "7S", stand(2), "8S", decisions="drawn")
    hits = [hit(1), "4C", hit(1), "8D", stand(1), hit(2), "7S", stand(2), "8S"]
    called = play(game, bets({1: 1000, 2: 1000}), cards, hits)
    assert drawn.outcome.ledger == called.outcome.ledger
    assert drawn.outcome.hands == called.outcome.hands


@three
def test_a_hit_may_be_said_as_well(game: str) -> None:
    """Then the card is this hit's and no further one."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("5H 2S", "8C 3S", dealer="9D"), decisions="drawn")
    assert start.then(hit(1), "4C").cards(1) == ["5H 2S 4C"]


@three
def test_a_card_that_completes_the_hand_goes_on_to_the_next(game: str) -> None:
    """Bust, the next card is the next hand's; after the last it is the Dealer's, and after his end an overdraw."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("KH 2S", "8C 3S", dealer="9D"), "KC", decisions="drawn")
    assert start.acting == (2, 1)
    ended = start.then("4D", stand(2), "8S", alarmed("2C", "dealer_overdraw", "5.7"))
    assert ended.dealer == "9D 8S"


@three
def test_a_card_in_error_is_put_right_as_ever(game: str) -> None:
    """Two that came at once are two hits, and both are taken back; one that is kept comes first."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("5H 2S", "8C 3S", dealer="9D"), "2C 3C", decisions="drawn")
    drawn = irregularity("simultaneous_draw", cards="2C 3C", chosen="3C")
    chosen = start.then(ruled(drawn, "continue", "5.23.1"))
    assert chosen.cards(1) == ["5H 2S 3C"]
    assert [kept.card for kept in chosen.state.kept] == ["2C"]
    behind = chosen.then(alarmed("4C", "card_held", "5.8"))
    assert behind.then(hit(1), hit(1)).cards(1) == ["5H 2S 3C 2C 4C"]


def test_doubles_and_splits_are_said() -> None:
    """Their cards are theirs; the card after the double's is the next hand's hit."""
    laid = bets({1: {"A": 1000, "B": 1000}, 2: 1000})
    start = play("pontoon", laid, deal("8H 8S", "8C 3S", dealer="9D"), split(1), follow(1, "B"), decisions="drawn")
    assert start.then("3D 7C").cards(1) == ["8H 3D 7C", "8S"]
    doubled = start.then("3D", double(1), "KC", "2D", stand(1), "4C")
    assert (doubled.cards(1), doubled.cards(2)) == (["8H 3D KC", "8S 2D"], ["8C 3S 4C"])


@pytest.mark.parametrize("game", RULEBOOKS)
def test_where_decisions_are_called_the_card_is_held(game: str) -> None:
    """So it is unless the table line says otherwise; a card between rounds is nobody's hit either way."""
    clause = RULEBOOKS[game].irregularities.next_card
    start = play(game, bets({1: 1000, 2: 1000}), deal("5H 2S", "8C 3S", dealer="9D"))
    start.then(alarmed("4C", "card_held", clause))
    play(game, alarmed("4C", "unexpected_card", clause), decisions="drawn")
    if game != "blackjack":
        start.then(OFFERS_CLOSED)
    start.then(refused(stand(2), None))


def test_the_setting_is_in_the_hash_of_the_rules_in_force() -> None:
    """Whoever reads an outcome knows how its hits were said."""
    lines = [TwentyOneTable(game="pontoon"), TwentyOneTable(game="pontoon", decisions="drawn")]
    assert len({view(new_table(line)).rules_hash for line in lines}) == 2


@pytest.mark.parametrize("game", ["pontoon", "free-bet-blackjack", "blackjack"])
def test_a_card_too_many_in_the_deal_is_no_hit(game: str) -> None:
    """Area 3 has no wager and got cards before anybody hit: 5.15 removes them, and surrender is open (3.24)."""
    blackjack, up = game == "blackjack", "KH" if game == "pontoon" else "9H"
    start = play(game, bets({1: 1000, 2: 1000}), f"4H 4C 4S {up} 8C 5H 5C", decisions="drawn")
    stray = irregularity("empty_area_dealt", "pit_manager", area=3, cards="4S 5C", since="interim")
    removed = start.then(ruled(stray, "remove", "5.10.3" if blackjack else "5.15"))
    assert (removed.cards(1), removed.cards(2), removed.dealer) == (["4H 8C"], ["4C 5H"], up)
    end = removed.then(surrender(1), "KD", stand(2), "8S")
    assert (end.line(1).net, end.hand(2).cards, end.dealer) == (-500, ("4C", "5H", "KD"), f"{up} 8S")


@pytest.mark.parametrize("layout", [None, lies({1: "4H 9C"}, "KH", "2S")])
def test_5_6_1_before_the_subsequent_deal_nobody_has_hit(layout: Layout | None) -> None:
    """One card too many is the next card or removed by the layout, and the hand has not acted; else it is 5.6.2."""
    start = play("pontoon", bets({1: 1000}), "4H KH 9C 2S", decisions="drawn")
    assert start.cards(1) == ["4H 9C 2S"]
    early = irregularity("misdeal", reconstructable=True, since="deal", layout=layout)
    right = start.then(ruled(early, "reconstruct", "5.6.1"))
    assert (right.cards(1), right.awaits) == (["4H 9C"], "decision")
    assert right.then(surrender(1), "5D" if layout else []).line(1).net == -500
    late = irregularity("misdeal", reconstructable=True)
    start.then(ruled(late, "reconstruct", "5.6.2"), refused(surrender(1), "3.24.1"))
