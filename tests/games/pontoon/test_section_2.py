"""Section 2 of Pontoon and Pontoon Pandemonium: the decks and the layout."""

import pytest

from controller.core.cards import RANKS
from controller.core.tables import TableError
from tests.games.pontoon.pontoons import both
from tests.games.twenty_one.rounds import alarmed, bets, deal, insure, play, refused, stand, table, wager


@both
def test_2_1_four_to_eight_decks_without_tens(game: str) -> None:
    """A table has four to eight decks; a ten makes the round void, and so does one card more than the decks hold."""
    for decks in (3, 9):
        with pytest.raises(TableError, match=rf"4 to 8 decks, not with {decks} \(2.1\)"):
            table(game, decks=decks)
    for decks in (4, 8):
        assert table(game, decks=decks).state.shoe.decks == decks
    assert play(game, bets({1: 1000}), alarmed("TH", "foreign_card", "5.1")).outcome.status == "void"
    for rank in RANKS.replace("T", ""):
        assert play(game, bets({1: 1000}), f"{rank}H").awaits == "card"


@both
def test_2_2_the_layout_has_its_number_of_playing_areas(game: str) -> None:
    """From five areas to eight at Pontoon and to seven at Pontoon Pandemonium, where the most is the default."""
    most = 8 if game == "pontoon" else 7
    assert len(table(game).state.seats) == most
    assert len(table(game, areas=5).state.seats) == 5
    for areas in (4, most + 1):
        with pytest.raises(TableError, match=f"5 to {most} areas, not {areas}"):
            table(game, areas=areas)


@both
def test_2_2_1_wagers_are_placed_on_the_playing_areas(game: str) -> None:
    """Every area of the layout takes wagers; one that it does not have takes none."""
    opened = play(game, bets({})[0], areas=5)
    opened.then(refused(wager(6, "main", 1000), None), refused(wager(0, "main", 1000), None))
    closed = opened.then(*[wager(area, "main", 1000) for area in range(1, 6)], bets({})[-1])
    assert closed.awaits == "card"


@both
def test_2_2_2_insurance_has_its_place_on_every_area(game: str) -> None:
    """Each area's wager can be insured by itself."""
    round_ = play(game, bets({1: 1000, 2: 1000}), deal("KH 8S", "KD 7S", dealer="AD"), insure(1, 500), insure(2, 300),
                  stand(1), stand(2), "KC")  # fmt: skip
    assert [line for line in round_.ledger if "insurance" in line] == [
        "1 P1 insurance: win +1000 at 2:1 by 3.26 4.1",
        "2 P2 insurance: win +600 at 2:1 by 3.26 4.1",
    ]


@both
def test_2_2_3_pair_wagers_have_their_place_on_every_area(game: str) -> None:
    """Each area takes pair wagers of its own."""
    laid = bets({1: 1000, 2: 1000}, wager(1, "pair", 500), wager(2, "pair", 300))
    round_ = play(game, laid, deal("5H 5S", "KD 7S", dealer="9D"), stand(1), stand(2), "KC")
    assert round_.fate(1, "pair") == "win +5500 at 11:1 by 3.15.1 4.1"
    assert round_.fate(2, "pair") == "lose -300 by 3.15.1"
