"""Section 5 of Pontoon and Pontoon Pandemonium, 5.22 to 5.25: absence, cards at once, cards refused, withdrawal."""

from controller.core.events import Authority, Irregularity
from tests.games.pontoon.pontoons import both, clause
from tests.games.twenty_one.rounds import (
    Played,
    alarmed,
    bets,
    by,
    deal,
    double,
    follow,
    hit,
    insure,
    irregularity,
    lies,
    play,
    refused,
    ruled,
    split,
    stand,
    surrender,
    wager,
)  # fmt: skip

HELD = "card_held", "5.8"


@both
def test_5_22_an_absent_players_hand_is_drawn_by_the_fixed_rule(game: str) -> None:
    """Until its total exceeds 11, a soft one until 17 (I11); it is neither split nor doubled and asks for nothing."""
    absent = ruled(irregularity("player_absent", area=1), "continue", "5.22")
    for initial, drawn in (
        ("5H 6C", "2S"),
        ("5H 7C", ""),
        ("2H 2C", "3S 4S KS"),
        ("AH 4C", "AS AD"),
        ("AH 6C", ""),
        ("AH 5C", "KS"),
        ("8H 8S", ""),
    ):
        dealt = play(game, bets({1: 1000, 2: 1000}), deal(initial, "KD 9S", dealer="9D"), absent)
        for card in drawn.split():
            assert dealt.awaits == "card"
            dealt = dealt.then(card)
        assert (dealt.acting, dealt.awaits) == ((2, 1), "decision"), initial
        assert dealt.cards(1) == [f"{initial} {drawn}".strip()]
    hard_11 = play(game, bets({1: 1000}), deal("5H 6C", dealer="9D"), absent)
    hard_11.then(refused(double(1), "5.22"), refused(hit(1), "5.22"))


@both
def test_5_22_an_absent_player_joins_no_split_and_no_double(game: str) -> None:
    """The options to split and double are forfeited, also behind another's decision."""
    for cards, decision in (("8H 8S", split(1)), ("6H 5S", double(1))):
        dealt = play(game, bets({1: {"A": 1000, "B": 1000}}), deal(cards, dealer="9D"))
        away = dealt.then(ruled(irregularity("player_absent", area=1, player="B"), "continue", "5.22.1"))
        away.then(decision, refused(follow(1, "B"), "5.22"))
        dealt.then(decision, follow(1, "B"))


@both
def test_5_22_1_another_wager_on_the_area_plays_the_hand(game: str) -> None:
    """The one nearest to the Dealer of those who are there; with nobody left the fixed rule."""
    dealt = play(game, bets({1: {"A": 1000, "B": 1000, "C": 1000}}, seats={1: "A"}), deal("2H 3C", dealer="9D"))
    away = dealt.then(ruled(irregularity("player_absent", area=1), "continue", "5.22.1"))
    away.then(refused(hit(1, "C"), "3.12"), hit(1, "B"))
    nobody = away.then(ruled(irregularity("player_absent", area=1), "continue", "5.22.1"))
    nobody.then(hit(1, "C"))
    fixed = nobody.then(ruled(irregularity("player_absent", area=1), "continue", "5.22"))
    assert fixed.awaits == "card"
    dealt.then(refused(irregularity("player_absent", area=1, player="X"), "5.22"))


@both
def test_5_22_1_a_wager_on_another_split_hand_of_the_area_is_one_on_the_area(game: str) -> None:
    """The second hand is the absent player's alone: who has a wager on the first one plays it as well."""
    start = play(game, bets({1: {"A": 1000, "B": 1000}}), deal("8H 8S", dealer="9D"), split(1), "2C")
    away = start.then(ruled(irregularity("player_absent", area=1), "continue", "5.22.1"), stand(1, "B"), "3C")
    assert away.then(hit(1, "B")).awaits == "card"
    away.then(refused(double(1), "5.22"))
    doubled = start.then(double(1), "7S", "3C", ruled(irregularity("player_absent", area=1), "continue", "5.22.1"))
    assert doubled.then(hit(1, "B")).awaits == "card"


