"""What a round is settled as after a correction: cards moved, removed or dealt anew, then played on.

A correction is right when the round that follows is: whose card is next, who acts, what has been decided and stays so.
Each test plays on from it. A test bears the number of its clause, Pontoon's where games share it.
"""

import pytest

from tests.games.pontoon.pontoons import both
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one.rounds import (
    Step,
    alarmed,
    bets,
    by,
    deal,
    decision,
    double,
    hit,
    insure,
    irregularity,
    lies,
    play,
    press,
    refused,
    rescue,
    ruled,
    split,
    stand,
    wager,
)

three = pytest.mark.parametrize("game", ["pontoon", "pontoon-pandemonium", "free-bet-blackjack"])
"""The three whose document numbers section 5 alike."""

TWO = deal("KH 2S", "8C 3S", dealer="9D")


def late(areas: dict[int, str | list[str]], dealer: str = "9D", removed: str = "") -> Step:
    """A burn card that was forgotten and is noticed late: the cards lie as the floor says, and stay."""
    layout = lies(areas, dealer=dealer, removed=removed)
    return ruled(irregularity("burn_missed", layout=layout, since="subsequent"), "continue", "5.21.2")


# --- a layout ---------------------------------------------------------------------------------------------------


@three
def test_5_14_wagers_on_a_hand_without_cards_come_back(game: str) -> None:
    """Whatever correction showed that the area has none: the main wager and the side wager."""
    start = play(game, bets({1: 1000, 2: 1000}, wager(2, "pair", 100)), TWO, hit(1), "2C")
    end = start.then(late({1: "KH 2S 2C", 2: ""}, removed="8C 3S"), stand(1), stand(2), "8D")
    assert [end.fate(2), end.fate(2, "pair")] == ["returned 0 by 5.14", "returned 0 by 5.14"]


@both
def test_5_29_an_area_without_cards_establishes_no_outcome(game: str) -> None:
    """With everything else open the players may withdraw."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "2C", late({1: "KH 2S 2C", 2: ""}, removed="8C 3S"))
    start.then(ruled(irregularity("power_failure"), "offer", "5.29.1"))


@three
def test_5_6_2_a_kept_card_stays_the_next_card(game: str) -> None:
    """The layout does not name it: it is dealt to who draws next, once, and no other."""
    start = play(
        game, bets({1: 1000, 2: 1000}), TWO, alarmed("4C", "card_held", "5.8"), alarmed("5C", "card_held", "5.8")
    )
    right = start.then(late({1: "8C 2S", 2: "KH 3S"}), hit(1), stand(1), hit(2), stand(2), "8D")
    assert [hand.cards for hand in right.outcome.hands] == [("8C", "2S", "4C"), ("KH", "3S", "5C")]
    assert (right.line(1).net, right.line(2).net) == (-1000, 1000)


@three
def test_5_6_2_what_one_correction_removed_the_next_may_bring_back(game: str) -> None:
    """And what it took over cannot be drawn at once any more: where it came from is not known."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "2C")
    gone = start.then(
        late({1: "KH 2S", 2: "8C 3S"}, removed="2C"), refused(irregularity("simultaneous_draw", cards="3S 2C"), None)
    )
    lies_as_dealt = late({1: "KH 2S 2C", 2: "8C 3S"})
    start.then(lies_as_dealt, refused(irregularity("simultaneous_draw", cards="3S 2C"), None))
    back = gone.then(lies_as_dealt, stand(1), stand(2), "8D")
    assert back.hand(1).cards == ("KH", "2S", "2C")


@three
def test_5_6_2_a_hand_that_waits_for_its_card_goes_on_waiting(game: str) -> None:
    """When other cards lie there; when the card is found there already it waits no longer."""
    waits = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "2C", hit(1))
    moved = waits.then(late({1: "8C 2S 2C", 2: "KH 3S"}))
    assert (moved.awaits, moved.acting) == ("card", (1, 1))
    assert moved.then("4C").cards(1) == ["8C 2S 2C 4C"]
    found = waits.then(late({1: "KH 2S 2C 3S", 2: "8C"}))
    assert (found.awaits, found.acting) == ("decision", (1, 1))


