"""Section 5 of Pontoon and Pontoon Pandemonium, 5.1 to 5.10: wrong cards, late wagers, cards dealt in error."""

import pytest

from controller.core.events import BetsOpen, Layout, ShoeNew, WagerWithdrawn
from tests.games.pontoon.pontoons import both
from tests.games.twenty_one.rounds import (
    Played,
    alarmed,
    bets,
    by,
    deal,
    hit,
    insure,
    irregularity,
    lies,
    play,
    refused,
    ruled,
    split,
    stand,
    wager,
)  # fmt: skip

WRONG = ("foreign_card", "extra_card", "missing_card", "unshuffled")


@both
def test_5_1_wrong_missing_and_unshuffled_cards_end_the_round(game: str) -> None:
    """The dealer says so, or the table sees it: a ten, or a fifth of a kind from four decks."""
    dealt = play(game, bets({1: 1000}), deal("KH 8S", dealer="9D"))
    for kind in WRONG:
        assert dealt.then(ruled(irregularity(kind), "void", "5.1")).outcome.rule == "5.1"
    assert dealt.then(alarmed("TC", "foreign_card", "5.1")).outcome.rule == "5.1"
    four_decks = play(game, bets({1: 1000, 2: 1000}), "9S 9S 9S 9S", decks=4)
    assert four_decks.then(alarmed("9S", "extra_card", "5.1")).outcome.rule == "5.1"
    assert play(game, bets({1: 1000, 2: 1000}), "9S 9S 9S 9S 9S").awaits == "decision"


@both
def test_5_1_1_the_round_is_void_and_every_stake_comes_back(game: str) -> None:
    """Main wagers, side wagers and insurance, also on a hand that had been paid or had lost."""
    laid = bets({1: 1000, 2: 1000, 3: 1000}, wager(2, "pair", 500))
    dealt = play(game, laid, deal("AH KS", "KD 6S", "KC 9S", dealer="AC"), insure(3, 500), hit(2), "9C")
    round_ = dealt.then(ruled(irregularity("missing_card"), "void", "5.1"))
    assert (round_.outcome.status, round_.outcome.rule, round_.net) == ("void", "5.1", 0)
    assert round_.ledger == [
        "1.1 P1 main: void 0 by 5.1",
        "2.1 P2 main: void 0 by 5.1",
        "2 P2 pair: void 0 by 5.1",
        "3.1 P3 main: void 0 by 5.1",
        "3 P3 insurance: void 0 by 5.1",
    ]
    betting = play(game, BetsOpen(), wager(1, "main", 1000), ruled(irregularity("unshuffled"), "void", "5.1"))
    assert betting.ledger == ["1.1 P1 main: void 0 by 5.1"]


@both
def test_5_1_2_the_rounds_before_stand(game: str) -> None:
    """The outcome of the round before is not touched; the round at hand is void also after its outcome (1.1.11)."""
    before = play(game, bets({1: 1000}), deal("KH 9S", dealer="9D"), stand(1), "8C")
    after = before.then(bets({1: 1000}), deal("KH 9S", dealer="9D"), ruled(irregularity("extra_card"), "void", "5.1"))
    assert [outcome.status for outcome in after.outcomes] == ["settled", "void"]
    assert after.outcomes[0] == before.outcomes[0]
    for kind in WRONG:
        play(game, ruled(irregularity(kind), "record", "5.1.2"))
        late = before.then(ruled(irregularity(kind), "void", "5.1")).outcome
        assert (late.revision, late.status, late.net) == (2, "void", 0)
    assert before.then(alarmed("TC", "foreign_card", "5.1")).outcomes == before.outcomes


@both
def test_5_2_cards_that_cannot_be_reconstructed_in_time_void_the_round(game: str) -> None:
    """Before an interim settlement and the subsequent deal; after that the shift manager decides (6.1)."""
    misdeal = irregularity("misdeal", reconstructable=False)
    dealing = play(game, bets({1: 1000, 2: 1000}), "KH 8C 9D KS")
    for moment in (dealing, dealing.then("5S")):
        assert moment.then(ruled(misdeal, "void", "5.2")).outcome.rule == "5.2"
    assert dealing.then("5S", hit(1), "2C").then(ruled(misdeal, "record", "6.1")).awaits == "decision"
    paid = play(game, bets({1: 1000, 2: 1000}), deal("AH KS", "KC 8S", dealer="9D"))
    assert paid.then(ruled(misdeal, "record", "6.1")).awaits == "decision"


