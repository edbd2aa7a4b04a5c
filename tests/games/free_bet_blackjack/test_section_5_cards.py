"""Free Bet Blackjack (MBS), version 3, 5.1 to 5.21: wrong cards, dealing errors, areas left out, burn and shuffle.

What a clause treats in two ways is played before an interim settlement and the subsequent deal, and after.
"""

from controller.core.events import CutCard, ShoeNew, WagerWithdrawn
from tests.games.twenty_one.rounds import (
    Played,
    Step,
    alarmed,
    bets,
    deal,
    decision,
    double,
    down,
    hit,
    insure,
    irregularity,
    lies,
    play,
    refused,
    ruled,
    stand,
    surrender,
    wager,
)

GAME = "free-bet-blackjack"
TWO = bets({1: 1000, 2: 1000})
OPEN = deal("KH 2C", "9H 7C", dealer="7D")
"""Nothing is decided by these cards."""
PAID = deal("AH KC", "9H 7C", dealer="7D")
"""Area 1 is paid its Blackjack: an interim settlement."""
FREE_SPLIT = decision(1, "free_split")


def _settles(*steps: Step) -> Played:
    return play(GAME, TWO, OPEN, *steps, stand(1), stand(2), "TD")


def test_5_1_wrong_missing_extra_and_unshuffled_cards_void_the_round() -> None:
    """As reported, or as seen by one card more of a kind than the decks hold, in any phase."""
    for kind in ("foreign_card", "extra_card", "missing_card", "unshuffled"):
        for cards in ("KH", OPEN, PAID):
            assert play(GAME, TWO, cards, ruled(irregularity(kind), "void", "5.1")).outcome.rule == "5.1"
    seen = play(GAME, TWO, "KH", alarmed("KH", "extra_card", "5.1"), decks=1)
    assert seen.outcome.status == "void"
    hidden = play(GAME, TWO, down("KH"), alarmed(down("KH"), "extra_card", "5.1"), decks=1)
    assert "KH" not in hidden.told


def test_5_1_1_void_round_returns_every_stake() -> None:
    """Also of the Blackjack that was paid, the side wagers, the insurance and what a double added."""
    laid = bets({1: 1000, 2: 1000}, wager(2, "busted", 100))
    start = play(GAME, laid, deal("5H 6C", "9H 8C", dealer="AD"), insure(1, 500), double(1))
    void = start.then(ruled(irregularity("missing_card"), "void", "5.1"))
    assert [(line.kind, line.stake, line.result) for line in void.outcome.ledger] == [
        ("main", 2000, "void"), ("insurance", 500, "void"), ("main", 1000, "void"), ("busted", 100, "void"),
    ]  # fmt: skip
    assert void.outcome.status == "void"
    assert (void.net, play(GAME, TWO, PAID, ruled(irregularity("unshuffled"), "void", "5.1")).net) == (0, 0)


def test_5_1_2_rounds_before_stand() -> None:
    """Found before the first round it is recorded; found in a round, or after its outcome, it voids that one only."""
    play(GAME, ruled(irregularity("foreign_card"), "record", "5.1.2"))
    first = _settles()
    after = first.then(ruled(irregularity("foreign_card"), "void", "5.1"))
    assert (after.outcome.revision, after.outcome.status, after.net) == (2, "void", 0)
    second = first.then(TWO, OPEN, ruled(irregularity("foreign_card"), "void", "5.1"))
    assert second.outcomes[0] == first.outcome


def test_5_2_wrong_deal_that_cannot_be_reconstructed_in_time_is_void() -> None:
    """Before a settlement and the subsequent deal; after either it is for the shift manager."""
    wrong = irregularity("misdeal", reconstructable=False)
    assert play(GAME, TWO, "KH 9H", ruled(wrong, "void", "5.2")).outcome.rule == "5.2"
    assert play(GAME, TWO, OPEN, ruled(wrong, "void", "5.2")).net == 0
    play(GAME, TWO, PAID, ruled(wrong, "record", "6.1"))
    play(GAME, TWO, OPEN, hit(1), "2S", ruled(wrong, "record", "6.1"))


def test_5_3_no_wager_is_placed_or_increased_after_no_more_bets() -> None:
    """In the deal and in play, of any kind."""
    for cards in ("", "KH", OPEN):
        late = [wager(1, "main", 100), wager(3, "main", 1000), wager(1, "pair", 100)]
        play(GAME, TWO, cards, *[refused(one, "5.3") for one in late])


def test_5_4_no_wager_is_withdrawn_after_no_more_bets() -> None:
    """It wins or loses where it lies."""
    tried: list[Step] = [refused(WagerWithdrawn(area=1, kind="main"), "5.4")]
    assert _settles(*tried).line(1).net == -1000


