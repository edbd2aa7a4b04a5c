"""What a wager is settled as, where the road to the ledger has a turn that the tests of the sections do not take.

Seats left, wagers taken back, limits of one kind only, boxes with several players, requests that come a moment too
late: each is played to the line of the ledger. A test bears the number of its clause, Pontoon's where games share it.
"""

from typing import Any

import pytest

from controller.core.events import BetsClosed, BetsOpen, ButtonPressed, RoundVoid, SeatLeft, WagerWithdrawn
from controller.core.tables import TableError
from tests.games.pontoon.pontoons import both
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one.rounds import (
    OFFERS_CLOSED,
    Step,
    alarmed,
    bets,
    by,
    deal,
    decision,
    double,
    follow,
    hit,
    insure,
    irregularity,
    play,
    press,
    refused,
    rescue,
    ruled,
    split,
    stand,
    surrender,
    table,
    wager,
)

AFTER_PAIR = {"pontoon-pandemonium": "pandemonium", "free-bet-blackjack": "busted", "blackjack": "under13"}
"""A side wager that stands after the pair wager in a ledger; Pontoon has none."""

every = pytest.mark.parametrize("game", RULEBOOKS)
"""The test is played at all four tables."""


def laid(*steps: Step) -> list[Step]:
    """The steps from the call for bets to their close, some of them with an answer."""
    return [BetsOpen(), *steps, BetsClosed()]


def void(game: str) -> Step:
    """A supervisor's ruling."""
    return ruled(
        by("pit_supervisor", RoundVoid(reason="a ruling")), "void", RULEBOOKS[game].irregularities.shift_manager
    )


# --- seats and wagers -------------------------------------------------------------------------------------------


@every
def test_3_12_control_goes_back_to_the_wagers_when_the_seat_is_left(game: str) -> None:
    """The player seated behind called the decisions; once he has left the front, or higher, wager does."""
    start = play(game, bets({1: {"A": 2000, "B": 1000}}, seats={1: "B"}), "9H 8D 7C")
    start.then(refused(hit(1, "A"), RULEBOOKS[game].clauses.seated))
    left = start.then(SeatLeft(area=1), hit(1, "A"), "KS")
    assert [line.player for line in left.outcome.ledger] == ["A", "B"]
    start.then(refused(SeatLeft(area=12), None))


@pytest.mark.parametrize(("game", "other"), AFTER_PAIR.items())
def test_5_4_only_the_wager_that_is_named_is_taken_back(game: str, other: str) -> None:
    """The same player's other wagers, and the others' wagers of the kind, stay and are settled."""
    placed = bets(
        {1: {"A": 2000, "B": 1000}},
        wager(1, "pair", 200, "A"),
        wager(1, "pair", 300, "B"),
        wager(1, other, 400, "A"),
        WagerWithdrawn(area=1, kind="main", player="B"),
        WagerWithdrawn(area=1, kind="pair", player="A"),
    )
    round_ = play(game, placed, void(game))
    lines = [(line.player, line.kind, line.stake) for line in round_.outcome.ledger]
    assert lines == [("A", "main", 2000), ("B", "pair", 300), ("A", other, 400)]
    clauses = RULEBOOKS[game].clauses
    play(game, refused(WagerWithdrawn(area=1, kind="main"), clauses.open))


@both
def test_3_10_a_wager_takes_the_first_free_position(game: str) -> None:
    """Without one named the first player lies in front, and nobody else can."""
    front = wager(1, "main", 1000, "B")
    taken = refused(wager(1, "main", 1000, "A", 1), "3.10")
    round_ = play(game, *laid(front, taken, wager(1, "main", 2000, "A")), "9H 8D 7C", hit(1, "B"), "KS")
    assert [line.player for line in round_.outcome.ledger] == ["B", "A"]


@every
@pytest.mark.parametrize("amount", [0, -1000, 150])
def test_a_wager_is_some_multiple_of_the_chip(game: str, amount: int) -> None:
    """Nothing, less than nothing and half a chip are refused, by the contract; insurance too."""
    main, pair = (refused(wager(1, kind, amount), None) for kind in ("main", "pair"))
    play(game, *laid(main, pair, wager(1, "main", 1000)), "9H AD 7C", refused(insure(1, amount), None))


