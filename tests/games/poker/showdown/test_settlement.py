"""Section 4: the Rake, what is not raked, split and odd chips, Main and Side Pots; and the fields of an outcome."""

import pytest

from controller.core.outcomes import to_json_object
from tests.games.poker.script import Script, at_the_river, heads_up, three


def all_in(stacks: dict[int, int], holes: str, **settings: object) -> Script:
    """Everybody All-in before the flop, the button at seat 1, all hands shown; the board plays no part."""
    script = Script(stacks, **settings)
    script.start(1, holes)
    while script.state.hand is not None and script.state.hand.phase == "betting":
        script.act(script.actor, "all_in")
    script.cards("?? 2C 7D 9H ?? 4S ?? 3C")
    hand = script.state.hand
    assert hand is not None
    for seat in hand.order:
        script.send("show", seat=seat)
    return script


def test_4_1_rake_is_a_percentage_down_to_the_chip() -> None:
    """5 percent of 41,300 is 2,065: 2,000 in chips of 100 (I13)."""
    script = three(rake={"percent": "5"})
    script.start(1, "KS 8H AS KD 6H AD")
    script.acts("1 raise 20400, 2 fold, 3 call")
    script.cards("?? 2C 7D 9H")
    script.check_around("3 1")
    script.cards("?? 4S")
    script.check_around("3 1")
    script.cards("?? 3C")
    script.check_around("3 1")
    script.send("show", seat=3)
    script.send("show", seat=1)
    assert [(pot.amount, pot.rake) for pot in script.outcome.pots] == [(41300, 2000)]
    assert script.outcome.rake == 2000
    assert "4.1" in script.outcome.rules
    assert sum(script.nets.values()) == -2000


def test_4_1_cap_is_used_up_by_the_main_pot_first() -> None:
    """The Main Pot is raked before the Side Pots, each down to the chip, together at most the cap."""
    stacks = {1: 20000, 2: 30000, 3: 40000, 4: 40000}
    script = all_in(stacks, "QS JS AS KS QH JH AH KH", rake={"percent": "5", "cap": 5050})
    assert [(pot.amount, pot.rake) for pot in script.outcome.pots] == [(80000, 4000), (30000, 1000), (20000, 0)]
    assert sum(script.nets.values()) == -5000


@pytest.mark.parametrize("rake", [{"percent": "0"}, {"percent": "5", "cap": 0}])
def test_4_1_no_rake(rake: dict[str, object]) -> None:
    """0 percent or a cap of 0 takes nothing."""
    script = all_in({1: 20000, 2: 20000}, "QS JS QH JH", rake=rake)
    assert script.outcome.rake == 0
    assert "4.1" not in script.outcome.rules


def test_4_1_fraction_of_a_percent_is_exact() -> None:
    """2.5 percent of 40,000 is 1,000."""
    script = all_in({1: 20000, 2: 20000}, "QS JS QH JH", rake={"percent": "2.5"})
    assert script.outcome.rake == 1000


def test_4_2_no_division_by_agreement() -> None:
    """There is no event that divides a Pot: the hand ends by folds, by showing or by mucking a beaten hand."""
    script = heads_up()
    at_the_river(script, "KH 8C KD 7S")
    script.check_around("2 1")
    assert {move[0] for move in script.moves()} == {"showdown", "show"}


def test_4_3_uncalled_bet_is_not_raked() -> None:
    """What nobody called goes back before the Rake: the bet after folds, and the excess of a raise."""
    script = heads_up(rake={"percent": "5"})
    script.start(1)
    script.acts("1 raise 10000, 2 call")
    script.cards("?? 2C 7D 9H")
    script.acts("2 bet 10000, 1 raise 30000, 2 fold")
    assert [(pot.amount, pot.rake) for pot in script.outcome.pots] == [(40000, 2000)]
    assert to_json_object(script.outcome.uncalled) == {"seat": 1, "amount": 20000}
    assert script.line(1).put == 20000


def test_4_3_excess_of_an_all_in_comes_back() -> None:
    """An All-in for more than anybody can call returns the rest."""
    script = all_in({1: 50000, 2: 20000}, "QS JS QH JH", rake={"percent": "5"})
    assert to_json_object(script.outcome.uncalled) == {"seat": 1, "amount": 30000}
    assert script.outcome.rake == 2000


def test_4_3_big_blind_alone() -> None:
    """Where nobody else has put in a chip the Big Blind comes back, and there is no Pot."""
    script = Script({1: 50000, 2: 50000, 3: 50000, 4: 50000})
    script.send("away", seat=2)
    script.start(1)
    script.acts("4 fold, 1 fold")
    assert script.outcome.pots == ()
    assert to_json_object(script.outcome.uncalled) == {"seat": 3, "amount": 1000}
    assert script.line(3).result == "win"


def test_4_4_highest_hand_wins() -> None:
    """The better of two pairs takes the Pot."""
    script = all_in({1: 20000, 2: 20000}, "QS JS QH JH")
    assert script.winners == [{"2": 40000}]
    assert "4.4" in script.outcome.rules


def test_4_5_equal_hands_divide_the_pot() -> None:
    """The odd chips go one each to the first winners left of the button, for each Pot."""
    stacks = {1: 20100, 2: 20100, 3: 20100, 4: 300}
    script = Script(stacks)
    script.start(1, "AS AH AD 3H KS KH KD 5H")
    script.acts("4 all_in, 1 raise 20100, 2 call, 3 call")
    script.cards("?? 2C 7D 9H ?? 4S ?? JC")
    for seat in (1, 2, 3, 4):
        script.send("show", seat=seat)
    main, side = script.outcome.pots
    assert (main.amount, main.winners) == (1200, {"2": 400, "3": 400, "4": 400})
    assert (side.amount, side.winners) == (59400, {"2": 29700, "3": 29700})
    other = three()
    other.start(1, "AS 3H AD KS 5H KD")
    other.acts("1 raise 2000, 2 call, 3 call")
    other.cards("?? 2C 7D 9H")
    other.acts("2 bet 1000, 3 call, 1 call")
    other.cards("?? 4S")
    other.acts("2 bet 1100, 3 fold, 1 call")
    other.cards("?? JC")
    other.check_around("2 1")
    other.send("show", seat=2)
    other.send("show", seat=1)
    assert other.winners == [{"2": 5600, "1": 5600}]


