"""Blackjack (RWS), version 5, section 5 on bets: limits, late and misplaced ones, absence, interruption, voids."""

from controller.core.events import BetsClosed, BetsOpen, RoundVoid, WagerWithdrawn
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
    play,
    refused,
    ruled,
    split,
    stand,
    surrender,
    wager,
)

GAME = "blackjack"
LIMITS = {"main": (500, 5000), "pair": (100, 1000)}
WIN = "KH 7D 9C"
LOSE = "KH 9D 8C"


def _settled(mains: dict[str, int], cards: str = WIN) -> list[str]:
    """The bets on one box, taken as they lie, won against a 17 or lost against a 19."""
    round_ = play(GAME, bets({1: mains}), cards, stand(1), "KD", limits=LIMITS, limits_policy="settle")
    return [
        f"{line.player} {line.stake} {line.net:+d} by {' '.join(line.rules[-1:])}" for line in round_.outcome.ledger
    ]


def test_5_1_excess_over_the_maximum_of_the_box_is_rejected() -> None:
    """The limit bounds the sum on the box, in each kind of bet, whoever bets."""
    opened = play(
        GAME, BetsOpen(), wager(1, "main", 3000, "A"), refused(wager(1, "main", 2100, "B"), "5.1"), limits=LIMITS
    )
    full = opened.then(wager(1, "main", 2000, "B"), refused(wager(1, "main", 100, "A"), "5.1"))
    full.then(wager(1, "pair", 600, "A"), refused(wager(1, "pair", 500, "B"), "5.1"), wager(2, "main", 5000, "B"))


def test_5_1_1_excess_that_was_taken_is_won_and_lost_pro_rata() -> None:
    """Each bet counts by the maximum over the sum, rounded down to the chip and never below the minimum."""
    assert _settled({"A": 6000, "B": 4000}) == ["A 6000 +3000 by 5.1.1", "B 4000 +2000 by 5.1.1"]
    assert _settled({"A": 6000, "B": 4000}, LOSE) == ["A 6000 -3000 by 5.1.1", "B 4000 -2000 by 5.1.1"]
    assert _settled({"A": 4000, "B": 3000}) == ["A 4000 +2800 by 5.1.1", "B 3000 +2100 by 5.1.1"]
    assert _settled({"A": 20000, "B": 500}) == ["A 20000 +4800 by 5.1.1", "B 500 +500 by 5.1.1"]
    assert _settled({"A": 3000, "B": 2000}) == ["A 3000 +3000 by 4.1.1", "B 2000 +2000 by 4.1.1"]


def test_5_1_1_what_doubling_adds_is_cut_in_the_same_ratio() -> None:
    """As the bet it is added to (I21)."""
    steps: list[Step] = [bets({1: 10000}), "5H 7D 6C", double(1, 4000), "9S", "KD"]
    line = play(GAME, *steps, limits=LIMITS, limits_policy="settle").line(1)
    assert (line.stake, line.net) == (14000, 5000 + 2000)


def test_5_1_2_bet_under_the_minimum_is_not_cut_pro_rata() -> None:
    """On a box over its maximum it wins and loses by what lies there; the others are cut by the sum without it."""
    assert _settled({"A": 10000, "B": 300}) == ["A 10000 +5000 by 5.1.1", "B 300 +300 by 5.1.2"]
    assert _settled({"A": 10000, "B": 300}, LOSE) == ["A 10000 -5000 by 5.1.1", "B 300 -300 by 5.1.2"]
    assert _settled({"A": 4800, "B": 400}) == ["A 4800 +4800 by 5.1.1", "B 400 +400 by 5.1.2"]


def test_5_2_box_under_the_minimum_is_increased_or_withdrawn() -> None:
    """Bets do not close over it; the sum on the box counts, and either way out works."""
    opened = play(GAME, BetsOpen(), wager(1, "main", 300, "A"), refused(BetsClosed(), "5.2"), limits=LIMITS)
    assert opened.then(wager(1, "main", 200, "B"), BetsClosed()).awaits == "card"
    other = opened.then(wager(2, "main", 500), refused(BetsClosed(), "5.2"))
    assert other.then(WagerWithdrawn(area=1, kind="main", player="A"), BetsClosed()).awaits == "card"