@pytest.mark.parametrize(("game", "other"), AFTER_PAIR.items())
def test_5_1_1_a_void_round_returns_side_wagers_in_their_order(game: str, other: str) -> None:
    """By kind, and within it from front to back, in whatever order they were laid."""
    placed = bets({1: 1000}, wager(1, other, 300, "C"), wager(1, "pair", 100, "B"), wager(1, "pair", 200, "A"))
    round_ = play(game, placed, void(game))
    assert [(line.kind, line.player) for line in round_.outcome.ledger] == [
        ("main", "P1"), ("pair", "B"), ("pair", "A"), (other, "C"),
    ]  # fmt: skip


@pytest.mark.parametrize("game", ["pontoon", "pontoon-pandemonium", "free-bet-blackjack"])
def test_5_27_limits_of_one_kind_bound_no_other(game: str) -> None:
    """A table that settles by its limits, with limits for main wagers only, settles any other wager as it lies."""
    placed = bets({1: 9000}, wager(1, "pair", 7000))
    round_ = play(game, placed, "9H 8D 9C", hit(1), "KS", limits={"main": (500, 5000)}, limits_policy="settle")
    assert [(line.kind, line.net) for line in round_.outcome.ledger] == [("main", -5000), ("pair", 77000)]


def test_5_1_1_side_bets_over_the_maximum_of_the_box_are_cut_pro_rata() -> None:
    """Under 13 bets of 600 and 300 on a box of at most 500: 300 and 100 count, rounded down to the chip."""
    placed = bets({1: {"A": 1000, "B": 1000}}, wager(1, "under13", 600, "A"), wager(1, "under13", 300, "B"))
    dealt = play("blackjack", placed, "3H 8D 7C", limits={"under13": (100, 500)}, limits_policy="settle")
    lines = dealt.then(surrender(1, "A"), surrender(1, "B")).outcome.ledger[2:]
    assert [(line.player, line.stake, line.net) for line in lines] == [("A", 600, 300), ("B", 300, 100)]


def test_5_2_every_box_is_looked_at_when_bets_close() -> None:
    """Also behind a box that nobody wagers on."""
    play("blackjack", bets({2: 500})[:-1], refused(BetsClosed(), "5.2"), limits={"main": (1000, 50000)})


def test_3_13_2_a_side_bet_is_bound_by_the_players_own_initial_bet() -> None:
    """Laid before it, an Under 13 bet counts up to it when bets close, however high another's is (I19)."""
    placed = bets({}, wager(1, "under13", 1000, "A"), wager(1, "main", 500, "A"), wager(1, "main", 5000, "B"))
    round_ = play("blackjack", placed, "3H 8D 7C", surrender(1, "A"), surrender(1, "B"))
    assert (round_.line(1, "under13").stake, round_.line(1, "under13").net) == (500, 500)


@pytest.mark.parametrize(("game", "clause"), [("pontoon", "5.29.1"), ("free-bet-blackjack", "5.30.1")])
def test_5_29_1_who_withdrew_a_side_wager_is_out_and_no_other(game: str, clause: str) -> None:
    """While bets are open; who stays may go on to wager, and his own wagers stay."""
    failed = ruled(irregularity("power_failure"), "offer", clause)
    gone = ruled(irregularity("withdraw", player="B"), "return", clause)
    back = refused(wager(2, "main", 1000, "B"), clause)
    stay = wager(1, "main", 1000, "A"), wager(1, "pair", 200, "A")
    placed = laid(*stay, wager(1, "pair", 100, "B"), failed, gone, back, wager(2, "main", 1000, "C"))
    round_ = play(game, *placed, deal("9H 7C", "9S 7S", dealer="8D"), hit(1), "KS", hit(2), "KC")
    assert [(line.player, line.kind, line.result) for line in round_.outcome.ledger] == [
        ("A", "main", "lose"), ("A", "pair", "lose"), ("B", "pair", "returned"), ("C", "main", "lose"),
    ]  # fmt: skip


