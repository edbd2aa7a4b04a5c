"""Free Bet Blackjack (MBS), version 3, 5.22 to 6.2: absence, cards drawn at once, limits, power failure, ranks."""

from typing import Any, Final

from controller.core.events import Authority, BetsOpen, RoundVoid
from tests.games.twenty_one.rounds import (
    Played,
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
    refused,
    ruled,
    stand,
    surrender,
    wager,
)

GAME = "free-bet-blackjack"
TWO = bets({1: 1000, 2: 1000})
OPEN = deal("KH 2C", "9H 2S", dealer="7D")
PAID = deal("AH KC", "9H 7C", dealer="7D")
BELOW: Final[tuple[Authority, ...]] = ("dealer", "pit_supervisor", "technician")
ENOUGH: Final[tuple[Authority, ...]] = ("pit_manager", "shift_manager")
"""Ranks below a pit manager, and from him on."""
LIMITS: Final[dict[str, Any]] = {"limits": {"main": (1000, 5000), "pair": (500, 1000)}, "limits_policy": "settle"}


def _absent(area: int, player: str | None = None) -> Step:
    return ruled(irregularity("player_absent", area=area, player=player), "continue", "5.22")


def _withdraw(player: str, clause: str = "5.25") -> Step:
    return ruled(irregularity("withdraw", player=player), "return", clause)


def _drawn(cards: str = "6D 9C") -> Played:
    """Area 1 has asked for a card, and these came out together."""
    first, *others = cards.split()
    return play(GAME, TWO, OPEN, hit(1), first, *[alarmed(card, "card_held", "5.8") for card in others])


def _at_once(cards: str, disclosed: str = "", chosen: str | None = None, authority: Authority = "dealer") -> Any:
    return irregularity("simultaneous_draw", authority, cards=cards, disclosed=disclosed, chosen=chosen)


def test_5_22_absent_players_hand_is_drawn_by_the_fixed_rule() -> None:
    """Until it exceeds 11, a soft hand until 17 (I11); he neither splits nor doubles, whatever he has."""
    hard = play(GAME, TWO, deal("2H 3C", "9H 9S", dealer="7D"), _absent(1))
    hard.then(refused(double(1), "5.22"))
    assert hard.then("6S").acting == (1, 1)
    assert hard.then("6S 2D").acting == (2, 1)
    soft = play(GAME, TWO, deal("AH 4C", "9H 9S", dealer="7D"), _absent(1))
    assert soft.then("AS").acting == (1, 1)
    assert (soft.then("2D").acting, soft.then("7S").cards(1)) == ((2, 1), ["AH 4C 7S"])
    pair = play(GAME, TWO, deal("8H 8C", "9H 9S", dealer="7D"), _absent(1), refused(decision(1, "free_split"), None))
    assert pair.acting == (2, 1)


def test_5_22_absent_player_neither_follows_nor_insures() -> None:
    """His options to wager, to split and to double are forfeited; others may take the insurance he did not."""
    dealt = play(GAME, bets({1: {"A": 1000, "B": 1000}}), "6H 7D 5C")
    gone = dealt.then(ruled(irregularity("player_absent", area=1, player="B"), "continue", "5.22.1"))
    gone.then(decision(1, "free_double"), refused(follow(1, "B"), "5.22"))
    ace = play(GAME, bets({1: {"A": 1000, "B": 1000}}), "9H AD 5C")
    ace = ace.then(ruled(irregularity("player_absent", area=1, player="B"), "continue", "5.22.1"))
    ace.then(refused(insure(1, 500, "B"), "5.22"), insure(1, 500, "A", "B"))


def test_5_22_1_another_player_on_the_area_plays_the_hand() -> None:
    """Front to back; only without any the fixed rule."""
    dealt = play(GAME, bets({1: {"A": 1000, "B": 600, "C": 400}}), "2H 7D 3C")
    passed = dealt.then(ruled(irregularity("player_absent", area=1), "continue", "5.22.1"))
    passed.then(refused(hit(1, "A"), "3.12"), hit(1, "B"))
    again = passed.then(ruled(irregularity("player_absent", area=1, player="B"), "continue", "5.22.1"))
    assert again.then(_absent(1, "C")).awaits == "card"