def drawn_at_once(game: str, cards: str = "6D 9H") -> Played:
    """Area 1 asked for a card and these came out at once."""
    asked = play(game, bets({1: 1000, 2: 1000, 3: 1000}), deal("KH 2C", "9C 2S", "KD 9S", dealer="7S"), hit(1))
    first, *more = cards.split()
    played = asked.then(first)
    for card in more:
        played = played.then(alarmed(card, *HELD))
    return played


def at_once(cards: str, disclosed: str = "", chosen: str | None = None) -> Irregularity:
    """The irregularity of 5.23."""
    return irregularity("simultaneous_draw", cards=cards, disclosed=disclosed, chosen=chosen)


@both
def test_5_23_only_the_last_cards_can_have_come_at_once(game: str) -> None:
    """Two at least, and those that came last."""
    drawn = drawn_at_once(game)
    drawn.then(refused(at_once("9H"), "5.23"))
    for cards in ("6D 2H", "2S 6D"):
        drawn.then(refused(at_once(cards), None))
    drawn.then(refused(at_once("6D 9H", disclosed="2H"), None), refused(at_once("6D 9H", chosen="2H"), None))


@both
def test_5_23_1_with_no_card_disclosed_the_player_selects_his(game: str) -> None:
    """Either of them."""
    for chosen, other in (("9H", "6D"), ("6D", "9H")):
        ruled_ = drawn_at_once(game).then(ruled(at_once("6D 9H", chosen=chosen), "continue", "5.23.1"))
        assert ruled_.cards(1) == [f"KH 2C {chosen}"]
        following = ruled_ if chosen == "9H" else ruled_.then(stand(1))
        assert following.then(hit(2)).cards(2) == [f"9C 2S {other}"]


@both
def test_5_23_1_1_the_others_are_the_next_cards(game: str) -> None:
    """In their order, to whoever draws next and at last to the Dealer."""
    drawn = drawn_at_once(game, "6D 2H 9H")
    ruled_ = drawn.then(ruled(at_once("6D 2H 9H", chosen="9H"), "continue", "5.23.1"))
    assert ruled_.then(hit(2)).cards(2) == ["9C 2S 6D"]
    assert ruled_.then(hit(2), stand(2), stand(3)).dealer == "7S 2H"


@both
def test_5_23_2_a_single_disclosed_card_is_the_next_card(game: str) -> None:
    """Whatever the player would choose."""
    ruled_ = drawn_at_once(game).then(ruled(at_once("6D 9H", "9H", "6D"), "continue", "5.23.2"))
    assert ruled_.cards(1) == ["KH 2C 9H"]


@both
def test_5_23_2_1_and_the_other_the_one_after_it(game: str) -> None:
    """The card that nobody has seen goes to who draws next."""
    ruled_ = drawn_at_once(game).then(ruled(at_once("6D 9H", "9H"), "continue", "5.23.2"))
    assert ruled_.then(hit(2)).cards(2) == ["9C 2S 6D"]


@both
def test_5_23_3_with_more_disclosed_the_player_selects_one_or_more(game: str) -> None:
    """One, both, or none: then his hand stands (5.24)."""
    drawn = drawn_at_once(game, "2D 6D")
    one = drawn.then(ruled(at_once("2D 6D", "2D 6D", "6D"), "continue", "5.23.3"))
    assert one.cards(1) == ["KH 2C 6D"]
    both_cards = drawn.then(ruled(at_once("2D 6D", "2D 6D", "2D 6D"), "continue", "5.23.3"))
    assert (both_cards.cards(1), both_cards.acting) == (["KH 2C 2D 6D"], (1, 1))
    none = drawn.then(ruled(at_once("2D 6D", "2D 6D", ""), "continue", "5.23.3"))
    assert (none.cards(1), none.acting) == (["KH 2C"], (2, 1))


@both
def test_5_23_3_1_the_rest_is_offered_to_the_next_player_and_burned_when_he_declines(game: str) -> None:
    """He takes the card, or it is gone: all that was offered to him."""
    two = drawn_at_once(game, "9D 5D").then(ruled(at_once("9D 5D", "9D 5D", "9D"), "continue", "5.23.3"))
    assert two.acting == (2, 1)
    assert two.then(hit(2)).cards(2) == ["9C 2S 5D"]
    declined = two.then(ruled(irregularity("card_refused", area=2), "discard", "5.23.3.1"))
    assert declined.acting == (3, 1)
    assert declined.then(hit(3), "AC").cards(3) == ["KD 9S AC"]
    three = drawn_at_once(game, "9D 5D 6D").then(ruled(at_once("9D 5D 6D", "9D 5D 6D", "9D"), "continue", "5.23.3"))
    declined = three.then(ruled(irregularity("card_refused", area=2), "discard", "5.23.3.1"))
    assert declined.then(hit(3), "AC").cards(3) == ["KD 9S AC"]