@both
def test_5_3_no_wager_after_no_more_bets(game: str) -> None:
    """Neither a new one nor an increase, of any kind, in any later phase."""
    closed = play(game, bets({1: 1000}, wager(1, "pair", 500)))
    for moment in (closed, closed.then("KH"), closed.then(deal("KH 8S", dealer="9D"))):
        for late in (wager(1, "main", 1000), wager(2, "main", 1000), wager(1, "pair", 100)):
            moment.then(refused(late, "5.3"))


@both
def test_5_4_no_wager_is_withdrawn_after_no_more_bets(game: str) -> None:
    """Before it may be; after it the wager plays on."""
    opened = play(game, BetsOpen(), wager(1, "main", 1000), wager(2, "main", 1000))
    withdrawn = opened.then(WagerWithdrawn(area=1, kind="main"), bets({})[-1], deal("KH 9S", dealer="9D"))
    assert withdrawn.acting == (2, 1)
    closed = opened.then(bets({})[-1])
    closed.then(refused(WagerWithdrawn(area=1, kind="main"), "5.4"))
    assert closed.then(deal("KH 8S", "KC 9S", dealer="9D"), stand(1), stand(2), "KD").line(1).net == -1000


@both
def test_5_5_a_face_up_card_is_played_as_any_other(game: str) -> None:
    """The ruling says so, and the card goes where the next card goes."""
    dealt = play(game, bets({1: 1000}), deal("KH 5S", dealer="9D"), hit(1))
    ruled_ = dealt.then(ruled(irregularity("face_up_card"), "continue", "5.5"), "4C")
    assert ruled_.cards(1) == ["KH 5S 4C"]


@both
def test_5_6_a_dealing_error_is_put_right_in_either_state(game: str) -> None:
    """With the layout of what belongs where, before and after the subsequent deal has begun."""
    dealing = play(game, bets({1: 1000, 2: 1000}), "KH 8C 9D")
    swapped = lies({1: "8C", 2: "KH"}, dealer="9D")
    early = dealing.then(ruled(irregularity("misdeal", reconstructable=True, layout=swapped), "reconstruct", "5.6.1"))
    assert (early.cards(1), early.cards(2), early.awaits) == (["8C"], ["KH"], "card")
    drawing = dealing.then("5S 6S", hit(1), "2C")
    swapped = lies({1: "8C 5S 2C", 2: "KH 6S"}, dealer="9D")
    late = drawing.then(ruled(irregularity("misdeal", reconstructable=True, layout=swapped), "reconstruct", "5.6.2"))
    assert (late.cards(1), late.cards(2)) == (["8C 5S 2C"], ["KH 6S"])


@both
def test_5_6_1_before_the_subsequent_deal_the_initial_deal_is_reconstructed(game: str) -> None:
    """What is missing afterwards is dealt next; a card too many is taken out."""
    dealt = play(game, bets({1: 1000, 2: 1000}), "KH 8C 9D 5S 6S")
    layout = lies({1: "KH 6S", 2: "8C"}, dealer="9D", removed="5S")
    again = dealt.then(ruled(irregularity("misdeal", reconstructable=True, layout=layout), "reconstruct", "5.6.1"))
    assert again.awaits == "card"
    assert again.then("7S").cards(2) == ["8C 7S"]
    as_dealt = dealt.then(ruled(irregularity("misdeal", reconstructable=True), "reconstruct", "5.6.1"))
    assert (as_dealt.cards(1), as_dealt.awaits) == (["KH 5S"], "decision")