def test_5_23_only_the_last_cards_can_have_come_at_once() -> None:
    """Two or more, the last ones that came; the disclosed and the chosen ones among them."""
    drawn = _drawn()
    drawn.then(refused(_at_once("6D"), "5.23"))
    for wrong in (_at_once("2S 6D"), _at_once("6D 9C", "QS"), _at_once("6D 9C", "", "QS")):
        drawn.then(refused(wrong, None))
    drawn.then(ruled(_at_once("9C 6D", "", "9C"), "continue", "5.23.1"))


def test_5_23_1_with_no_card_disclosed_the_player_selects_his() -> None:
    """Either of them."""
    for chosen in ("6D", "9C"):
        assert _drawn().then(ruled(_at_once("6D 9C", chosen=chosen), "continue", "5.23.1")).cards(1) == [
            f"KH 2C {chosen}"
        ]


def test_5_23_1_1_the_rest_are_the_next_cards() -> None:
    """In their order, for whoever draws next, and at last for the Dealer."""
    chosen = _drawn("6D 9C 2H").then(ruled(_at_once("6D 9C 2H", chosen="9C"), "continue", "5.23.1"))
    assert chosen.then(hit(2)).cards(2) == ["9H 2S 6D"]
    assert chosen.then(hit(2), stand(2)).dealer == "7D 2H"


def test_5_23_2_one_disclosed_card_is_the_next_card() -> None:
    """Whatever the player would choose."""
    assert _drawn().then(ruled(_at_once("6D 9C", "9C", "6D"), "continue", "5.23.2")).cards(1) == ["KH 2C 9C"]


def test_5_23_2_1_and_the_other_follows_it() -> None:
    """To the next hand that draws."""
    ruled_ = _drawn().then(ruled(_at_once("6D 9C", "9C"), "continue", "5.23.2"))
    assert ruled_.then(hit(2)).cards(2) == ["9H 2S 6D"]


def test_5_23_3_with_more_disclosed_the_player_selects_one_or_more() -> None:
    """One, two or none; with none he stands (5.24)."""
    drawn = _drawn("2D 6D")
    assert drawn.then(ruled(_at_once("2D 6D", "2D 6D", "6D"), "continue", "5.23.3")).cards(1) == ["KH 2C 6D"]
    two = drawn.then(ruled(_at_once("2D 6D", "2D 6D", "6D 2D"), "continue", "5.23.3"))
    assert (two.cards(1), two.acting) == (["KH 2C 6D 2D"], (1, 1))
    assert drawn.then(ruled(_at_once("2D 6D", "2D 6D", ""), "continue", "5.23.3")).acting == (2, 1)


def test_5_23_3_1_the_rest_is_offered_to_the_next_player_and_burned_if_he_declines() -> None:
    """He draws it or it is out of play."""
    one = _drawn("9C 5D").then(ruled(_at_once("9C 5D", "9C 5D", "9C"), "continue", "5.23.3"))
    assert one.acting == (2, 1)
    assert one.then(hit(2)).cards(2) == ["9H 2S 5D"]
    burned = one.then(ruled(irregularity("card_refused", area=2), "discard", "5.23.3.1"))
    assert (burned.awaits, burned.dealer) == ("card", "7D")


def _on_the_dealer() -> Played:
    """The Dealer's second and third card came out together."""
    return play(GAME, bets({1: 1000}), "KH 7D 9C", stand(1), "2D", "6C")


def test_5_23_4_on_the_dealers_hand_a_pit_manager_is_needed() -> None:
    """Whatever is disclosed."""
    for disclosed in ("", "6C", "2D 6C"):
        for rank in BELOW:
            _on_the_dealer().then(refused(by(rank, _at_once("2D 6C", disclosed, "6C")), "5.23.4"))


def test_5_23_4_1_on_the_dealers_hand_the_pit_manager_selects() -> None:
    """With none disclosed he says the first card; a lower rank is refused, a higher one may (6.2)."""
    for rank in BELOW:
        _on_the_dealer().then(refused(by(rank, _at_once("2D 6C", chosen="6C")), "5.23.4"))
    for rank in ENOUGH:
        ruled_ = _on_the_dealer().then(ruled(by(rank, _at_once("2D 6C", chosen="6C")), "continue", "5.23.4.1"))
        assert ruled_.dealer == "7D 6C 2D"
    _on_the_dealer().then(refused(_at_once("2D 6C", authority="pit_manager"), "5.23.4.1"))