def test_5_2_1_bet_under_the_minimum_that_was_not_noticed_wins_or_loses() -> None:
    """It is settled as it lies, also the next time."""
    assert _settled({"A": 300}) == ["A 300 +300 by 5.2.1"]
    assert _settled({"A": 300}, LOSE) == ["A 300 -300 by 5.2.1"]
    once: list[Step] = [bets({1: 300}), WIN, stand(1), "KD"]
    assert play(GAME, *once, *once, limits=LIMITS, limits_policy="settle").net == 300


def test_5_3_absent_players_hand_is_drawn_to_12() -> None:
    """The only player on the box is gone: cards until 12 or more, hard or soft (I11), and no decision for the hand."""
    absent = ruled(irregularity("player_absent", area=1), "continue", "5.3")
    start = play(GAME, bets({1: 1000, 2: 1000}), deal("2H 3C", "KS 9C", dealer="7D"), absent)
    start.then(refused(stand(1), "5.3"), refused(decision(1, "double"), "5.3"))
    assert start.then("6S").awaits == "card"
    assert start.then("6S AS").acting == (2, 1)
    soft = play(GAME, bets({1: 1000, 2: 1000}), deal("AH AC", "KS 9C", dealer="7D"), absent)
    assert (soft.acting, soft.cards(1)) == ((2, 1), ["AH AC"])


def test_5_3_another_player_on_the_box_decides() -> None:
    """Somebody else has a bet there: he decides, and only without anybody the house draws."""
    start = play(GAME, bets({1: {"A": 2000, "B": 1000}}), "2H 7D 3C")
    passed = start.then(ruled(irregularity("player_absent", area=1, player="A"), "continue", "5.3"))
    passed.then(refused(hit(1, "A"), "1.26"), hit(1, "B"))
    nobody = passed.then(ruled(irregularity("player_absent", area=1, player="B"), "continue", "5.3"))
    assert nobody.awaits == "card"


def test_5_3_a_split_hand_of_the_absent_alone_is_played_by_who_else_bets_on_the_box() -> None:
    """The house draws only where nobody else bets on the box; B decides, but neither doubles nor splits that hand."""
    start = play(GAME, bets({1: {"A": 2000, "B": 1000}}), "8H 7D 8D", split(1), "TS")
    passed = start.then(ruled(irregularity("player_absent", area=1), "continue", "5.3"), stand(1, "B"), "8S")
    passed.then(refused(double(1), "5.3"), refused(split(1), "5.3"), refused(hit(1, "A"), "1.26"))
    stood = passed.then(stand(1, "B"), "KD")
    assert [(line.hand, line.player, line.net) for line in stood.outcome.ledger] == [
        (1, "A", 2000), (1, "B", 1000), (2, "A", -2000),
    ]  # fmt: skip


def test_5_3_the_house_draws_once_the_other_bet_on_the_box_is_lost() -> None:
    """B's hand is bust: on the box bets only he who is absent, and reported absent or not, B decides nothing."""
    start = play(GAME, bets({1: {"A": 2000, "B": 1000}}), "8H 7D 8D", split(1), "TS", hit(1))
    gone = start.then(ruled(irregularity("player_absent", area=1), "continue", "5.3"), "9S", "2S")
    assert gone.awaits == "card"


def test_5_4_interruption_between_rounds_changes_nothing() -> None:
    """Without a round open it is recorded."""
    round_ = play(GAME, bets({1: 1000}), WIN, stand(1), "KD", ruled(irregularity("power_failure"), "record", "5.4"))
    assert (len(round_.outcomes), round_.net) == (1, 1000)