@both
def test_5_6_2_after_it_the_round_goes_on_from_the_reconstructed_cards(game: str) -> None:
    """The hand that was given another's card gets its own back, and the turn goes on."""
    drawing = play(game, bets({1: 1000, 2: 1000}), deal("KH 2S", "8C 3S", dealer="9D"), hit(1), "4C", hit(1), "5C")
    layout = lies({1: "KH 2S 5C", 2: "8C 3S"}, dealer="9D", removed="4C")
    put_right = drawing.then(
        ruled(irregularity("misdeal", reconstructable=True, layout=layout), "reconstruct", "5.6.2")
    )
    assert (put_right.cards(1), put_right.acting, put_right.awaits) == (["KH 2S 5C"], (1, 1), "decision")
    round_ = put_right.then(stand(1), stand(2), "8D")
    assert (round_.hand(1).total, round_.line(1).result) == (17, "stand_off")


@both
def test_5_6_2_a_layout_holds_exactly_the_cards_of_the_round(game: str) -> None:
    """One card short, one too many, an unknown area, an area without a wager, or the wrong number of hands: refused."""
    dealt = play(game, bets({1: 1000, 2: 1000}), deal("8H 8S", "KC 3S", dealer="9D"))
    for layout in (
        lies({1: "8H 8S", 2: "KC"}, dealer="9D"),
        lies({1: "8H 8S", 2: "KC 3S 4S"}, dealer="9D"),
        lies({1: "8H 8S", 2: "KC 3S"}),
        lies({1: "8H 8S", 2: "KC 3S", 9: "9D"}),
        lies({1: "8H 8S", 2: "KC", 3: "3S"}, dealer="9D"),
        lies({1: ["8H", "8S"], 2: "KC 3S"}, dealer="9D"),
    ):
        dealt.then(refused(irregularity("misdeal", reconstructable=True, layout=layout), None))


@pytest.mark.parametrize("name", ["01", "x", "", "-1", "\u0661", "9" * 5000])
def test_5_6_2_a_layout_names_each_area_by_its_number(name: str) -> None:
    """As it is written: no other form of it, so that no area is named twice."""
    dealt = play("pontoon", bets({1: 1000, 2: 1000}), deal("8H 8S", "KC 3S", dealer="9D"))
    for layout in (
        Layout(areas={name: ("8H", "8S"), "2": ("KC", "3S")}, dealer=("9D",)),
        Layout(areas={"1": ("8H", "8S"), "2": ("KC", "3S"), name: ()}, dealer=("9D",)),
    ):
        dealt.then(refused(irregularity("misdeal", reconstructable=True, layout=layout), None))


@both
def test_5_6_2_a_split_area_is_laid_hand_by_hand(game: str) -> None:
    """The two hands of a split area get each other's card back."""
    split_ = play(game, bets({1: 1000}), deal("8H 8S", dealer="9D"), split(1), "KC", stand(1), "2C")
    one_list = lies({1: "8H KC 8S 2C"}, dealer="9D")
    split_.then(refused(irregularity("misdeal", reconstructable=True, layout=one_list), None))
    layout = lies({1: ["8H 2C", "8S KC"]}, dealer="9D")
    swapped = split_.then(ruled(irregularity("misdeal", reconstructable=True, layout=layout), "reconstruct", "5.6.2"))
    assert swapped.cards(1) == ["8H 2C", "8S KC"]
    assert [hand.total for hand in swapped.then(stand(1), "8D").outcome.hands] == [10, 18]


@both
def test_5_7_a_card_to_the_dealers_completed_hand_is_discarded(game: str) -> None:
    """His total before it stands, and the card is not the next one of the following round."""
    over = play(game, bets({1: 1000}), deal("KH 9S", dealer="9D"), stand(1), "8C")
    late = over.then(alarmed("4C", "dealer_overdraw", "5.7"))
    assert late.outcomes == over.outcomes
    assert late.outcome.dealer.total == 17
    assert late.then(bets({1: 1000}), "2H").cards(1) == ["2H"]


@both
def test_5_7_after_the_next_call_for_bets_a_card_is_kept(game: str) -> None:
    """Then it is an error of the new round, to be dealt as its next card (5.8)."""
    over = play(game, bets({1: 1000}), deal("KH 9S", dealer="9D"), stand(1), "8C")
    opened = over.then(BetsOpen(), wager(1, "main", 1000), alarmed("4C", "unexpected_card", "5.8"), bets({})[-1])
    assert opened.cards(1) == ["4C"]