@both
def test_5_6_2_a_doubled_hand_without_its_card_gets_it(game: str) -> None:
    """One card and no more, and it can be rescued then; with its card it is complete, whichever card that is."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, double(1), "KC")
    again = start.then(late({1: "KH 2S", 2: "8C 3S"}, removed="KC"))
    assert (again.awaits, again.acting) == ("card", (1, 1))
    end = again.then("4C", rescue(1), stand(2), "8D")
    assert (end.hand(1).cards, end.line(1).stake, end.line(1).net) == (("KH", "2S", "4C"), 2000, -1000)
    assert start.then(late({1: "KH 2S 3S", 2: "8C KC"})).acting == (2, 1)


@three
def test_5_6_a_misdeal_noticed_late_is_played_as_it_lies(game: str) -> None:
    """The shift manager is called, and the round goes on from the cards of the layout."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "2C")
    wrong = irregularity("misdeal", reconstructable=False, layout=lies({1: "KH 2S", 2: "8C 3S 2C"}, dealer="9D"))
    end = start.then(ruled(wrong, "record", "6.1"), stand(1), stand(2), "8D")
    assert [hand.cards for hand in end.outcome.hands] == [("KH", "2S"), ("8C", "3S", "2C")]


@both
def test_5_14_a_layout_says_what_the_other_areas_have(game: str) -> None:
    """The area's own cards may belong to another hand."""
    start = play(game, bets({1: 1000, 2: 1000, 3: 1000}), deal("AH KS", "8C 3S", "9C 7C", dealer="9D"))
    layout = lies({1: "AH KS", 2: "", 3: "9C 8C"}, dealer="9D", removed="3S 7C")
    end = start.then(ruled(irregularity("area_not_dealt", area=2, layout=layout), "return", "5.14"), stand(3), "8D")
    assert (end.hand(3).cards, end.line(2).result, end.line(3).result) == (("9C", "8C"), "returned", "stand_off")
    assert (
        start.then(ruled(irregularity("area_not_dealt", area=2), "return", "5.14"), stand(3), "8D").line(3).net == -1000
    )


@three
def test_5_14_the_dealers_second_card_is_the_subsequent_deal(game: str) -> None:
    """Nobody has drawn; still the wagers of an area without cards come back and the initial deal is over."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, stand(1), stand(2), "2D")
    end = start.then(ruled(irregularity("area_not_dealt", area=2), "return", "5.14"), "8D")
    assert (end.line(1).result, end.line(2).result) == ("lose", "returned")


@both
def test_5_14_a_correction_after_the_return_counts_what_was_removed(game: str) -> None:
    """The cards of the area that was returned are out of play, and a later layout may say otherwise."""
    start = play(game, bets({1: 1000, 2: 1000, 3: 1000}), deal("AH KS", "8C 3S", "9C 7C", dealer="9D"))
    gone = start.then(ruled(irregularity("area_not_dealt", area=2), "return", "5.14"))
    end = gone.then(late({1: "AH KS", 3: "9C 8C"}, removed="7C"), stand(3), "8D")
    assert end.hand(3).cards == ("9C", "8C")


@both
def test_5_16_2_insurance_comes_back_with_the_wagers_of_the_area(game: str) -> None:
    """And a side wager with them."""
    dealt = deal("AH KS", "8C 3S", "9C 7C", dealer="AD")
    start = play(game, bets({1: 1000, 2: 1000, 3: 1000}, wager(2, "pair", 100)), dealt, insure(2, 500), insure(3, 500))
    short = irregularity(
        "area_short", area=2, option="withdraw", layout=lies({1: "AH KS", 2: "8C", 3: "9C 7C"}, "AD", "3S")
    )
    end = start.then(ruled(short, "return", "5.16.2"), stand(3), "KD")
    assert [end.fate(2), end.fate(2, "insurance"), end.fate(2, "pair")] == ["returned 0 by 5.16.2"] * 3
    assert end.line(3, "insurance").net == 1000


def test_3_19_1_a_button_lit_for_a_hand_that_is_no_pontoon_goes_out() -> None:
    """Armed for what looked like one; the cards lay otherwise, no press is owed and the round ends."""
    laid = bets({1: 1000, 2: 1000}, wager(1, "pandemonium", 100))
    start = play("pontoon-pandemonium", laid, deal("AH KS", "8C 9S", dealer="9D"))
    assert start.state.button.lit
    end = start.then(late({1: "AH 9S", 2: "8C KS"}), stand(1), stand(2), "8D")
    assert (end.state.button.lit, end.fate(1, "pandemonium")) == (False, "lose -100 by 3.15.2")


# --- cards taken out, and cards dealt anew ----------------------------------------------------------------------


@both
def test_5_15_the_cards_that_stay_are_dealt_in_their_order(game: str) -> None:
    """Each one place further on; the last place waits for a card again, and the hands are played to their end."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "2C")
    removed = start.then(ruled(irregularity("empty_area_dealt", area=5, cards="8C"), "remove", "5.15"))
    assert (removed.cards(1), removed.cards(2), removed.dealer) == (["KH 3S"], ["9D 2C"], "2S")
    assert (removed.awaits, removed.acting) == ("card", (1, 1))
    end = removed.then("4C", stand(1), double(2), "KC", "KS 6C")
    assert [(hand.cards, hand.doubled) for hand in end.outcome.hands] == [
        (("KH", "3S", "4C"), False),
        (("9D", "2C", "KC"), True),
    ]
    assert (end.line(1).net, end.line(2).net) == (-1000, 2000)