def test_4_5_odd_chip_left_of_the_button() -> None:
    """Of 4,500 the first winner left of the button gets 2,300."""
    script = three()
    script.start(1, "2D AC AH 3S 7S 7C")
    script.acts("1 raise 2000, 2 fold, 3 call")
    script.cards("?? KC QD JH")
    script.check_around("3 1")
    script.cards("?? 9S")
    script.check_around("3 1")
    script.cards("?? 2S")
    script.check_around("3 1")
    script.send("show", seat=3)
    script.send("show", seat=1)
    assert script.winners == [{"3": 2300, "1": 2200}]
    assert {line.result for line in script.outcome.ledger} == {"split", "fold"}


def test_4_6_pots_are_resolved_from_the_main_pot_on() -> None:
    """Three stakes make a Main Pot and two Side Pots, each with the seats that matched it."""
    script = all_in({1: 50000, 2: 100000, 3: 200000, 4: 20000}, "QS JS AS KS QH JH AH KH")
    pots = [(pot.amount, pot.eligible) for pot in script.outcome.pots]
    assert pots == [(80000, (1, 2, 3, 4)), (90000, (1, 2, 3)), (100000, (2, 3))]
    assert "4.6" in script.outcome.rules


def test_4_6_1_all_in_player_wins_what_he_contributed_to() -> None:
    """The shortest All-in with the best hand wins the Main Pot alone."""
    script = all_in({1: 50000, 2: 100000, 3: 200000, 4: 20000}, "QS JS AS KS QH JH AH KH")
    assert script.winners[0] == {"4": 80000}
    assert script.line(4).net == 60000


def test_4_6_2_side_pot_to_the_best_of_its_contributors() -> None:
    """Each Side Pot has its own winner; folded money lies in the Pots up to its amount."""
    script = all_in({1: 50000, 2: 100000, 3: 200000, 4: 20000}, "QS JS AS KS QH JH AH KH")
    assert script.winners[1:] == [{"1": 90000}, {"2": 100000}]


def test_outcome_has_the_fields_of_the_contract() -> None:
    """The keys of an outcome and its lines, the hash of what is in force among them."""
    script = all_in({1: 20000, 2: 20000}, "QS JS QH JH")
    whole = to_json_object(script.outcome)
    assert set(whole) == {
        "type", "game", "round", "status", "button", "board",
        "pots", "ledger", "uncalled", "rake", "rules", "rules_hash",
    }  # fmt: skip
    assert whole["uncalled"] is None
    assert whole["rules_hash"] == script.state.settings.rules_hash
    assert set(whole["ledger"][0]) == {"seat", "player", "put", "won", "net", "result", "hole", "hand"}


def test_stacks_carry_the_result() -> None:
    """After the round each stack is what it was plus the net."""
    script = all_in({1: 50000, 2: 20000}, "QS JS QH JH", rake={"percent": "5"})
    assert (script.stack(1), script.stack(2)) == (30000, 38000)


def test_3_12_4_an_all_in_big_blind_does_not_win_what_it_did_not_match() -> None:
    """The Small Blind folds to a Big Blind All-in for less: what is over it goes back, and is not raked (4.3)."""
    script = Script({1: 50000, 2: 300}, stake=[100, 200000], rake={"percent": "5"})
    script.start(1)
    script.act(1, "fold")
    assert script.nets == {1: -300, 2: 300}
    assert to_json_object(script.outcome.uncalled) == {"seat": 1, "amount": 200}
    assert script.outcome.rules == ("3.11.1", "3.12.4", "4.3")


def exposed_raiser(third: str) -> Script:
    """Seat 1 raises to 5,000, seat 2 goes All-in for 2,000, seat 1 exposes its cards (5.13), seat 3 does the rest."""
    script = Script({1: 50000, 2: 2000, 3: 50000}, stake=[100, 200000])
    script.start(1, "QS JS AS QH JH AH")
    script.acts("1 raise 5000, 2 all_in")
    script.send("show", seat=1)
    script.acts(third)
    return script


def test_3_12_4_what_a_folded_raiser_put_in_beyond_the_all_ins_goes_back() -> None:
    """Only the All-in is left: it wins what it has matched."""
    script = exposed_raiser("3 fold")
    assert script.nets == {1: -2000, 2: 3000, 3: -1000}
    assert to_json_object(script.outcome.uncalled) == {"seat": 1, "amount": 3000}


@pytest.mark.parametrize("call", ["3 call", "3 call 2000"], ids=["in full", "as far as it can be lost"])
def test_3_12_4_what_a_folded_raiser_put_in_is_for_who_is_left_with_chips(call: str) -> None:
    """The All-in has the better hand and wins the Main Pot alone; the rest is of the one who could match it."""
    script = exposed_raiser(call)
    script.cards("?? 2C 7D 9H ?? 4S ?? 3C")
    script.send("show", seat=3)
    script.send("show", seat=2)
    assert [pot.eligible for pot in script.outcome.pots] == [(2, 3), (3,)]
    assert script.outcome.uncalled is None
    assert script.nets[1] == -5000
    assert sum(script.nets.values()) == 0