def test_5_5_face_up_card_is_played_like_any_other() -> None:
    """In the deal and in the draw."""
    face_up = ruled(irregularity("face_up_card"), "continue", "5.5")
    assert play(GAME, TWO, "KH", face_up, "9H").cards(2) == ["9H"]
    assert play(GAME, TWO, OPEN, hit(1), face_up, "2S").cards(1) == ["KH 2C 2S"]


def test_5_6_dealing_error_is_put_right_in_either_state() -> None:
    """The one clause before the subsequent deal, the other after."""
    right = irregularity("misdeal", reconstructable=True)
    dealt = play(GAME, TWO, OPEN)
    dealt.then(ruled(right, "reconstruct", "5.6.1"))
    dealt.then(hit(1), "2S", ruled(right, "reconstruct", "5.6.2"))


def test_5_6_1_before_a_settlement_the_initial_deal_is_reconstructed_and_goes_on() -> None:
    """From where the layout says the cards lie, or from where they should have gone."""
    right = irregularity("misdeal", reconstructable=True, layout=lies({1: "KH", 2: "9H"}, dealer="7D", removed="2C"))
    start = play(GAME, TWO, "KH 9H 7D 2C", ruled(right, "reconstruct", "5.6.1"), "3C 4C")
    assert (start.cards(1), start.cards(2), start.awaits) == (["KH 3C"], ["9H 4C"], "decision")
    layout = lies({1: "KH 2C", 2: "9H"}, dealer="7D", removed="7C")
    complete = irregularity("misdeal", reconstructable=True, layout=layout)
    again = play(GAME, TWO, OPEN, ruled(complete, "reconstruct", "5.6.1"), "3C")
    assert (again.cards(2), again.awaits) == (["9H 3C"], "decision")
    as_known = play(GAME, TWO, OPEN, ruled(irregularity("misdeal", reconstructable=True), "reconstruct", "5.6.1"))
    assert as_known.then(surrender(1)).cards(1) == ["KH 2C"]


def test_5_6_2_after_it_the_cards_are_reconstructed_and_play_goes_on() -> None:
    """After a settlement and after the subsequent deal; split areas by their hands."""
    right = irregularity("misdeal", reconstructable=True)
    play(GAME, TWO, PAID, ruled(right, "reconstruct", "5.6.2"), hit(2))
    layout = lies({1: "KH 2C", 2: "9H 7C"}, dealer="7D", removed="2S")
    moved = irregularity("misdeal", reconstructable=True, layout=layout)
    later = play(GAME, TWO, OPEN, hit(1), "2S", ruled(moved, "reconstruct", "5.6.2"))
    assert (later.cards(1), later.awaits, later.then(hit(1), "5S").cards(1)) == (["KH 2C"], "decision", ["KH 2C 5S"])
    halves = irregularity("misdeal", reconstructable=True, layout=lies({1: ["8H 9S", "8C"]}, dealer="7D", removed="TS"))
    start = play(GAME, bets({1: 1000}), "8H 7D 8C", FREE_SPLIT, "TS", hit(1), "9S")
    assert start.awaits == "card"
    flat = irregularity("misdeal", reconstructable=True, layout=lies({1: "8H 9S 8C"}, dealer="7D", removed="TS"))
    second = play(GAME, bets({1: 1000}), "8H 7D 8C", FREE_SPLIT, "9S", hit(1), "TS")
    assert second.acting == (1, 2)
    second.then(refused(flat, None))
    assert second.then(ruled(halves, "reconstruct", "5.6.2")).cards(1) == ["8H 9S", "8C"]


def test_5_7_card_to_the_dealers_completed_hand_is_discarded() -> None:
    """His total stands and the card belongs to no later round."""
    later = _settles().then(alarmed("4S", "dealer_overdraw", "5.7"))
    assert (later.outcome.dealer.total, later.then(TWO).cards(1)) == (17, [""])


def test_5_8_card_dealt_in_error_is_the_next_card() -> None:
    """Held while a decision is awaited, it goes to who draws next, at last to the Dealer; or to the next round."""
    held = play(GAME, TWO, OPEN, alarmed("4S", "card_held", "5.8"))
    assert held.then(hit(1)).cards(1) == ["KH 2C 4S"]
    assert held.then(stand(1), hit(2)).cards(2) == ["9H 7C 4S"]
    assert held.then(stand(1), stand(2)).dealer == "7D 4S"
    early = play(GAME, alarmed("4S", "unexpected_card", "5.8"), TWO)
    assert early.cards(1) == ["4S"]