@both
def test_5_8_a_card_dealt_in_error_is_the_next_card(game: str) -> None:
    """To the player who draws next, to the Dealer when nobody does, and between rounds to the next round."""
    held = play(game, bets({1: 1000, 2: 1000}), deal("KH 5S", "KC 9S", dealer="9D"), alarmed("4C", "card_held", "5.8"))
    assert held.then(hit(1)).cards(1) == ["KH 5S 4C"]
    assert held.then(stand(1), hit(2)).cards(2) == ["KC 9S 4C"]
    assert held.then(stand(1), stand(2)).dealer == "9D 4C"
    between = play(game, alarmed("4C", "unexpected_card", "5.8"), bets({1: 1000}), "5C")
    assert (between.cards(1), between.dealer) == (["4C"], "5C")
    forgotten = play(game, alarmed("4C", "unexpected_card", "5.8"), ShoeNew(), bets({1: 1000}), "5C")
    assert forgotten.cards(1) == ["5C"]


@both
def test_5_8_a_supervisor_may_take_a_kept_card_out(game: str) -> None:
    """Then it is nobody's next card (6.1)."""
    held = play(game, bets({1: 1000}), deal("KH 5S", dealer="9D"), alarmed("4C", "card_held", "5.8"))
    discard = irregularity("discard", card="4C")
    held.then(refused(discard, "6.1"), refused(by("pit_supervisor", irregularity("discard", card="5C")), None))
    assert held.then(ruled(by("pit_supervisor", discard), "discard", "6.1"), hit(1), "2C").cards(1) == ["KH 5S 2C"]


@both
def test_5_9_who_refuses_the_card_gets_no_other(game: str) -> None:
    """His hand stands; a card that he could refuse must be there, and it must be his turn."""
    dealt = play(game, bets({1: 1000, 2: 1000}), deal("KH 5S", "KC 2S", dealer="9D"))
    dealt.then(refused(irregularity("card_refused", area=1), "5.9"))
    held = dealt.then(alarmed("4C", "card_held", "5.8"))
    held.then(refused(irregularity("card_refused", area=2), None))
    refusing = held.then(ruled(irregularity("card_refused", area=1), "continue", "5.9"))
    assert refusing.acting == (2, 1)
    refusing.then(refused(hit(1), "5.9"))
    assert refusing.then(hit(2)).cards(2) == ["KC 2S 4C"]


@both
def test_5_9_only_who_controls_the_hand_refuses(game: str) -> None:
    """The wager behind has no say."""
    dealt = play(game, bets({1: {"A": 1000, "B": 1000}}), deal("KH 5S", dealer="9D"), alarmed("4C", "card_held", "5.8"))
    dealt.then(refused(irregularity("card_refused", area=1, player="B"), "3.12"))
    dealt.then(ruled(irregularity("card_refused", area=1, player="A"), "continue", "5.9"))


@both
def test_5_10_a_card_refused_by_all_is_the_dealers(game: str) -> None:
    """It becomes his second card."""
    held = play(game, bets({1: 1000, 2: 1000}), deal("KH 5S", "KC 2S", dealer="9D"), alarmed("4C", "card_held", "5.8"))
    refusing: Played = held
    for area in (1, 2):
        refusing = refusing.then(ruled(irregularity("card_refused", area=area), "continue", "5.9"))
    assert (refusing.dealer, refusing.awaits) == ("9D 4C", "card")


@both
@pytest.mark.parametrize("kind", ["misdeal", "face_up_card", "area_short", "burn_missed"])
def test_5_6_before_the_bets_are_closed_nothing_has_been_dealt(game: str, kind: str) -> None:
    """Such a call is refused while no round is open or bets are still taken."""
    event = irregularity(kind, area=1, reconstructable=True)
    play(game, refused(event, None), BetsOpen(), wager(1, "main", 1000), refused(event, None))