@both
def test_5_15_kept_cards_move_up_and_the_rest_stays_kept(game: str) -> None:
    """Two cards wait: the first fills the place of the one removed, the second is the next card."""
    held = [alarmed(card, "card_held", "5.8") for card in ("4C", "5C")]
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "2C", *held)
    removed = start.then(ruled(irregularity("empty_area_dealt", area=5, cards="2C"), "remove", "5.15"))
    assert (removed.cards(1), removed.acting) == (["KH 2S 4C"], (1, 1))
    again = removed.then(ruled(irregularity("empty_area_dealt", area=5, cards="4C"), "remove", "5.15"))
    assert (again.cards(1), again.acting) == (["KH 2S 5C"], (1, 1))
    end = again.then(late({1: "KH 2S 5C", 2: "8C 3S"}), stand(1), stand(2), "8D")
    assert (end.line(1).net, end.line(2).net) == (0, -1000)


@both
def test_5_15_a_round_that_is_complete_without_the_card_is_settled(game: str) -> None:
    """The card that was kept fills the last place and busts the hand; a burned card has no place."""
    start = play(game, bets({1: 1000}), "4H KH 9D 5S", hit(1), "2C", alarmed("KC", "card_held", "5.8"), burn=True)
    end = start.then(ruled(irregularity("empty_area_dealt", area=5, cards="5S"), "remove", "5.15"))
    assert (end.hand(1).cards, end.line(1).net) == (("KH", "2C", "KC"), -1000)


@both
def test_5_15_a_doubled_hand_whose_card_is_removed_waits_for_its_one_card(game: str) -> None:
    """And can be rescued when it has come; a hand that has stood stays as it is."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, stand(1), double(2), "KC")
    removed = start.then(ruled(irregularity("empty_area_dealt", area=5, cards="KC"), "remove", "5.15"))
    assert (removed.awaits, removed.acting) == ("card", (2, 1))
    assert removed.then("4C", rescue(2), "8D").line(2).net == -1000
    assert removed.then("KD", "8D").line(2).net == 2000


@both
def test_6_1_after_a_discard_the_round_goes_on(game: str) -> None:
    """The card that was kept is out of play; the next one that is held is the next card, and a layout counts both."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, alarmed("4C", "card_held", "5.8"))
    out = start.then(ruled(by("pit_supervisor", irregularity("discard", card="4C")), "discard", "6.1"))
    end = out.then(alarmed("5C", "card_held", "5.8"), late({1: "KH 2S", 2: "8C 3S"}), hit(1), stand(1), stand(2), "8D")
    assert end.hand(1).cards == ("KH", "2S", "5C")


# --- a hand passed over -----------------------------------------------------------------------------------------


@three
def test_5_17_a_player_passed_over_acts_when_nobody_else_has(game: str) -> None:
    """Two areas behind him have their first cards and no more: he acts, as ever."""
    start = play(game, bets({1: 1000, 2: 1000, 3: 1000}), deal("KH 2S", "8C 3S", "9C 7C", dealer="9D"), stand(1))
    again = start.then(ruled(irregularity("hand_skipped", area=1), "remove", "5.17"))
    assert (again.awaits, again.acting) == ("decision", (1, 1))