def test_5_9_who_refuses_the_card_gets_no_other() -> None:
    """His hand stands, and he may not call for a card again in this round."""
    held = play(GAME, TWO, OPEN, alarmed("4S", "card_held", "5.8"))
    gone = held.then(ruled(irregularity("card_refused", area=1), "continue", "5.9"), refused(hit(1), "5.9"))
    assert gone.then(hit(2)).cards(2) == ["9H 7C 4S"]
    play(GAME, TWO, OPEN, refused(irregularity("card_refused", area=1), "5.9"))
    held.then(refused(irregularity("card_refused", area=2), None))


def test_5_10_card_refused_by_all_is_the_dealers() -> None:
    """Nobody has taken it: it is his next card."""
    held = play(GAME, TWO, OPEN, alarmed("4S", "card_held", "5.8"))
    both = [ruled(irregularity("card_refused", area=area), "continue", "5.9") for area in (1, 2)]
    assert held.then(*both).dealer == "7D 4S"


def test_5_11_dealer_without_a_card_before_the_subsequent_deal_is_put_right() -> None:
    """He gets his first card in the order of the deal."""
    layout = lies({1: "KH 7D", 2: "9H 2C"})
    start = play(GAME, TWO, "KH 9H 7D 2C")
    round_ = start.then(ruled(irregularity("dealer_not_dealt", layout=layout), "reconstruct", "5.11"))
    assert (round_.then("8D").dealer, round_.then("8D").awaits) == ("8D", "decision")
    assert start.then(ruled(irregularity("dealer_not_dealt"), "reconstruct", "5.11")).dealer == "7D"


def _dealer_missing(*before: Step, layout: dict[int, str], removed: str) -> Played:
    """A round whose Dealer, as it turns out late, has no card."""
    missing = irregularity("dealer_not_dealt", layout=lies(layout, removed=removed))
    return play(GAME, *before).then(ruled(missing, "offer", "5.12"))


def test_5_12_dealer_without_a_card_after_it_draws_one() -> None:
    """After a settlement at once, in the subsequent deal when the acting hand is complete."""
    paid = _dealer_missing(TWO, PAID, layout={1: "AH KC", 2: "9H 7C"}, removed="7D")
    assert paid.then(stand(2), "8D").dealer == "8D"
    play(GAME, TWO, PAID, ruled(irregularity("dealer_not_dealt"), "continue", "5.12"))


def test_5_12_1_acting_player_may_complete_his_hand_first() -> None:
    """Or let the Dealer take his card now."""
    late = _dealer_missing(TWO, OPEN, hit(1), "2S", layout={1: "KH 2C 2S", 2: "9H 7C"}, removed="7D")
    first = late.then(hit(1), "3S", stand(1), "8D")
    assert (first.cards(1), first.dealer, first.acting) == (["KH 2C 2S 3S"], "8D", (2, 1))
    at_once = late.then("8D")
    assert (at_once.dealer, at_once.acting) == ("8D", (1, 1))


def test_5_12_2_surrender_and_insurance_are_offered_then() -> None:
    """By the card that he drew, until the next one."""
    late = _dealer_missing(TWO, OPEN, hit(1), "2S", layout={1: "KH 2C 2S", 2: "9H 7C"}, removed="7D").then(stand(1))
    late.then("8D", refused(insure(2, 500), "3.27"), surrender(2))
    late.then("AD", refused(surrender(2), "3.25"), insure(2, 500))
    assert late.then("8D", surrender(1), stand(2), "KD").line(1).net == -500  # also who has acted (I23)
    late.then("8D", hit(2), "2D", refused(surrender(2), "3.25.1"))


def test_5_13_area_with_less_than_two_cards_before_the_subsequent_deal_gets_them() -> None:
    """One card or none: the initial deal is completed."""
    short = irregularity(
        "area_short", area=2, option="act", layout=lies({1: "KH 7C", 2: "9H"}, dealer="7D", removed="2C")
    )
    start = play(GAME, TWO, "KH 9H 7D 7C 2C")
    assert start.then(ruled(short, "reconstruct", "5.13"), "3C").cards(2) == ["9H 3C"]
    none = irregularity("area_not_dealt", area=2, layout=lies({1: "KH"}, dealer="7D", removed="9H 7C 2C"))
    assert start.then(ruled(none, "reconstruct", "5.13"), "9D 3C 4C").cards(2) == ["9D 4C"]