def test_5_23_4_2_and_the_other_is_the_next_card() -> None:
    """The Dealer draws it if he has to."""
    stand_off = play(GAME, bets({1: 1000}), "KH 6D 9C", stand(1), "2D", "9S")
    done = stand_off.then(alarmed("2D", "dealer_overdraw", "5.7"))
    assert done.dealer == "6D 2D 9S"
    drawn = play(GAME, bets({1: 1000}), "KH 4D 9C", stand(1), "2D", "9S")
    ruled_ = drawn.then(ruled(_at_once("2D 9S", "", "9S", "pit_manager"), "continue", "5.23.4.1"))
    assert ruled_.dealer == "4D 9S 2D"


def test_5_23_4_3_one_disclosed_card_is_the_dealers_next() -> None:
    """Whatever is selected."""
    one = _at_once("2D 6C", "6C", "2D", "pit_manager")
    assert _on_the_dealer().then(ruled(one, "continue", "5.23.4.3")).dealer == "7D 6C 2D"


def test_5_23_4_4_and_the_other_comes_after_it() -> None:
    """And the draw goes on."""
    ruled_ = _on_the_dealer().then(ruled(_at_once("2D 6C", "2D", None, "pit_manager"), "continue", "5.23.4.3"))
    assert (ruled_.dealer, ruled_.awaits) == ("7D 2D 6C", "card")


def test_5_23_4_5_with_both_disclosed_the_worst_for_the_dealer_is_selected() -> None:
    """It is his next card."""
    both = _at_once("2D 6C", "2D 6C", "2D", "pit_manager")
    assert _on_the_dealer().then(ruled(both, "discard", "5.23.4.5")).dealer == "7D 2D"


def test_5_23_4_6_and_the_other_is_discarded() -> None:
    """The Dealer draws on with a card of the shoe."""
    both = _at_once("2D 6C", "2D 6C", "2D", "pit_manager")
    ruled_ = _on_the_dealer().then(ruled(both, "discard", "5.23.4.5"))
    assert (ruled_.awaits, ruled_.then("8S").dealer) == ("card", "7D 2D 8S")


def test_5_24_who_refuses_a_card_stands() -> None:
    """His total counts as it is and the deal goes on."""
    held = play(GAME, TWO, OPEN, alarmed("4C", "card_held", "5.8"))
    gone = held.then(ruled(irregularity("card_refused", area=1), "continue", "5.9"), stand(2), "TD")
    assert (gone.hand(1).total, gone.hand(1).result, gone.dealer) == (12, "stand", "7D 4C TD")


def test_5_25_dissatisfied_players_withdraw_what_is_not_decided_before_the_next_card() -> None:
    """After 5.12, 5.15, 5.16 and 5.23 and after nothing else; a lost wager and a lost insurance stay lost."""
    leave = irregularity("withdraw", player="P2")
    ruled_ = _drawn().then(ruled(_at_once("6D 9C", chosen="6D"), "continue", "5.23.1"))
    assert ruled_.then(_withdraw("P2"), stand(1), "9S").fate(2) == "returned 0 by 5.25"
    ruled_.then(hit(1), refused(leave, "5.25"))
    later = play(GAME, TWO, OPEN, refused(leave, "5.25"), hit(1), "3D")
    later.then(ruled(irregularity("burn_missed"), "continue", "5.21.2"), refused(leave, "5.25"))
    for kind in (
        ruled(irregularity("empty_area_dealt", area=3, cards="3D"), "remove", "5.15"),
        ruled(irregularity("area_short", area=2, option="act"), "continue", "5.16.1"),
    ):
        later.then(kind, ruled(leave, "return", "5.25"))
    insured = play(GAME, TWO, deal("KH 9C", "9H 9S", dealer="AD"), insure(2, 500), stand(1), stand(2), "2C 3H")
    chosen = insured.then(ruled(_at_once("2C 3H", "", "2C", "pit_manager"), "continue", "5.23.4.1"))
    gone = chosen.then(_withdraw("P2"), "5S")
    assert (gone.fate(2), gone.fate(2, "insurance")) == ("returned 0 by 5.25", "lose -500 by 3.27")


