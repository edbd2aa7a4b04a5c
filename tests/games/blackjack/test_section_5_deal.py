"""Blackjack (RWS), version 5, section 5 on cards: dealing errors, the choice of 5.7, cards face up or drawn at once."""

from dataclasses import replace

from controller.core.events import BetsOpen
from tests.games.twenty_one.rounds import (
    Step,
    alarmed,
    bets,
    by,
    deal,
    double,
    down,
    hit,
    insure,
    irregularity,
    lies,
    play,
    refused,
    reveal,
    ruled,
    split,
    stand,
    surrender,
    wager,
)

GAME = "blackjack"
TWO = bets({1: 1000, 2: 1000})
OPEN = deal("KH 5C", "9H 7C", dealer="7D")
"""Nothing is decided by these cards."""
PAID = deal("AH KC", "9H 7C", dealer="7D")
"""Area 1 is paid its Blackjack: an interim settlement."""
RETURNED = "returned 0 by 5.7.3"


def _withdraw(player: str, clause: str = "5.7.3") -> Step:
    return ruled(irregularity("withdraw", player=player), "return", clause)


def test_5_7_every_dealing_error_gives_all_players_the_choice() -> None:
    """One player takes his bet back and the others go on; without a dealing error nobody may."""
    start = play(GAME, TWO, OPEN, refused(irregularity("withdraw", player="P1"), "5.7"))
    for reconstructable, action, clause in ((True, "reconstruct", "5.9"), (False, "continue", "5.7.1")):
        misdeal = start.then(ruled(irregularity("misdeal", reconstructable=reconstructable), action, clause))
        round_ = misdeal.then(_withdraw("P1"), stand(2), "KD")
        assert (round_.fate(1), round_.line(2).net) == (RETURNED, -1000)


def test_5_7_choice_ends_with_the_next_card() -> None:
    """Who has said nothing until then goes on and accepts the cards that come."""
    misdeal = ruled(irregularity("misdeal", reconstructable=True), "reconstruct", "5.9")
    start = play(GAME, TWO, OPEN, misdeal, hit(1), "2S", refused(irregularity("withdraw", player="P2"), "5.7"))
    held = start.then(alarmed("3S", "card_held", "5.9"))
    held.then(refused(irregularity("card_refused", area=1), "5.7"))


def test_5_7_1_continues_the_hand_that_cannot_be_reconstructed() -> None:
    """The cards stay as the layout says and the round goes on."""
    layout = lies({1: "KH 7C", 2: "9H 5C"}, dealer="7D")
    wrong = irregularity("misdeal", reconstructable=False, layout=layout)
    round_ = play(GAME, TWO, OPEN, ruled(wrong, "continue", "5.7.1"))
    assert (round_.cards(1), round_.cards(2)) == (["KH 7C"], ["9H 5C"])
    assert round_.then(stand(1), stand(2), "KD").line(1).net == 0


def test_5_7_1_hand_of_one_card_is_acted_upon() -> None:
    """After a settlement an area that got one card plays it, never as a Blackjack, or has its bets returned."""
    layout = lies({1: "AH KC", 2: "AS"}, dealer="7D", removed="7C")
    start = play(GAME, TWO, deal("AH KC", "AS 7C", dealer="7D"))
    short = irregularity("area_short", area=2, option="act", layout=layout)
    round_ = start.then(ruled(short, "continue", "5.10.1"), refused(double(2), "3.22"), hit(2), "KS", "KD")
    assert (round_.hand(2).result, round_.fate(2)) == ("21", "win +1000 at 1:1 by 3.23.2 4.1.1")
    back = start.then(ruled(irregularity("area_short", area=2, option="withdraw", layout=layout), "continue", "5.10.1"))
    assert back.fate(2) == RETURNED


