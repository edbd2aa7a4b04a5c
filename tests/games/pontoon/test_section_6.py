"""Section 6 of Pontoon and Pontoon Pandemonium: what the rules leave to the shift manager, and who may act for whom."""

from typing import Final

from controller.core.events import Authority, RoundVoid
from tests.games.pontoon.pontoons import both
from tests.games.twenty_one.rounds import bets, by, deal, irregularity, play, refused, ruled, stand

RANKS: Final[tuple[Authority, ...]] = ("technician", "dealer", "pit_supervisor", "pit_manager", "shift_manager")


@both
def test_6_1_what_the_rules_do_not_cover_is_for_the_shift_manager(game: str) -> None:
    """His ruling is recorded in his words, in a round and between rounds; a lower rank's is refused."""
    other = irregularity("other", decision="The spilled drink counts for nothing.")
    table = play(game)
    for authority in RANKS[:-1]:
        table.then(refused(by(authority, other), "6.1"))
    recorded = table.then(ruled(by("shift_manager", other), "record", "6.1"))
    assert recorded.texts == "The spilled drink counts for nothing."
    dealt = play(game, bets({1: 1000}), deal("KH 9C", dealer="9S"), ruled(by("shift_manager", other), "record", "6.1"))
    assert dealt.then(stand(1), "KD").line(1).result == "stand_off"


@both
def test_6_2_a_higher_rank_may_do_what_a_lower_one_may(game: str) -> None:
    """A round is made void by a pit supervisor and everybody above him, and so is a kept card discarded."""
    dealt = play(game, bets({1: 1000}), deal("KH 9C", dealer="9S"))
    void = RoundVoid(reason="The shoe fell.")
    for authority in RANKS[:2]:
        dealt.then(refused(by(authority, void), "6.1"))
    for authority in RANKS[2:]:
        round_ = dealt.then(ruled(by(authority, void), "void", "6.1"))
        assert (round_.outcome.status, round_.outcome.rule, round_.net) == ("void", "6.1", 0)