def test_5_26_insurance_that_was_not_offered_comes_late_by_a_supervisor() -> None:
    """In the subsequent deal, up to half, until the Dealer has his second card; nobody below him approves it."""
    late = irregularity("late_insurance", area=2, amount=500)
    drawn = play(GAME, TWO, deal("KH 2C", "9H 7C", dealer="AD"), hit(1), "2S")
    drawn.then(refused(late, "5.26"), refused(by("technician", late), "5.26"))
    for rank in ("pit_supervisor", "pit_manager", "shift_manager"):
        taken = drawn.then(ruled(by(rank, late), "continue", "5.26"), stand(1), stand(2))
        assert taken.then("KS").fate(2, "insurance") == "win +1000 at 2:1 by 3.27 4.1"
        taken.then("3S", refused(by(rank, late), "5.26"))
    drawn.then(refused(irregularity("late_insurance", "pit_supervisor", area=2, amount=600), "3.27"))
    no_ace = play(GAME, TWO, OPEN, hit(1), "2D", refused(by("pit_supervisor", late), "5.26"))
    assert no_ace.awaits == "decision"


def test_5_27_wager_under_the_minimum_is_settled_once_and_returned_ever_after() -> None:
    """By player, whatever the outcome and whatever the kind of wager; one that was itself returned does not count."""
    table = play(GAME, **LIMITS)
    win: list[Step] = [deal("KH 9C", dealer="9S"), stand(1), "9D"]
    won = table.then(bets({1: 500}), *win)
    assert won.fate(1) == "win +500 at 1:1 by 4.4.2 4.1 5.27"
    assert table.then(bets({1: 500}), deal("KH 7C", dealer="9S"), stand(1), "9D").fate(1) == "lose -500 by 4.5.1 5.27"
    assert won.then(bets({1: 500}), *win).fate(1) == "returned 0 by 5.27"
    assert won.then(bets({1: 1000}, wager(1, "pair", 100)), *win).fate(1, "pair") == "returned 0 by 5.27"
    assert won.then(bets({1: 1000}), *win).net == 1000
    assert won.then(bets({1: {"Z": 500}}), *win).net == 500


def test_5_28_wager_over_the_maximum_counts_to_the_maximum() -> None:
    """Won and lost to it; what a double adds and what lies within the limits is not touched."""
    table = play(GAME, **LIMITS)
    stood = table.then(bets({1: 8000}, wager(1, "pair", 3000)), deal("9H 9C", dealer="9S"), stand(1))
    won = stood.then("6D", "KD")
    assert won.fate(1) == "win +5000 at 1:1 by 4.4.3 4.1 5.28"
    assert (won.line(1).stake, won.fate(1, "pair")) == (8000, "win +11000 at 11:1 by 3.15.1 4.1 5.28")
    assert stood.then("KD").fate(1) == "lose -5000 by 4.5.1 5.28"
    doubled = table.then(bets({1: 8000}), deal("6H 5C", dealer="9S"), double(1, 2000), "9D", "9H")
    assert doubled.line(1).net == 7000
    free = table.then(bets({1: 8000}), deal("6H 5C", dealer="9S"), decision(1, "free_double"), "9D", "9H")
    assert free.line(1).net == 10000


def test_5_29_what_was_paid_outside_the_limits_in_a_round_before_is_settled() -> None:
    """Nothing of it comes up again."""
    first = play(GAME, bets({1: 8000}), deal("KH 9C", dealer="9S"), stand(1), "9D", **LIMITS)
    second = first.then(bets({1: 1000}), deal("KH 9C", dealer="9S"), stand(1), "9D")
    assert second.outcomes[0] == first.outcome
    assert second.ledger == ["1.1 P1 main: win +1000 at 1:1 by 4.4.2 4.1"]


def test_5_30_power_failure_in_either_state() -> None:
    """Without an outcome players choose, with one the round goes on; without a round there is nothing to do."""
    failure = irregularity("power_failure")
    play(GAME, ruled(failure, "record", "5.30"))
    play(GAME, TWO, OPEN, ruled(failure, "offer", "5.30.1"))
    play(GAME, TWO, PAID, ruled(failure, "continue", "5.30.2"))