@pytest.mark.parametrize(("game", "clause"), [("pontoon", "5.29.1"), ("free-bet-blackjack", "5.30.1")])
def test_5_29_1_when_everybody_withdraws_before_the_deal_every_wager_is_returned(game: str, clause: str) -> None:
    """The round is settled, with a line for each main wager too."""
    gone = ruled(irregularity("withdraw", player="P1"), "return", clause)
    failed = ruled(irregularity("power_failure"), "offer", clause)
    round_ = play(game, *laid(wager(1, "main", 1000), wager(1, "pair", 200), failed, gone)[:-1])
    assert round_.ledger == [f"1.1 P1 main: returned 0 by {clause}", f"1 P1 pair: returned 0 by {clause}"]


# --- the table line -------------------------------------------------------------------------------------------


@every
@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"chip": 0}, "chip"),
        ({"chip": -100}, "chip"),
        ({"chip": 25}, "chip"),
        ({"limits": {"main": (0, 5000)}}, "limits.main"),
        ({"limits": {"main": (150, 5000)}}, "limits.main"),
        ({"limits": {"main": (100, 5050)}}, "limits.main"),
        ({"limits": {"main": (500, 400)}}, "limits.main"),
    ],
)
def test_a_table_line_that_would_not_come_out_exact_is_refused(game: str, options: dict[str, Any], field: str) -> None:
    """By the contract; one wager alone may be all that the limits allow."""
    with pytest.raises(TableError) as caught:
        table(game, **options)
    assert caught.value.field == field
    play(game, bets({1: 500}), limits={"main": (500, 500)})


@every
def test_every_reading_may_be_named_the_default_too(game: str) -> None:
    """The options of the contract's section 7; any other is refused."""
    for name, options in RULEBOOKS[game].readings.items():
        for option in options:
            assert table(game, readings={name: option}).state.table.readings[name] == option
    assert {name: options[0] for name, options in RULEBOOKS[game].readings.items()} == {
        "pontoon": {"I4": "each"},
        "pontoon-pandemonium": {"I4": "each"},
        "free-bet-blackjack": {"I12": "final"},
        "blackjack": {"I12": "final", "I18": "lose"},
    }[game]


# --- offers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["blackjack", "free-bet-blackjack"])
def test_i12_a_surrender_waits_for_no_card_that_cannot_be_a_blackjack(game: str) -> None:
    """Also by the option `void` it is final against a Dealer's 4: the round is over without his second card."""
    round_ = play(game, bets({1: 1000}), "9H 4D 7C", surrender(1), readings={"I12": "void"})
    assert (round_.line(1).result, round_.net, round_.outcome.dealer.result) == ("surrendered", -500, "not_drawn")


@every
def test_3_24_only_who_wagers_on_the_hand_surrenders_it(game: str) -> None:
    """A stranger has nothing to surrender; without a name it is the one in control, and each only for himself."""
    start = play(
        game,
        bets({1: {"A": 3000, "B": 1000}}),
        "9H KD 7C",
        refused(surrender(1, "X"), RULEBOOKS[game].clauses.surrender),
    )
    half = start.then(surrender(1), hit(1, "B"), "KS")
    end = half.then("7S") if half.awaits == "card" else half
    assert {line.player: line.result for line in end.outcome.ledger} == {"A": "surrendered", "B": "lose"}


@pytest.mark.parametrize(("game", "first"), [("pontoon", "KD"), ("blackjack", "7D"), ("free-bet-blackjack", "7D")])
def test_3_24_a_natural_that_is_paid_is_not_surrendered(game: str, first: str) -> None:
    """A Pontoon against anything; a Blackjack only where it waits for the Dealer's second card."""
    clause = RULEBOOKS[game].clauses.natural
    play(game, bets({1: 1000, 2: 1000}), deal("AH KH", "9C 7C", dealer=first), refused(surrender(1), clause))
    if game != "pontoon":
        waits = play(game, bets({1: 1000, 2: 1000}), deal("AH KH", "9C 7C", dealer="KD"), surrender(1))
        assert waits.then(hit(2), "KS").line(1).result == "surrendered"