def on_the_dealer(game: str) -> Played:
    """The Dealer's second card came out together with another."""
    stood = play(game, bets({1: 1000}), deal("KH 9C", dealer="7S"), stand(1), "2D")
    return stood.then("6C")


@both
def test_5_23_4_on_the_dealers_hand_the_pit_manager_rules(game: str) -> None:
    """A lower rank is refused, the shift manager may (6.2)."""
    drawn = on_the_dealer(game)
    lower: tuple[Authority, ...] = ("dealer", "pit_supervisor", "technician")
    enough: tuple[Authority, ...] = ("pit_manager", "shift_manager")
    for authority in lower:
        drawn.then(refused(by(authority, at_once("2D 6C", chosen="6C")), "5.23.4"))
    for authority in enough:
        drawn.then(ruled(by(authority, at_once("2D 6C", chosen="6C")), "continue", "5.23.4.1"))


@both
def test_5_23_4_1_with_no_card_disclosed_he_selects_the_dealers_first(game: str) -> None:
    """The selection has to be said."""
    drawn = on_the_dealer(game)
    drawn.then(refused(by("pit_manager", at_once("2D 6C")), "5.23.4.1"))
    assert (
        drawn.then(ruled(by("pit_manager", at_once("2D 6C", chosen="6C")), "continue", "5.23.4.1")).dealer == "7S 6C 2D"
    )
    assert (
        drawn.then(ruled(by("pit_manager", at_once("2D 6C", chosen="2D")), "continue", "5.23.4.1")).dealer == "7S 2D 6C"
    )


@both
def test_5_23_4_2_the_other_is_the_next_card(game: str) -> None:
    """The Dealer, who has to draw on, gets it, and then a new one."""
    drawn = play(game, bets({1: 1000}), deal("KH 9C", dealer="6S"), stand(1), "4C", "5C")
    on = drawn.then(ruled(by("pit_manager", at_once("4C 5C", chosen="5C")), "continue", "5.23.4.1"))
    assert (on.dealer, on.awaits) == ("6S 5C 4C", "card")
    assert on.then("2D").dealer == "6S 5C 4C 2D"


@both
def test_5_23_4_3_a_single_disclosed_card_is_the_dealers_next(game: str) -> None:
    """Whatever is selected."""
    one = by("pit_manager", at_once("2D 6C", "6C"))
    assert on_the_dealer(game).then(ruled(one, "continue", "5.23.4.3")).dealer == "7S 6C 2D"


@both
def test_5_23_4_4_and_the_other_the_one_after_it(game: str) -> None:
    """Both have been drawn in that order, and the draw goes on."""
    one = by("pit_manager", at_once("2D 6C", "2D"))
    ruled_ = on_the_dealer(game).then(ruled(one, "continue", "5.23.4.3"))
    assert (ruled_.dealer, ruled_.awaits) == ("7S 2D 6C", "card")


@both
def test_5_23_4_5_with_both_disclosed_he_selects_the_card_worst_for_the_dealer(game: str) -> None:
    """That is the Dealer's next card."""
    worst = by("pit_manager", at_once("2D 6C", "2D 6C", "2D"))
    assert on_the_dealer(game).then(ruled(worst, "discard", "5.23.4.5")).dealer == "7S 2D"


@both
def test_5_23_4_6_the_other_is_discarded(game: str) -> None:
    """The Dealer draws on with a new card."""
    worst = by("pit_manager", at_once("2D 6C", "2D 6C", "6C"))
    ruled_ = on_the_dealer(game).then(ruled(worst, "discard", "5.23.4.5"))
    assert (ruled_.dealer, ruled_.awaits) == ("7S 6C", "card")
    assert ruled_.then("4H").dealer == "7S 6C 4H"