def test_5_7_2_continues_with_the_reconstructed_hand() -> None:
    """The cards lie in their intended order again and the deal goes on where it stopped."""
    layout = lies({1: "KH", 2: "9H"})
    start = play(GAME, TWO, "KH 9S 9H")
    wrong = irregularity("misdeal", reconstructable=True, layout=lies({1: "KH", 2: "9H"}, removed="9S"))
    start.then(refused(irregularity("misdeal", reconstructable=True, layout=layout), None))
    round_ = start.then(ruled(wrong, "reconstruct", "5.9"), "7D")
    assert (round_.dealer, round_.then("5C 7C").cards(2)) == ("7D", ["9H 7C"])
    short = irregularity("misdeal", reconstructable=True, layout=lies({1: "KH 5C", 2: "9H"}, dealer="7D", removed="7C"))
    again = play(GAME, TWO, OPEN, ruled(short, "reconstruct", "5.9"), "3C")
    assert (again.cards(2), again.awaits) == (["9H 3C"], "decision")


def test_5_7_3_returns_the_bet_and_invalidates_the_hand() -> None:
    """All remaining bets of the player come back; when everybody has withdrawn the round is over at once."""
    misdeal = ruled(irregularity("misdeal", reconstructable=False), "continue", "5.10.1")
    start = play(GAME, TWO, OPEN, hit(1), "2S", hit(1), misdeal)
    assert start.awaits == "card"
    round_ = start.then(_withdraw("P1"))
    assert (round_.awaits, round_.acting) == ("decision", (2, 1))
    over = round_.then(_withdraw("P2"))
    assert over.outcome.status == "settled"
    assert (over.fate(1), over.fate(2), over.net) == (RETURNED, RETURNED, 0)


def test_5_7_3_what_is_decided_already_does_not_come_back() -> None:
    """A settled side bet, a paid Blackjack and an insurance that is lost stand; the rest is returned."""
    sides = [wager(2, "pair", 100, "P2")]
    start = play(GAME, bets({1: 1000, 2: 1000}, *sides), PAID)
    late = start.then(ruled(irregularity("misdeal", reconstructable=True), "continue", "5.10.1"))
    round_ = late.then(_withdraw("P2"), refused(irregularity("withdraw", player="P1"), "5.7.3"))
    assert (round_.line(1).net, round_.fate(2), round_.line(2, "pair").net) == (1500, RETURNED, -100)
    insured = play(GAME, bets({1: 1000}), "KH AD 9C", insure(1, 500), stand(1), "2S")
    wrong = insured.then(ruled(irregularity("misdeal", reconstructable=False), "continue", "5.10.1"))
    gone = wrong.then(_withdraw("P1"), "4S")
    assert (gone.fate(1), gone.line(1, "insurance").net) == (RETURNED, -500)


def test_5_9_reconstructs_before_a_settlement() -> None:
    """In the initial deal, and in the subsequent deal too while nothing is settled; the house says if it can be."""
    early = ruled(irregularity("misdeal", reconstructable=True), "reconstruct", "5.9")
    assert play(GAME, TWO, "KH 9H", early).awaits == "card"
    layout = lies({1: "KH 5C 2S", 2: "9H 7C"}, dealer="7D", removed="3S")
    held = play(GAME, TWO, OPEN, hit(1), "2S", alarmed("3S", "card_held", "5.9"))
    late = held.then(ruled(irregularity("misdeal", reconstructable=True, layout=layout), "reconstruct", "5.9"))
    assert (late.cards(1), late.awaits) == (["KH 5C 2S"], "decision")
    assert late.then(hit(1)).awaits == "card"


def test_5_9_areas_left_out_or_short_are_put_right_before_a_settlement() -> None:
    """An area or the Dealer without his card gets it in the order of the deal."""
    for kind, area in (("area_not_dealt", 2), ("area_short", 2), ("dealer_not_dealt", None)):
        layout = lies({1: "KH"} if area else {1: "KH", 2: "9H"})
        start = play(GAME, TWO, "KH" if area else "KH 9H")
        round_ = start.then(ruled(irregularity(kind, layout=layout, area=area), "reconstruct", "5.9"))
        done = round_.then("9H 7D 5C 7C" if area else "7D 5C 7C")
        assert (done.cards(1), done.cards(2), done.dealer) == (["KH 5C"], ["9H 7C"], "7D")
    play(GAME, TWO, OPEN, refused(irregularity("area_not_dealt", area=3), "5.7"))


