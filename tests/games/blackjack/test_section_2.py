"""Blackjack (RWS), version 5, section 2: the layout and the cards."""

import pytest

from controller.core.events import BetsOpen
from controller.core.tables import TableError
from tests.games.twenty_one.rounds import alarmed, bets, deal, play, refused, stand, table, wager

GAME = "blackjack"


def test_2_1_1_a_boxes_are_those_of_the_layout() -> None:
    """A table has one to nine boxes, seven unless it says otherwise; a wager on one that is not there is refused."""
    assert len(table(GAME).state.seats) == 7
    assert len(table(GAME, areas=9).state.seats) == 9
    for areas in (0, 10):
        with pytest.raises(TableError, match="1 to 9 areas"):
            table(GAME, areas=areas)
    play(GAME, BetsOpen(), refused(wager(8, "main", 1000), None))


def test_2_2_1_four_to_eight_decks_of_52_cards() -> None:
    """Three decks and nine are refused, four are played; the tens are among the cards."""
    for decks in (3, 9):
        with pytest.raises(TableError, match="4 to 8 decks"):
            table(GAME, decks=decks)
    round_ = play(GAME, bets({1: 1000}), deal("TH 8C", dealer="9D"), stand(1), "8S", decks=4)
    assert round_.hand(1).total == 18
    held = alarmed("TH", "card_held", "5.9")
    four = play(GAME, bets({1: 1000}), "TH TH TH", held, alarmed("TH", "extra_card", "5.5.2"), decks=4)
    assert four.outcome.rule == "5.5.2"
