"""What Blackjack's boxes are settled as after a dealing error (5.7 to 5.10): put right, as they lie, or returned."""

from tests.games.twenty_one.rounds import (
    bets,
    deal,
    decision,
    down,
    hit,
    irregularity,
    lies,
    play,
    reveal,
    ruled,
    stand,
)

GAME = "blackjack"
TWO = deal("KH 2S", "8C 3S", dealer="9D")


def test_5_9_the_initial_deal_is_completed_before_a_subsequent_card() -> None:
    """A Blackjack box found with one card gets its second; in the subsequent deal it acts on what it has."""
    start = play(GAME, bets({1: 1000, 2: 1000}), TWO)
    short = lies({1: "KH 2S", 2: "8C"}, dealer="9D", removed="3S")
    put_right = start.then(ruled(irregularity("misdeal", reconstructable=True, layout=short), "reconstruct", "5.9"))
    assert (put_right.awaits, put_right.then("7C").cards(2)) == ("card", ["8C 7C"])
    shorter = lies({1: "KH 2S 2C", 2: "8C"}, dealer="9D", removed="3S")
    misdealt = irregularity("misdeal", reconstructable=True, layout=shorter)
    acting = start.then(hit(1), "2C", ruled(misdealt, "reconstruct", "5.9"))
    assert (acting.awaits, acting.acting) == ("decision", (1, 1))


def test_5_10_3_a_box_that_moved_up_is_played_to_its_end() -> None:
    """A card of an empty box is removed after a Blackjack was paid: the hand behind waits for its card and doubles."""
    start = play(GAME, bets({1: 1000, 2: 1000}), deal("AH KC", "9H 7C", dealer="7D"))
    moved = start.then(ruled(irregularity("empty_area_dealt", area=5, cards="7C"), "remove", "5.10.3"))
    assert (moved.cards(2), moved.awaits) == (["9H"], "card")
    end = moved.then("2H", decision(2, "double"), "KS", "TD")
    assert (end.hand(2).cards, end.line(1).net, end.line(2).net) == (("9H", "2H", "KS"), 1500, 2000)


def test_5_7_1_cards_that_stay_where_they_lie_are_not_reconstructed() -> None:
    """A box found short in the subsequent deal: the layout shows how the cards lie, and so the hands go on."""
    start = play(GAME, bets({1: 1000, 2: 1000}), TWO, hit(1), "2C")
    layout = lies({1: "KH 2S 2C", 2: "8C"}, dealer="9D", removed="3S")
    short = start.then(ruled(irregularity("area_short", area=2, layout=layout), "continue", "5.10.1"))
    assert (short.awaits, short.acting) == ("decision", (1, 1))
    end = short.then(stand(1), hit(2), "KC", stand(2), "8D")
    assert end.hand(2).cards == ("8C", "KC")


def test_5_9_a_box_passed_over_acts_unless_the_cards_cannot_be_put_right() -> None:
    """As the floor says: reconstructed he acts, otherwise the cards stay and his hand with them."""
    start = play(GAME, bets({1: 1000, 2: 1000}), TWO, stand(1))
    acts = start.then(ruled(irregularity("hand_skipped", area=1, reconstructable=True), "reconstruct", "5.9"))
    assert acts.acting == (1, 1)
    stays = start.then(ruled(irregularity("hand_skipped", area=1, reconstructable=False), "continue", "5.7.1"))
    assert stays.acting == (2, 1)


def test_5_9_a_box_left_out_is_dealt_before_the_subsequent_deal() -> None:
    """Not the hand passed over is meant: nobody acts again, the initial deal is completed."""
    start = play(GAME, bets({1: 1000, 2: 1000}), TWO)
    layout = lies({1: "KH 2S", 2: ""}, dealer="9D", removed="8C 3S")
    left_out = irregularity("area_not_dealt", area=2, layout=layout)
    end = start.then(ruled(left_out, "reconstruct", "5.9"), "7C 9S", stand(1), stand(2), "8D")
    assert end.hand(2).cards == ("7C", "9S")


def test_5_7_3_face_down_cards_of_a_bet_that_comes_back_are_gone() -> None:
    """The hand is invalidated: there is nothing to turn when the round is settled."""
    dealt = [*down("AH 9C"), "7D", *down("KH 8C"), reveal(1)]
    start = play(GAME, bets({1: 1000, 2: 1000}), dealt)
    gone = start.then(ruled(irregularity("area_short", area=2, option="withdraw"), "continue", "5.10.1"))
    assert [line.result for line in gone.outcome.ledger] == ["win", "returned"]