def test_5_9_hand_passed_over_acts_and_the_cards_after_it_are_the_next_ones() -> None:
    """Nothing is settled: the cards of the later hand are taken back in their order."""
    start = play(GAME, TWO, OPEN, stand(1), hit(2), "2S", hit(2), "3S")
    back = start.then(ruled(irregularity("hand_skipped", area=1), "reconstruct", "5.9"))
    assert (back.acting, back.cards(2)) == ((1, 1), ["9H 7C"])
    assert back.then(hit(1)).cards(1) == ["KH 5C 2S"]


def test_5_10_what_is_never_reconstructed() -> None:
    """Cards after a settlement, the card on the Dealer's completed hand, those of an empty box after a settlement."""
    start = play(GAME, TWO, PAID)
    start.then(ruled(irregularity("misdeal", reconstructable=True), "continue", "5.10.1"))
    start.then(stand(2), "TD", alarmed("4S", "dealer_overdraw", "5.10.2"))
    start.then(ruled(irregularity("empty_area_dealt", area=5, cards="7C"), "remove", "5.10.3"))


def test_5_10_1_no_reconstruction_after_a_settlement() -> None:
    """A Blackjack paid or a side bet settled, as the floor says: the hands go on as dealt, and the players choose."""
    start = play(GAME, TWO, PAID)
    round_ = start.then(ruled(irregularity("misdeal", reconstructable=True), "continue", "5.10.1"))
    assert round_.then(_withdraw("P2")).fate(2) == RETURNED
    beside = play(GAME, bets({1: 1000}, wager(1, "over13", 100)), "KH 7D 9C")
    beside.then(ruled(irregularity("misdeal", reconstructable=True, since="interim"), "continue", "5.10.1"))
    beside.then(ruled(irregularity("misdeal", reconstructable=True), "reconstruct", "5.9"))  # decided, not yet paid
    bust = play(GAME, TWO, OPEN, hit(1), "KS")
    bust.then(ruled(irregularity("hand_skipped", area=1), "continue", "5.10.1"))


def test_5_10_1_hand_without_cards_after_a_settlement_has_its_bets_returned() -> None:
    """There is no hand to go on with: the bets of the box come back; the Dealer without a card gets his."""
    layout = lies({1: "AH KC"}, dealer="7D", removed="9H 7C")
    start = play(GAME, bets({1: 1000, 2: 1000}, wager(2, "pair", 100)), PAID)
    round_ = start.then(ruled(irregularity("area_not_dealt", area=2, layout=layout), "continue", "5.10.1"))
    assert (round_.fate(2), round_.fate(2, "pair"), round_.line(1).net) == (RETURNED, RETURNED, 1500)
    layout = lies({1: "AH KC", 2: "9H 7C"}, removed="7D")
    late = play(GAME, TWO, PAID, ruled(irregularity("dealer_not_dealt", layout=layout), "continue", "5.10.1"))
    assert late.then("8S").dealer == "8S"


def test_5_10_2_card_to_the_dealers_completed_hand_is_discarded() -> None:
    """His total before it stands, and the card belongs to no later round."""
    over = play(GAME, bets({1: 1000}), "KH 7D 9C", stand(1), "KD", alarmed("4S", "dealer_overdraw", "5.10.2"))
    assert (over.outcome.dealer.total, over.net) == (17, 1000)
    assert over.then(bets({1: 1000}), "2H").cards(1) == ["2H"]
    not_drawn = play(GAME, bets({1: 1000}), "KH 7D 6C", hit(1), "8S", alarmed("4S", "unexpected_card", "5.9"))
    assert not_drawn.then(bets({1: 1000})).cards(1) == ["4S"]