@pytest.mark.parametrize("rank", "23456789TJQK")
@pytest.mark.parametrize("game", ["blackjack", "free-bet-blackjack"])
def test_3_25_surrender_is_offered_against_every_card_but_an_ace(game: str, rank: str) -> None:
    """Blackjack 3.16: half of the wager, final."""
    assert play(game, bets({1: 1000}), f"9H {rank}D 7C", surrender(1)).net == -500
    play(game, bets({1: 1000}), "9H AD 7C", refused(surrender(1), RULEBOOKS[game].clauses.surrender))


@every
def test_3_24_a_hand_that_has_acted_is_not_surrendered(game: str) -> None:
    """Not after a stand, nor while a double waits for its card, though no card has come yet."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("9H 7C", "9C 7S", dealer="KD"))
    clause = RULEBOOKS[game].clauses.surrender_closed
    stood = start.then(stand(1), refused(surrender(1), clause), surrender(2))
    assert stood.then("7D").line(1).result == "lose"
    start.then(double(1), refused(surrender(1), clause))


@every
def test_3_26_insurance_without_a_name_is_the_controlling_players(game: str) -> None:
    """Of several on the area it is the front wager, in Blackjack the highest bet; a line states its stake."""
    start = play(game, bets({1: {"A": 1000, "B": 3000}}), "9H AD 7C", insure(1, 500), hit(1), "KS", "KD")
    assert start.line(1, "insurance").player == ("B" if game == "blackjack" else "A")
    assert (start.line(1, "insurance").stake, start.line(1, "insurance").net) == (500, 1000)


@every
def test_3_26_2_the_dealers_second_card_opens_no_offer_again(game: str) -> None:
    """Insurance and surrender stay closed while he draws."""
    start = play(game, bets({1: 1000}), "9H AD 8C", OFFERS_CLOSED, stand(1), "2D")
    assert start.awaits == "card"
    start.then(refused(insure(1, 500), RULEBOOKS[game].clauses.insurance_closed))


@pytest.mark.parametrize("game", ["blackjack", "free-bet-blackjack"])
def test_3_20_even_money_is_for_the_player_who_takes_it(game: str) -> None:
    """Another player on the hand takes it by his name, and his wager alone is paid."""
    start = play(game, bets({1: {"A": 3000, "B": 1000}}), "AH AD KH", decision(1, "even_money", "B"))
    lines = {line.player: (line.result, line.net) for line in start.then("KD").outcome.ledger}
    assert lines == {"A": ("stand_off", 0), "B": ("win", 1000)}


@pytest.mark.parametrize("game", ["blackjack", "free-bet-blackjack"])
def test_3_20_even_money_without_a_name_is_the_controlling_players(game: str) -> None:
    """In Blackjack the highest bet's, else the front one's."""
    start = play(game, bets({1: {"A": 1000, "B": 3000}}), "AH AD KH", decision(1, "even_money"))
    lines = {line.player: line.result for line in start.then("KD").outcome.ledger}
    first, second = ("win", "stand_off") if game == "free-bet-blackjack" else ("stand_off", "win")
    assert lines == {"A": first, "B": second}


@every
def test_3_24_3_1_a_split_hand_is_not_surrendered(game: str) -> None:
    """Though no card has come since the offers were made."""
    parted = decision(1, "free_split") if game == "free-bet-blackjack" else split(1)
    start = play(game, bets({1: 1000}), "8H KD 8C", parted)
    start.then(refused(surrender(1), RULEBOOKS[game].clauses.surrender_after_split))


@every
def test_5_1_1_insurance_of_a_void_round_comes_back_from_front_to_back(game: str) -> None:
    """In whatever order it was taken."""
    start = play(
        game, bets({1: {"B": 1000, "A": 1000}}), "9H AD 7C", insure(1, 300, "A"), insure(1, 200, "B"), void(game)
    )
    assert [(line.kind, line.player) for line in start.outcome.ledger] == [
        ("main", "B"), ("main", "A"), ("insurance", "B"), ("insurance", "A"),
    ]  # fmt: skip


# --- decisions --------------------------------------------------------------------------------------------------


def test_1_6_the_least_double_at_blackjack_is_one_chip() -> None:
    """Whatever the table's minimum."""
    doubled = play("blackjack", bets({1: 1000}), "6H 8D 5C", double(1, 100), "TS", "TD", limits={"main": (1000, 50000)})
    assert doubled.line(1).net == 1100


