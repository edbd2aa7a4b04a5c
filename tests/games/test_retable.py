"""A changed table line between rounds: rounds count on, and seats, stacks and shoe stay where the new line has them."""

from controller.core.events import BetsClosed, BetsOpen, CardDrawn, Join, Seat, Wager
from controller.core.tables import PokerTable, TwentyOneTable
from controller.games import new_table, retable, step, view
from controller.games.poker.state import State as PokerState
from controller.games.twenty_one.state import State as TwentyOneState


def played() -> TwentyOneState:
    """A Pontoon table after one round, with a seated player."""
    state = new_table(TwentyOneTable(game="pontoon"))
    events = [
        Seat(area=2, player="A"), BetsOpen(), Wager(area=1, kind="main", amount=1000), BetsClosed(),
        CardDrawn(card="AS"), CardDrawn(card="7H"), CardDrawn(card="KD"),
    ]  # fmt: skip
    for event in events:
        state, _ = step(state, event)
    assert isinstance(state, TwentyOneState)
    return state


def test_new_limits_keep_shoe_seats_and_rounds() -> None:
    """The limits change; the shoe is still three cards shorter and the next round is the second."""
    state = retable(played(), TwentyOneTable(game="pontoon", limits={"main": (500, 5000)}))
    assert isinstance(state, TwentyOneState)
    assert (view(state).cards_out, view(state).round, state.seats[1]) == (3, 1, "A")
    assert state.table.limits == {"main": (500, 5000)}


def test_other_decks_are_a_new_shoe() -> None:
    """Six decks instead of eight: nothing has been drawn from them."""
    assert view(retable(played(), TwentyOneTable(game="pontoon", decks=6))).cards_out == 0


def test_fewer_areas_lose_their_seats_only() -> None:
    """A seat that the new layout has not is gone, the others stay."""
    state = retable(played(), TwentyOneTable(game="pontoon", areas=5))
    assert isinstance(state, TwentyOneState)
    assert state.seats == (None, "A", None, None, None)


def test_another_game_counts_the_rounds_on() -> None:
    """Poker comes onto the table: its first round is the second of the day."""
    poker = retable(played(), PokerTable(game="poker"))
    assert view(poker).round == 1
    assert view(retable(poker, TwentyOneTable(game="blackjack"))).round == 1


def test_poker_keeps_its_stacks() -> None:
    """Another rake at the same table: who sits there keeps his chips."""
    state, _ = step(new_table(PokerTable(game="poker")), Join(seat=3, player="A", stack=5000))
    renewed = retable(state, PokerTable(game="poker", blinds=(1000, 2000)))
    assert isinstance(renewed, PokerState)
    assert isinstance(state, PokerState)
    assert renewed.seats == state.seats