def test_5_14_area_without_cards_after_it_has_its_wagers_returned() -> None:
    """Main and side wagers come back; the others play on."""
    layout = lies({1: "AH KC"}, dealer="7D", removed="9H 7C")
    start = play(GAME, bets({1: 1000, 2: 1000}, wager(2, "busted", 100)), PAID)
    round_ = start.then(ruled(irregularity("area_not_dealt", area=2, layout=layout), "return", "5.14"))
    assert (round_.fate(2), round_.fate(2, "busted"), round_.line(1).net) == (
        "returned 0 by 5.14", "returned 0 by 5.14", 1500,
    )  # fmt: skip


def test_5_15_cards_of_an_area_without_a_wager_are_removed_after_it() -> None:
    """The others lie in their order, or as the layout says; before it every card goes where it belongs."""
    stray = irregularity("empty_area_dealt", area=4, cards="9H")
    later = play(GAME, TWO, OPEN, hit(1), "2S", ruled(stray, "remove", "5.15"))
    assert (later.cards(1), later.cards(2), later.dealer) == (["KH 7C"], ["7D 2S"], "2C")
    layout = lies({1: "KH 2C", 2: "9H 7C"}, dealer="7D", removed="2S")
    stays = irregularity("empty_area_dealt", area=4, cards="2S", layout=layout)
    assert play(GAME, TWO, OPEN, hit(1), "2S", ruled(stays, "remove", "5.15")).cards(1) == ["KH 2C"]
    play(GAME, TWO, OPEN, ruled(stray, "reconstruct", "5.6.1"))
    play(GAME, TWO, OPEN, hit(1), "2S", refused(irregularity("empty_area_dealt", area=4, cards="QS"), None))


def test_5_16_player_with_one_card_after_it_chooses() -> None:
    """Acting on it or taking his wager back."""
    layout = lies({1: "AH KC", 2: "AS"}, dealer="7D", removed="7C")
    start = play(GAME, TWO, deal("AH KC", "AS 7C", dealer="7D"))
    for option, action, clause in (("act", "continue", "5.16.1"), ("withdraw", "return", "5.16.2")):
        start.then(ruled(irregularity("area_short", area=2, option=option, layout=layout), action, clause))


def test_5_16_1_player_with_one_card_after_it_may_act_on_it() -> None:
    """In turn; no Blackjack comes of it, and the one card is neither doubled nor split."""
    layout = lies({1: "AH KC", 2: "AS"}, dealer="7D", removed="7C")
    start = play(GAME, TWO, deal("AH KC", "AS 7C", dealer="7D"))
    short = start.then(ruled(irregularity("area_short", area=2, option="act", layout=layout), "continue", "5.16.1"))
    acted = short.then(refused(double(2), "3.26.1"), refused(decision(2, "free_split"), "3.21"), hit(2), "KS", "TD")
    assert (acted.hand(2).result, acted.line(2).net) == ("21", 1000)


def test_5_16_2_or_take_his_wager_back() -> None:
    """With the area's side wagers, and his card is discarded."""
    layout = lies({1: "AH KC", 2: "AS"}, dealer="7D", removed="7C")
    start = play(GAME, bets({1: 1000, 2: 1000}, wager(2, "busted", 100)), deal("AH KC", "AS 7C", dealer="7D"))
    short = irregularity("area_short", area=2, option="withdraw", layout=layout)
    round_ = start.then(ruled(short, "return", "5.16.2"))
    assert (round_.fate(2), round_.fate(2, "busted")) == ("returned 0 by 5.16.2",) * 2
    assert [hand.area for hand in round_.outcome.hands] == [1]


def test_5_17_player_passed_over_acts_when_only_the_next_hand_has_drawn() -> None:
    """Its cards are the next ones again, unless the layout removes them."""
    start = play(GAME, TWO, OPEN, stand(1), hit(2), "2S")
    back = start.then(ruled(irregularity("hand_skipped", area=1), "remove", "5.17"))
    assert (back.acting, back.cards(2), back.then(hit(1)).cards(1)) == ((1, 1), ["9H 7C"], ["KH 2C 2S"])
    layout = lies({1: "KH 2C", 2: "9H 7C"}, dealer="7D", removed="2S")
    gone = start.then(ruled(irregularity("hand_skipped", area=1, layout=layout), "remove", "5.17"), hit(1))
    assert gone.awaits == "card"
    play(GAME, TWO, "KH", refused(irregularity("hand_skipped", area=1), "5.17"))


def test_5_18_player_passed_over_by_more_than_one_area_has_not_acted_in_time() -> None:
    """His hand stands as it is."""
    three = play(GAME, bets({1: 1000, 2: 1000, 3: 1000}), deal("KH 2C", "9H 5C", "8H 4C", dealer="7D"), stand(1))
    late = three.then(
        hit(2), "2S", stand(2), hit(3), "2D", ruled(irregularity("hand_skipped", area=1), "continue", "5.18")
    )
    assert (late.acting, late.cards(2), late.cards(3)) == ((3, 1), ["9H 5C 2S"], ["8H 4C 2D"])
    assert late.then(stand(3), "TD").hand(1).total == 12