@every
def test_3_23_wagers_that_follow_a_split_stay_from_front_to_back(game: str) -> None:
    """Both hands list them by position, whatever the players are called."""
    parted = decision(1, "free_split") if game == "free-bet-blackjack" else split(1)
    start = play(game, bets({1: {"B": 3000, "A": 1000}}), "8H 9D 8C", parted, follow(1, "A"))
    end = start.then("KC", stand(1), "KS", stand(1), "KD")
    assert [(line.hand, line.player) for line in end.outcome.ledger] == [(1, "B"), (1, "A"), (2, "B"), (2, "A")]


@both
def test_3_25_8_only_who_doubled_is_rescued(game: str) -> None:
    """Another wager on the hand has no doubled portion; without a name it is the one in control."""
    start = play(game, bets({1: {"A": 1000, "B": 1000}}), "6H 8D 5C", double(1), "2S")
    one = start.then(refused(rescue(1, "B"), "3.25.8"), rescue(1), "9D")
    assert {line.player: line.net for line in one.outcome.ledger} == {"A": -1000, "B": -1000}
    assert start.then(rescue(1)).then("9D").line(1, player="A").stake == 2000


@both
def test_3_25_8_a_kept_card_that_completes_a_double_can_be_rescued(game: str) -> None:
    """The card came too early and is dealt as soon as the hand is doubled."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("6H 5C", "9C 8C", dealer="8D"), alarmed("2S", "card_held", "5.8"))
    rescued = start.then(double(1), rescue(1), stand(2), "9S")
    assert (rescued.line(1).stake, rescued.line(1).net) == (2000, -1000)


# --- side wagers and bonuses ------------------------------------------------------------------------------------


def test_3_19_1_the_button_is_armed_for_the_last_area_too() -> None:
    """All seven areas of the layout have their press."""
    won = play("pontoon-pandemonium", bets({7: 1000}, wager(7, "pandemonium", 100)), "AH 9D KH", press(5))
    assert (won.line(7, "pandemonium").multiplier, won.line(7, "pandemonium").net) == (5, 500)


@every
def test_3_19_1_a_press_between_rounds_changes_nothing(game: str) -> None:
    """At every table: nothing is armed."""
    idle = play(game, alarmed(ButtonPressed(), "button_not_armed", RULEBOOKS[game].clauses.natural))
    assert idle.state.round is None


def test_4_1_1_only_pontoon_pays_the_super_bonus() -> None:
    """Three sevens of one suit against a seven are a 21 like any other at the Blackjack tables."""
    round_ = play("free-bet-blackjack", bets({1: 1000}), "7D 7C 7D", hit(1), "7D", "KS")
    assert round_.ledger == ["1.1 P1 main: win +1000 at 1:1 by 4.4.2 4.1"]


@both
def test_4_1_1_a_wager_that_was_returned_has_no_share_of_the_super_bonus(game: str) -> None:
    """Nor is one over the maximum paid as more than the maximum (5.27): 9,900 of 20,000 wins the lower bonus."""
    laid_ = bets({1: 20000, 2: 1000, 3: 200})
    limits = {"main": (500, 9900)}
    cards = deal("7H 7H", "KC 9C", "KS 9S", dealer="7D")
    options = {"limits": limits, "limits_policy": "settle"}
    first = play(game, laid_, cards, hit(1), "7H", stand(2), stand(3), "KD", **options)
    bonuses = {line.player: line.net for line in first.outcome.ledger if line.kind == "super_bonus"}
    assert bonuses == {"P1": 100_000, "P2": 5000, "P3": 5000}
    again = first.then(laid_, cards, hit(1), "7H", stand(2), stand(3), "KD")
    bonuses = {line.player: line.net for line in again.outcome.ledger if line.kind == "super_bonus"}
    assert (bonuses, again.line(3).result) == ({"P1": 100_000, "P2": 5000}, "returned")