@both
def test_5_24_who_refuses_a_card_stands(game: str) -> None:
    """His total counts as it is and the deal goes on with the next hand."""
    held = play(game, bets({1: 1000, 2: 1000}), deal("KH 9C", "9D 2S", dealer="7S"), alarmed("4C", *HELD))
    refusing = held.then(ruled(irregularity("card_refused", area=1), "continue", "5.9"))
    assert refusing.acting == (2, 1)
    round_ = refusing.then(stand(2), "KD")
    assert (round_.hand(1).total, round_.hand(1).result, round_.dealer) == (19, "stand", "7S 4C KD")


@both
def test_5_25_the_dissatisfied_may_withdraw_before_the_next_card(game: str) -> None:
    """After 5.12, 5.15, 5.16 and 5.23, and after nothing else; with the next card it is over."""
    leave = irregularity("withdraw", player="P2")
    ruled_ = drawn_at_once(game).then(ruled(at_once("6D 9H", chosen="9H"), "continue", "5.23.1"))
    round_ = ruled_.then(ruled(leave, "return", "5.25"), stand(3), "KD")
    assert (round_.fate(2), round_.line(1).result) == ("returned 0 by 5.25", "win")
    ruled_.then(hit(2), refused(leave, "5.25"))
    acting = play(game, bets({1: 1000, 2: 1000}), deal("KH 2C", "9C 2S", dealer="7S"), refused(leave, "5.25"))
    later = acting.then(hit(1), "3D")
    later.then(ruled(irregularity("burn_missed"), "continue", "5.21.2"), refused(leave, "5.25"))
    later.then(ruled(irregularity("misdeal", reconstructable=True), "reconstruct", "5.6.2"), refused(leave, "5.25"))
    no_card = irregularity("dealer_not_dealt", layout=lies({1: "KH 2C 3D", 2: "9C 2S"}, removed="7S"))
    for kind in (
        ruled(no_card, "offer", "5.12"),
        ruled(irregularity("empty_area_dealt", area=3, cards="3D"), "remove", "5.15"),
        ruled(irregularity("area_short", area=2, option="act"), "continue", "5.16.1"),
    ):
        later.then(kind, ruled(leave, "return", "5.25"))


@both
def test_5_25_what_has_been_lost_or_won_is_not_returned(game: str) -> None:
    """The lost pair and the bust hand stay lost; a surrender and an insurance stand once the Dealer has two cards."""
    laid = bets({1: 1000, 2: 1000}, wager(1, "pair", 500), wager(2, "pair", 500))
    dealt = play(game, laid, deal("KH 6C", "9C 2S", dealer="7S"), hit(1), "8C", hit(2), "6D", alarmed("9H", *HELD))
    ruled_ = dealt.then(ruled(at_once("6D 9H", chosen="6D"), "continue", "5.23.1"))
    ruled_.then(refused(irregularity("withdraw", player="P1"), "5.25"))
    round_ = ruled_.then(ruled(irregularity("withdraw", player="P2"), "return", "5.25"))
    assert round_.ledger == [
        f"1.1 P1 main: lose -1000 by 3.31 {clause(game, '4.3.2')}",
        "1 P1 pair: lose -500 by 3.15.1",
        "2.1 P2 main: returned 0 by 5.25",
        "2 P2 pair: lose -500 by 3.15.1",
    ]
    dealer = play(game, bets({1: 1000, 2: 1000, 3: 1000}), deal("KH 6C", "KC 9S", "KD 8S", dealer="AS"))
    dealer = dealer.then(surrender(1), insure(2, 500), stand(2), stand(3), "2D", "2C", "AD")
    chosen = by("pit_manager", at_once("2C AD", chosen="2C"))
    second = dealer.then(ruled(chosen, "continue", "5.23.4.1"))
    second.then(refused(irregularity("withdraw", player="P1"), "5.25"))
    left = second.then(ruled(irregularity("withdraw", player="P2"), "return", "5.25"), "KS", "5S")
    assert [left.fate(1), left.fate(2), left.fate(2, "insurance")] == [
        "surrendered -500 by 3.24.3",
        "returned 0 by 5.25",
        "lose -500 by 3.26",
    ]