def test_5_19_too_few_cards_are_completed_from_the_shuffled_discards() -> None:
    """The cards on the table stay counted; without this ruling no other shoe comes into a round."""
    start = play(GAME, TWO, OPEN, hit(1), refused(ShoeNew(), "5.19"), decks=1)
    shuffled = start.then(ruled(irregularity("insufficient_cards"), "shuffle", "5.19"), ShoeNew(), "3S")
    assert shuffled.cards(1) == ["KH 2C 3S"]
    assert shuffled.then(hit(1), alarmed("KH", "extra_card", "5.1")).outcome.status == "void"


def test_5_19_a_bust_hand_lies_in_the_discards_and_may_come_again() -> None:
    """Its cards were collected (3.32), so that they are in the shuffled shoe, not on the table."""
    start = play(GAME, TWO, OPEN, hit(1), "TS", decks=1)
    shuffled = start.then(ruled(irregularity("insufficient_cards"), "shuffle", "5.19"), ShoeNew())
    assert shuffled.state.shoe.out == 3
    assert shuffled.then(hit(2), "TS").hand(2).total == 26


def test_5_19_1_after_that_round_the_cards_are_shuffled_again() -> None:
    """A round without it is noticed."""
    start = play(GAME, TWO, OPEN, ruled(irregularity("insufficient_cards"), "shuffle", "5.19"), ShoeNew())
    over = start.then(stand(1), stand(2), "TD")
    over.then(alarmed(TWO, "cut_card_passed", "5.20"))
    over.then(ShoeNew(), TWO)


def test_5_20_shuffle_missed_after_the_cutting_card_comes_after_the_round() -> None:
    """The round is played to its end, and the next one without a shuffle is noticed."""
    over = play(GAME, TWO, CutCard(), OPEN, stand(1), stand(2), "TD")
    begun = over.then(
        alarmed(TWO, "cut_card_passed", "5.20"), ruled(irregularity("cut_card_missed"), "shuffle", "5.20")
    )
    again = begun.then(OPEN, stand(1), stand(2), "TD")
    again.then(alarmed(TWO, "cut_card_passed", "5.20"))
    again.then(ShoeNew(), TWO)


def test_5_21_forgotten_burn_card() -> None:
    """Where the table burns, the first card of a shoe is the burn card; where it does not, it is dealt."""
    assert play(GAME, TWO, "5S KH 9H", burn=True).cards(1) == ["KH"]
    assert play(GAME, TWO, "5S KH 9H").cards(1) == ["5S"]
    play(GAME, TWO, OPEN, ruled(irregularity("burn_missed"), "reconstruct", "5.21.1"), hit(1))
    play(GAME, TWO, PAID, ruled(irregularity("burn_missed"), "continue", "5.21.2"), hit(2))


def test_5_21_1_forgotten_burn_card_in_the_initial_deal_is_put_right() -> None:
    """Every card goes one place back."""
    start = play(GAME, TWO, "5S KH 9H 7D", ruled(irregularity("burn_missed"), "reconstruct", "5.21.1"), burn=True)
    assert (start.cards(1), start.cards(2), start.dealer) == (["KH"], ["9H"], "7D")
    layout = lies({1: "9H", 2: "7D"}, removed="KH")
    none = play(GAME, TWO, "KH 9H 7D", ruled(irregularity("burn_missed", layout=layout), "reconstruct", "5.21.1"))
    assert (none.cards(1), none.cards(2), none.awaits) == (["9H"], ["7D"], "card")


def test_5_21_2_forgotten_burn_card_stays_in_play_after_it() -> None:
    """After a settlement and in the subsequent deal."""
    play(GAME, TWO, PAID, ruled(irregularity("burn_missed"), "continue", "5.21.2"))
    later = play(GAME, TWO, OPEN, hit(1), "2S", ruled(irregularity("burn_missed"), "continue", "5.21.2"))
    assert later.cards(1) == ["KH 2C 2S"]
    layout = lies({1: "9H 7C 2S", 2: "7D KH"}, dealer="2C")
    stays = irregularity("burn_missed", layout=layout)
    laid = play(GAME, TWO, OPEN, hit(1), "2S", ruled(stays, "continue", "5.21.2"))
    assert (laid.cards(1), laid.cards(2), laid.dealer) == (["9H 7C 2S"], ["7D KH"], "2C")