def test_5_4_1_with_an_outcome_established_the_round_goes_on() -> None:
    """By a Blackjack paid, a side bet, a bust, a surrender, even money or a lost insurance."""
    go_on = ruled(irregularity("power_failure"), "continue", "5.4.1")
    two = bets({1: 1000, 2: 1000})
    play(GAME, two, deal("AS KH", "9S 8C", dealer="7D"), go_on, stand(2), "KD")
    play(GAME, bets({1: 1000}, wager(1, "pair", 100)), WIN, go_on, stand(1), "KD")
    play(GAME, two, deal("KH 6C", "9S 8C", dealer="7D"), hit(1), "8S", go_on, stand(2), "KD")
    play(GAME, two, deal("KH 6C", "9S 8C", dealer="7D"), surrender(1), go_on, stand(2), "KD")
    play(GAME, two, deal("AS KH", "9S 8C", dealer="AD"), decision(1, "even_money"), go_on, stand(2), "KD")
    play(GAME, bets({1: 1000}), "KH AD 9C", insure(1, 500), stand(1), "4S", go_on, "2S")


def test_5_4_2_without_an_outcome_the_round_is_void() -> None:
    """Before the deal, during it, with every hand open, with a waiting Blackjack, with a surrender that waits (I12)."""
    void = ruled(irregularity("power_failure"), "void", "5.4.2")
    assert play(GAME, BetsOpen(), wager(1, "main", 1000), void).outcome.status == "void"
    assert play(GAME, bets({1: 1000}, wager(1, "pair", 100)), "KH 7D", void).net == 0
    assert play(GAME, bets({1: 1000}), WIN, stand(1), void).outcome.rule == "5.4.2"
    assert play(GAME, bets({1: 1000}), "AS KD KH", void).net == 0
    waits: list[Step] = [bets({1: 1000, 2: 1000}), deal("KH 6C", "9S 8C", dealer="KD"), surrender(1)]
    assert play(GAME, *waits, void, readings={"I12": "void"}).net == 0


def test_5_5_cards_that_are_wrong_void_the_round() -> None:
    """In every phase, and with everything that had been settled in it."""
    kinds = {"foreign_card": "1", "missing_card": "2", "extra_card": "2", "insufficient_cards": "3", "unshuffled": "4"}
    for kind, number in kinds.items():
        for cards in ("KH", deal("KH 6C", "9S 8C", dealer="7D"), deal("AS KH", "9S 8C", dealer="7D")):
            dealt = play(GAME, bets({1: 1000, 2: 1000}), cards)
            assert dealt.then(ruled(irregularity(kind), "void", f"5.5.{number}")).net == 0


def test_5_5_1_card_that_does_not_belong_voids() -> None:
    """A card of another deck found in the round."""
    assert play(GAME, bets({1: 1000}), WIN, ruled(irregularity("foreign_card"), "void", "5.5.1")).net == 0


def test_5_5_2_shortage_or_excess_of_cards_voids() -> None:
    """A missing or an extra card, reported or seen by the ninth of a kind from eight decks."""
    for kind in ("missing_card", "extra_card"):
        assert play(GAME, bets({1: 1000}), WIN, ruled(irregularity(kind), "void", "5.5.2")).outcome.rule == "5.5.2"
    four = play(GAME, bets({1: 1000, 2: 1000}), "2H 2H 2H 2H", alarmed("2H", "extra_card", "5.5.2"), decks=4)
    assert (four.outcome.status, four.outcome.rule) == ("void", "5.5.2")


def test_5_5_3_too_few_cards_to_complete_the_round_void() -> None:
    """There is no shuffle of the discards here: the round is void."""
    assert play(GAME, bets({1: 1000}), WIN, ruled(irregularity("insufficient_cards"), "void", "5.5.3")).net == 0


def test_5_5_4_unshuffled_cards_void() -> None:
    """Cards that were not shuffled make the round void."""
    assert play(GAME, bets({1: 1000}), WIN, ruled(irregularity("unshuffled"), "void", "5.5.4")).net == 0


def test_5_6_rounds_before_stand() -> None:
    """A void round leaves the outcomes before it as they were; before the first round there is none to void."""
    play(GAME, ruled(irregularity("missing_card"), "record", "5.6"))
    first = play(GAME, bets({1: 1000}), WIN, stand(1), "KD")
    second = first.then(bets({1: 1000}), WIN, ruled(irregularity("missing_card"), "void", "5.5.2"))
    assert [one.status for one in second.outcomes] == ["settled", "void"]
    assert second.outcomes[0] == first.outcome