def test_5_30_1_power_failure_without_an_outcome_lets_players_withdraw() -> None:
    """All of a player's wagers, until the next card; the others play on, and without any the round is over."""
    offer = ruled(irregularity("power_failure"), "offer", "5.30.1")
    laid = bets({1: {"A": 1000, "B": 500}, 2: {"A": 1000}}, wager(2, "busted", 100, "A"), seats={1: "A"})
    for cards, rest in (("", OPEN), ("KH", "9H 7D 2C 2S"), (OPEN, "")):
        failed = play(GAME, laid, cards, offer)
        left = failed.then(_withdraw("A", "5.30.1"))
        after = left.then("KH 7D 2C") if not cards else left.then("7D 2C") if rest.startswith("9H") else left
        assert after.acting == (1, 1)
        round_ = after.then(stand(1, "B"), "TD")
        assert [line.result for line in round_.outcome.ledger] == ["returned", "lose", "returned", "returned"]
    both = play(GAME, TWO, OPEN, offer, _withdraw("P1", "5.30.1"), _withdraw("P2", "5.30.1"))
    assert (both.outcome.status, both.net, both.dealer) == ("settled", 0, "7D")
    play(GAME, TWO, OPEN, offer, hit(1), "2D", refused(irregularity("withdraw", player="P2"), "5.25"))
    opened = play(GAME, BetsOpen(), wager(1, "main", 1000), offer, _withdraw("P1", "5.30.1"))
    assert opened.outcome.status == "settled"


def test_5_30_2_power_failure_with_an_outcome_goes_on() -> None:
    """By a Blackjack paid, a pair settled, a bust, a surrender, even money or an insurance that is lost."""
    go_on = ruled(irregularity("power_failure"), "continue", "5.30.2")
    stay = refused(irregularity("withdraw", player="P2"), "5.25")
    play(GAME, TWO, PAID, go_on, stay)
    play(GAME, bets({1: 1000, 2: 1000}, wager(1, "pair", 500)), OPEN, go_on, stay)
    play(GAME, TWO, OPEN, hit(1), "KS", go_on, stay)
    play(GAME, TWO, OPEN, surrender(1), go_on, stay)
    play(GAME, TWO, deal("AH KC", "9H 7C", dealer="AD"), decision(1, "even_money"), go_on, stay)
    insured = play(GAME, TWO, deal("KH 9C", "9H 9S", dealer="AD"), insure(1, 500), stand(1), stand(2), "2S")
    insured.then(go_on, stay)
    play(GAME, ruled(irregularity("power_failure"), "record", "5.30"))


def test_5_30_2_waiting_wagers_establish_no_outcome() -> None:
    """A Blackjack against a ten, a surrender that waits by I12, and busted and Pot of Gold wagers are open still."""
    offer = ruled(irregularity("power_failure"), "offer", "5.30.1")
    play(GAME, TWO, deal("AH KC", "9H 7C", dealer="TD"), offer)
    play(GAME, TWO, deal("KH 6C", "9H 7C", dealer="TD"), surrender(1), offer, readings={"I12": "void"})
    play(GAME, bets({1: 1000}, wager(1, "busted", 100), wager(1, "pot_of_gold", 100)), "8H 7D 3C", offer)


def test_6_1_what_is_not_covered_is_the_shift_managers() -> None:
    """His ruling is recorded and nobody else's; a kept card leaves play by a supervisor, and a round is void by one."""
    other = irregularity("other", decision="A spilled drink is wiped up; play goes on.")
    start = play(GAME, TWO, OPEN)
    for rank in ("dealer", "pit_supervisor", "pit_manager"):
        start.then(refused(by(rank, other), "6.1"))
    assert "spilled drink" in start.then(ruled(by("shift_manager", other), "record", "6.1")).texts
    held = start.then(alarmed("4S", "card_held", "5.8"), refused(irregularity("discard", card="4S"), "6.1"))
    gone = held.then(ruled(irregularity("discard", "pit_supervisor", card="4S"), "discard", "6.1"), hit(1), "5S")
    assert gone.cards(1) == ["KH 2C 5S"]
    start.then(refused(RoundVoid(reason="a fight"), "6.1"))


def test_6_2_higher_position_does_what_a_lower_one_may() -> None:
    """Void, discard and late insurance by any of the three pit ranks, and by no technician."""
    start = play(GAME, TWO, OPEN, refused(by("technician", RoundVoid(reason="a fight")), "6.1"))
    for rank in ("pit_supervisor", "pit_manager", "shift_manager"):
        void = start.then(ruled(by(rank, RoundVoid(reason="a fight")), "void", "6.1"))
        assert (void.outcome.rule, void.net) == ("6.1", 0)