def test_5_10_3_cards_of_an_empty_box_after_a_settlement_are_discarded() -> None:
    """After it they leave the play and the others lie in their order; before it they are put in order."""
    given = deal("AH KC", "9H 7C", dealer="7D")
    empty = irregularity("empty_area_dealt", area=5, cards="9H")
    after = play(GAME, TWO, given, hit(2), "2S", ruled(empty, "remove", "5.10.3"))
    assert (after.cards(1), after.dealer, after.cards(2)) == (["AH 7C"], "KC", ["7D 2S"])
    layout = lies({1: "AH KC", 2: "7C 2S"}, dealer="7D", removed="9H")
    stays = irregularity("empty_area_dealt", area=5, cards="9H", layout=layout)
    placed = play(GAME, TWO, given, hit(2), "2S", ruled(stays, "remove", "5.10.3"), _withdraw("P2"))
    assert (placed.line(1).net, placed.fate(2)) == (1500, RETURNED)
    play(GAME, TWO, OPEN, hit(1), "2S", ruled(empty, "reconstruct", "5.9"))
    play(GAME, TWO, given, hit(2), "2S", refused(irregularity("empty_area_dealt", area=5, cards="QS"), None))


def test_5_10_3_face_down_cards_that_move_up_stay_unseen() -> None:
    """The cards behind the discarded one lie one place further on, face down as they were (3.12)."""
    laid = bets({1: 1000, 2: 1000}, wager(1, "over13", 100))
    start = play(GAME, laid, down("KH 9H"), "7D", down("5C 8C"))
    empty = irregularity("empty_area_dealt", area=5, cards="KH", since="interim")
    moved = start.then(ruled(empty, "remove", "5.10.3"))
    assert (moved.cards(1), moved.dealer) == (["9H 8C"], "5C")
    void = moved.then(ruled(irregularity("missing_card"), "void", "5.5.2"))
    assert void.hand(1).cards == ("??", "??")
    assert not any(card in void.told for card in ("KH", "9H", "8C"))


def test_5_11_face_up_card_in_the_shoe_is_the_next_card() -> None:
    """It is played like any other, in the deal and in the draw."""
    face_up = ruled(irregularity("face_up_card"), "continue", "5.11")
    assert play(GAME, TWO, face_up, "KH").cards(1) == ["KH"]
    assert play(GAME, TWO, OPEN, hit(1), face_up, "2S").cards(1) == ["KH 5C 2S"]
    play(GAME, BetsOpen(), refused(irregularity("face_up_card"), None))


def test_5_12_player_chooses_the_first_of_cards_drawn_together() -> None:
    """Seen or unseen, the card he selects is his, and the other is the next card."""
    start = play(GAME, TWO, OPEN, hit(1), "2S", alarmed("3S", "card_held", "5.9"))
    for disclosed in ("", "3S", "2S 3S"):
        drawn = irregularity("simultaneous_draw", cards="2S 3S", disclosed=disclosed, chosen="3S")
        round_ = start.then(ruled(drawn, "offer", "5.12"))
        assert round_.cards(1) == ["KH 5C 3S"]
        assert round_.then(hit(1)).cards(1) == ["KH 5C 3S 2S"]
        assert round_.then(stand(1), hit(2)).cards(2) == ["9H 7C 2S"]
    start.then(refused(irregularity("simultaneous_draw", cards="2S 4S", chosen="4S"), None))
    start.then(refused(irregularity("simultaneous_draw", cards="2S 3S", chosen="4S"), None))


def test_5_12_cards_nobody_has_seen_stay_unseen() -> None:
    """Two cards drawn face down together stay face down whichever is chosen (3.12)."""
    start = play(GAME, bets({1: 1000}), down("KH"), "7D", down("2C"), hit(1), down("3S"))
    held = start.then(alarmed(down("4S"), "card_held", "5.9"))
    drawn = held.then(ruled(irregularity("simultaneous_draw", cards="3S 4S", chosen="4S"), "offer", "5.12"), hit(1))
    assert drawn.cards(1) == ["KH 2C 4S 3S"]
    assert not any(card in drawn.told for card in ("KH", "2C", "3S", "4S"))
    assert all(card in drawn.then(reveal(1)).told for card in ("KH", "2C", "3S", "4S"))