def test_5_8_no_bet_is_placed_increased_or_withdrawn_after_the_close() -> None:
    """Every such request is refused, in the deal and in play."""
    late: list[Step] = [wager(1, "main", 100), wager(2, "main", 1000), wager(1, "over13", 100)]
    for cards in ("", "KH", WIN):
        closed = play(GAME, bets({1: 1000}), cards)
        closed.then(*[refused(one, "5.8") for one in late], refused(WagerWithdrawn(area=1, kind="main"), "5.8"))


def test_5_14_bets_are_settled_as_they_lie_when_bets_close() -> None:
    """What was laid, moved and taken back before the close counts as it lies then, for whom it was laid."""
    laying: list[Step] = [BetsOpen(), wager(1, "main", 1000), wager(1, "main", 500), wager(2, "main", 700),
              WagerWithdrawn(area=2, kind="main"), wager(3, "main", 400, "P1"), BetsClosed()]  # fmt: skip
    round_ = play(GAME, laying, deal("KH 9C", "KS 9D", dealer="7D"), stand(1), stand(3), "KD")
    assert [(line.area, line.player, line.stake) for line in round_.outcome.ledger] == [(1, "P1", 1500), (3, "P1", 400)]


def test_5_15_side_bet_without_an_initial_bet_on_the_box_is_returned() -> None:
    """Pair, Under 13 and Over 13 on an empty box come back; the round goes on."""
    sides = [wager(2, kind, 100) for kind in ("pair", "under13", "over13")]
    round_ = play(GAME, bets({1: 1000}, *sides), WIN, stand(1), "KD")
    assert [round_.fate(2, kind) for kind in ("pair", "under13", "over13")] == ["returned 0 by 5.15"] * 3


def test_5_16_side_bets_forgotten_are_settled_all_the_same() -> None:
    """Though the round went on over a split, the first two cards of the box decide them."""
    sides = [wager(1, "pair", 100), wager(1, "over13", 100)]
    steps: list[Step] = [
        bets({1: 1000}, *sides),
        "8H 7D 8C",
        decision(1, "split"),
        "2S",
        hit(1),
        "9S",
        stand(1),
        "KS",
        stand(1),
        "KD",
    ]
    round_ = play(GAME, *steps)
    assert (round_.line(1, "pair").net, round_.line(1, "over13").net) == (1100, 100)


def test_5_17_void_round_returns_every_bet() -> None:
    """Main, side, insurance and what a double added: all stakes stand in the ledger with nothing won or lost."""
    start = play(
        GAME, bets({1: 1000, 2: 1000}, wager(1, "pair", 100)), deal("5H 6C", "9S 8C", dealer="AD"), insure(1, 500)
    )
    void = start.then(double(1), ruled(irregularity("missing_card"), "void", "5.5.2"))
    assert [(line.kind, line.stake, line.net, line.result) for line in void.outcome.ledger] == [
        ("main", 2000, 0, "void"), ("insurance", 500, 0, "void"), ("pair", 100, 0, "void"), ("main", 1000, 0, "void"),
    ]  # fmt: skip


def test_5_19_what_the_rules_do_not_cover_is_the_shift_managers() -> None:
    """His ruling is recorded, nobody else's; a supervisor may make the round void, the Dealer may not."""
    other = irregularity("other", decision="The spilled drink is wiped up; play goes on.")
    start = play(GAME, bets({1: 1000}), WIN)
    for rank in ("dealer", "pit_supervisor", "pit_manager", "technician"):
        start.then(refused(by(rank, other), "5.19"))
    recorded = start.then(ruled(by("shift_manager", other), "record", "5.19"))
    assert "spilled drink" in recorded.texts
    assert recorded.then(stand(1), "KD").net == 1000
    start.then(refused(RoundVoid(reason="a fight"), "5.19"))
    void = start.then(ruled(by("pit_supervisor", RoundVoid(reason="a fight")), "void", "5.19"))
    assert (void.outcome.rule, void.net) == ("5.19", 0)