@three
def test_5_17_also_when_he_has_drawn_before(game: str) -> None:
    """His own cards do not count; the card of the next hand is his, and that hand decides afresh."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, hit(1), "2C", stand(1), hit(2), "4C")
    again = start.then(ruled(irregularity("hand_skipped", area=1), "remove", "5.17"), hit(1))
    assert (again.cards(1), again.cards(2)) == (["KH 2S 2C 4C"], ["8C 3S"])
    decides = again.then(stand(1))
    assert (decides.awaits, decides.acting) == ("decision", (2, 1))
    end = decides.then(stand(2), "8D")
    assert (end.line(1).net, end.line(2).net) == (1000, -1000)


@both
def test_5_17_a_double_behind_him_stands_and_waits_for_its_card(game: str) -> None:
    """The doubled hand's card is his; it gets another one in its turn."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, stand(1), double(2), "4C")
    again = start.then(ruled(irregularity("hand_skipped", area=1), "remove", "5.17"), hit(1), stand(1))
    assert (again.cards(1), again.awaits, again.acting) == (["KH 2S 4C"], "card", (2, 1))
    assert again.then("KC", "8D").line(2).net == 2000


@three
def test_5_17_a_layout_removes_the_card_instead(game: str) -> None:
    """What was dealt to the next hand is out of play, and the next card comes from the shoe."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, stand(1), hit(2), "4C")
    layout = lies({1: "KH 2S", 2: "8C 3S"}, dealer="9D", removed="4C")
    again = start.then(ruled(irregularity("hand_skipped", area=1, layout=layout), "remove", "5.17"), hit(1))
    assert again.then("5C").cards(1) == ["KH 2S 5C"]
    assert again.cards(2) == ["8C 3S"]


@three
def test_5_17_a_split_area_behind_him_gives_back_its_card(game: str) -> None:
    """One area has acted, by a split: he acts, and the card that it got is his."""
    parted = decision(2, "free_split") if game == "free-bet-blackjack" else split(2)
    start = play(game, bets({1: 1000, 2: 1000}), deal("KH 2S", "8C 8S", dealer="9D"), stand(1), parted, "3C")
    again = start.then(ruled(irregularity("hand_skipped", area=1), "remove", "5.17"), hit(1))
    assert (again.cards(1), again.cards(2)) == (["KH 2S 3C"], ["8C", "8S"])


@three
def test_5_17_after_a_layout_only_the_cards_drawn_since_come_back(game: str) -> None:
    """What the layout laid on the next hand stays there."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, stand(1), hit(2), "2C", late({1: "KH 2S", 2: "8C 3S 2C"}))
    none = start.then(ruled(irregularity("hand_skipped", area=1), "remove", "5.17"))
    assert (none.cards(2), none.awaits, none.acting) == (["8C 3S 2C"], "decision", (1, 1))
    one = start.then(hit(2), "4C", ruled(irregularity("hand_skipped", area=1), "remove", "5.17"), hit(1))
    assert (one.cards(1), one.cards(2)) == (["KH 2S 4C"], ["8C 3S 2C"])


@three
def test_5_17_who_has_refused_a_card_does_not_act_again(game: str) -> None:
    """The hand behind refused the card that was held: it gets no other (5.9)."""
    start = play(game, bets({1: 1000, 2: 1000}), TWO, stand(1), alarmed("2C", "card_held", "5.8"))
    refusing = start.then(ruled(irregularity("card_refused", area=2), "continue", "5.9"))
    again = refusing.then(ruled(irregularity("hand_skipped", area=1), "remove", "5.17"), stand(1))
    assert (again.cards(2), again.dealer, again.awaits) == (["8C 3S"], "9D 2C", "card")


@three
def test_5_18_hands_passed_over_stand_when_a_later_area_has_drawn(game: str) -> None:
    """His cards went to two areas behind: he and the first of them stand, the last one goes on."""
    dealt = deal("KH 2S", "8C 3S", "9C 7C", dealer="9D")
    start = play(game, bets({1: 1000, 2: 1000, 3: 1000}), dealt, hit(1), "2C", hit(1), "4C")
    layout = lies({1: "KH 2S", 2: "8C 3S 2C", 3: "9C 7C 4C"}, dealer="9D")
    later = start.then(ruled(irregularity("hand_skipped", area=1, layout=layout), "continue", "5.18"))
    assert (later.awaits, later.acting) == ("decision", (3, 1))
    end = later.then(stand(3), "8D")
    assert [line.result for line in end.outcome.ledger] == ["lose", "lose", "win"]