def test_5_12_1_on_the_dealers_hand_the_cards_are_discarded() -> None:
    """By a pit supervisor or above: the Dealer draws another card."""
    start = play(GAME, bets({1: 1000}), "KH 2D 9C", stand(1), "3S 4S")
    drawn = irregularity("simultaneous_draw", cards="3S 4S")
    start.then(refused(drawn, "5.12.1"), refused(by("technician", drawn), "5.12.1"))
    for rank in ("pit_supervisor", "pit_manager", "shift_manager"):
        round_ = start.then(ruled(by(rank, drawn), "discard", "5.12.1"))
        assert (round_.dealer, round_.then("KS", "6S").dealer) == ("2D", "2D KS 6S")


def test_5_12_2_simultaneous_draw_gives_the_choice_of_a_dealing_error() -> None:
    """Any player may have his bet returned until the next card."""
    start = play(GAME, TWO, OPEN, hit(1), "2S", alarmed("3S", "card_held", "5.9"))
    drawn = start.then(ruled(irregularity("simultaneous_draw", cards="2S 3S", chosen="2S"), "offer", "5.12"))
    assert drawn.then(_withdraw("P2"), stand(1), "KD").fate(2) == RETURNED
    drawn.then(hit(1), refused(irregularity("withdraw", player="P2"), "5.7"))


def test_5_13_error_noticed_in_the_next_round_changes_neither() -> None:
    """The outcome before stays, and what is called now treats the cards of the round being played."""
    first = play(GAME, bets({1: 1000}), "KH 7D 9C", stand(1), "KD")
    second = first.then(TWO, OPEN, ruled(irregularity("misdeal", reconstructable=False), "continue", "5.7.1"))
    assert second.outcomes == first.outcomes
    assert (second.cards(1), second.cards(2)) == (["KH 5C"], ["9H 7C"])
    late = irregularity("misdeal", reconstructable=False)
    first.then(refused(late, "5.19"))  # after the outcome it is ruled on, by a pit manager
    after = first.then(ruled(replace(late, authority="pit_manager"), "continue", "5.10.1"))
    assert after.outcomes == first.outcomes


def test_layout_holds_exactly_the_cards_of_the_round() -> None:
    """A card too many, too few, or on a box without a bet is refused, and a face-down one is not named (5.9, 3.12)."""
    start = play(GAME, bets({1: 1000, 2: 1000}), down("KH 9H"), "7D", "5C 7C")

    def wrong(**laid: str) -> Step:
        areas = {int(name[1:]): cards for name, cards in laid.items() if name != "dealer"}
        layout = lies(areas, dealer=laid["dealer"])
        return refused(irregularity("misdeal", reconstructable=True, layout=layout), None)

    tried = start.then(wrong(a1="KH 5C", a2="7C", dealer="7D"), wrong(a1="5C", a2="9H 7C", dealer="7D"))
    tried = tried.then(wrong(a1="KH 5C 2S", a2="9H 7C", dealer="7D"), wrong(a1="KH 5C", a2="9H", a3="7C", dealer="7D"))
    assert "9H" not in tried.told
    assert "KH" not in tried.told
    moved = lies({1: "9H 5C", 2: "KH 7C"}, dealer="7D")
    right = tried.then(ruled(irregularity("misdeal", reconstructable=True, layout=moved), "reconstruct", "5.9"))
    void = right.then(ruled(irregularity("missing_card"), "void", "5.5.2"))
    assert [hand.cards for hand in void.outcome.hands] == [("??", "5C"), ("??", "7C")]


def test_layout_of_a_split_box_names_its_hands() -> None:
    """As many lists as there are hands, or it is refused (5.9)."""
    start = play(GAME, bets({1: 1000}), "8H 7D 8C", split(1), "2S", hit(1), "9S")
    flat = lies({1: "8H 2S 9S 8C"}, dealer="7D")
    start.then(refused(irregularity("misdeal", reconstructable=True, layout=flat), None))
    right = lies({1: ["8H 9S", "8C"]}, dealer="7D", removed="2S")
    done = start.then(ruled(irregularity("misdeal", reconstructable=True, layout=right), "reconstruct", "5.9"))
    assert done.cards(1) == ["8H 9S", "8C"]
    assert done.then(refused(surrender(1), "3.21"), stand(1), "TS", stand(1), "KD").net == 1000