@three
def test_5_18_two_split_areas_behind_him_have_acted(game: str) -> None:
    """Though no hand of theirs has more than two cards."""
    parted = [decision(at, "free_split") if game == "free-bet-blackjack" else split(at) for at in (2, 3)]
    dealt = deal("KH 2S", "8C 8S", "9C 9S", dealer="7D")
    start = play(game, bets({1: 1000, 2: 1000, 3: 1000}), dealt, stand(1), parted[0], "KC", stand(2), "KS", stand(2))
    acting = start.then(parted[1], "QC")
    acting.then(ruled(irregularity("hand_skipped", area=1), "continue", "5.18"))


@pytest.mark.parametrize("game", RULEBOOKS)
def test_5_22_nobody_is_absent_from_a_hand_that_is_done(game: str) -> None:
    """There is nothing left to decide for him."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("KH 4S", "8C 7S", dealer="9D"), stand(1))
    start.then(refused(irregularity("player_absent", area=1), RULEBOOKS[game].irregularities.absent))


def test_5_30_2_an_absent_players_hand_that_stands_decides_a_pot_of_gold_wager() -> None:
    """Drawn to its end by the fixed rule it can earn no marker any more."""
    laid = bets({1: 1000, 2: 1000}, wager(1, "pot_of_gold", 100))
    start = play("free-bet-blackjack", laid, deal("5H 4S", "8C 7S", dealer="9D"))
    gone = start.then(ruled(irregularity("player_absent", area=1), "continue", "5.22"))
    gone.then(ruled(irregularity("power_failure"), "continue", "5.30.2"))
    start.then(ruled(irregularity("power_failure"), "offer", "5.30.1"))


@both
def test_5_16_1_a_hand_that_began_with_one_card_is_doubled_and_split(game: str) -> None:
    """With the card it drew it has its first two (I23)."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("AH KS", "8C 3S", dealer="9D"))
    layout = lies({1: "AH KS", 2: "8C"}, dealer="9D", removed="3S")
    short = start.then(ruled(irregularity("area_short", area=2, option="act", layout=layout), "continue", "5.16.1"))
    pair = short.then(hit(2), "8S")
    assert pair.then(double(2), "4S", "8D").line(2).net == 2000
    halves = pair.then(split(2), "3D", double(2), "KC", "2D", stand(2))
    assert halves.cards(2) == ["8C 3D KC", "8S 2D"]
    assert pair.then(stand(2), "8D").hand(2).cards == ("8C", "8S")


@both
def test_5_16_1_a_hand_put_right_without_a_layout_is_a_hand_like_the_others(game: str) -> None:
    """It has both its cards and may be doubled."""
    start = play(game, bets({1: 1000, 2: 1000}), deal("4H 3S", "8C 3D", dealer="9D"), hit(1), "KC")
    right = start.then(ruled(irregularity("area_short", area=2, option="act"), "continue", "5.16.1"), stand(1))
    assert right.then(double(2), "9S", "8D").line(2).net == 2000


@both
def test_6_1_a_discard_takes_one_card_and_needs_no_round(game: str) -> None:
    """Of two that are kept the other stays the next card; between rounds too."""
    held = [alarmed(card, "unexpected_card", "5.8") for card in ("4C", "5C")]
    out = ruled(by("pit_supervisor", irregularity("discard", card="4C")), "discard", "6.1")
    dealt = play(game, *held, out, bets({1: 1000}), "8D 7C")
    assert (dealt.cards(1), dealt.dealer) == (["5C 7C"], "8D")


def test_4_2_a_multiplier_drawn_for_a_hand_that_was_no_pontoon_pays_nothing() -> None:
    """The button was pressed, then it was found that the cards lay otherwise."""
    laid = bets({1: 1000, 2: 1000}, wager(1, "pandemonium", 100))
    pressed = play("pontoon-pandemonium", laid, deal("AH KS", "8C 9S", dealer="9D"), press(5))
    end = pressed.then(late({1: "AH 9S", 2: "8C KS"}), stand(1), stand(2), "8D")
    assert end.fate(1, "pandemonium") == "lose -100 by 3.15.2"
