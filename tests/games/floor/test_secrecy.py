"""Nothing that the floor sees depends on a card that nobody may see.

In each state of random tables the faces of all such cards are exchanged for others: what the floor sees and what names
a move stays the same to the byte. So no face is in it, and nothing that only a face could tell.
"""

from itertools import chain
from typing import Any, cast

import pytest

from controller.core.cards import ALL_CARDS, CARD_INDEX, UNKNOWN
from controller.core.events import CardDrawn, RoundVoid
from controller.core.outcomes import dumps, to_json_object
from controller.games import State, floor_view, legal_moves
from controller.games.poker.showdown.settlement import open_board
from controller.games.poker.state import State as PokerState
from controller.games.registry import find
from controller.games.twenty_one.state import Area, Hand
from controller.games.twenty_one.state import State as TwentyOneState
from tests.games.floor.tables import TWENTY_ONE, poker, unruly
from tests.games.poker.script import Script
from tests.games.twenty_one.rounds import alarmed, bets, down, play, reveal, ruled


def _seen(state: State) -> str:
    return dumps(to_json_object(floor_view(state)))


def _sights(state: State, of: State) -> list[Any]:
    game = find(state.game)
    return [game.sight(state, move) for move in legal_moves(of)]


def other(card: str, by: int) -> str:
    """Another card."""
    return card if card in ("", UNKNOWN) else ALL_CARDS[(CARD_INDEX[card] + by) % len(ALL_CARDS)]


def exchanged(state: TwentyOneState, by: int) -> TwentyOneState:
    """The table with other faces where none is seen."""
    kept = tuple(one if one.disclosed else one._replace(card=other(one.card, by)) for one in state.kept)
    waiting = tuple(one._replace(card=other(one.card, by)) for one in state.waiting)
    burned = tuple(other(card, by) for card in state.shoe.burned)
    state = state._replace(kept=kept, waiting=waiting, shoe=state.shoe._replace(burned=burned))
    if state.round is None:
        return state
    areas = tuple(_exchanged_area(area, by) for area in state.round.areas)
    removed = tuple(other(card, by) for card in state.round.removed)
    return state._replace(round=state.round._replace(areas=areas, removed=removed))


def _exchanged_area(area: Area, by: int) -> Area:
    hidden = any(hand.hidden for hand in area.hands)
    hands = tuple(_exchanged_hand(hand, by) for hand in area.hands)
    return area._replace(hands=hands, opening=tuple(other(card, by) if hidden else card for card in area.opening))


def _exchanged_hand(hand: Hand, by: int) -> Hand:
    return hand._replace(
        cards=tuple(other(card, by) if at in hand.hidden else card for at, card in enumerate(hand.cards))
    )


@pytest.mark.parametrize("game", TWENTY_ONE)
def test_no_card_face_down_changes_what_the_floor_sees(game: str) -> None:
    """Neither its face nor the total, nor what is owed or pressed, nor the name of a move."""
    exchanges = 0
    for _, found, _ in chain.from_iterable(unruly(game, seed) for seed in range(6)):
        state = cast(TwentyOneState, found)
        for by in (1, 10, 17):
            changed = exchanged(state, by)
            exchanges += changed != state
            assert _seen(changed) == _seen(state)
            assert _sights(changed, state) == _sights(state, state)
    assert exchanges > 100


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("dealing", ["shoe", "shuffler"])
def test_no_hole_card_changes_what_the_floor_sees(dealing: str, seed: int) -> None:
    """Nor a burnt card, nor a community card that does not lie open yet."""
    for _, found, _ in poker(dealing, seed):
        state = cast(PokerState, found)
        changed = _exchanged_deal(state)
        assert _seen(changed) == _seen(state)
        assert _sights(changed, state) == _sights(state, state)


def _exchanged_deal(state: PokerState) -> PokerState:
    hand = state.hand
    if hand is None:
        return state
    deal, count = hand.deal, len(hand.order)
    at = [place // 2 if state.settings.shuffler else place % count for place in range(len(deal.holes))]
    holes = tuple(
        card if position in hand.shown else other(card, 3) for position, card in zip(at, deal.holes, strict=True)
    )
    lies_open = len(open_board(hand))

    def down(cards: tuple[str, ...], seen: int = 0) -> tuple[str, ...]:
        return tuple(card if place < seen else other(card, 3) for place, card in enumerate(cards))

    return state.with_hand(
        hand.with_deal(
            deal._replace(
                burns=down(deal.burns), holes=holes, board=down(deal.board, lies_open), early=down(deal.early),
                community=down(deal.community, len(deal.board)), discards=down(deal.discards),
            )
        )
    )  # fmt: skip


def test_a_card_face_down_is_two_question_marks_until_it_is_turned() -> None:
    """Blackjack 3.12: no total, no natural and nothing owed before everybody has seen it."""
    dealt = play("blackjack", bets({1: 1000, 2: 1000}), down("KH"), "8C 9D", down("AS"), "7C")
    seen = to_json_object(floor_view(dealt.state))
    hand = seen["areas"][0]["hands"][0]
    assert (hand["cards"], hand["status"], "total" in hand, seen["owed"]) == (["??", "??"], "complete", False, [])
    seen = to_json_object(floor_view(dealt.then(reveal(1)).state))
    hand = seen["areas"][0]["hands"][0]
    assert (hand["cards"], hand["total"], hand["status"]) == (["KH", "AS"], 21, "blackjack")
    assert [line["net"] for line in seen["owed"]] == [1500]


def test_what_was_never_turned_stays_down_in_a_void_round() -> None:
    """The outcome masks it, and so does what the floor sees of the round as it lay."""
    dealt = play("blackjack", bets({1: 1000}), down("KH"), "9D", down("7S"))
    void = dealt.then(ruled(RoundVoid(reason="the end", authority="pit_supervisor"), "void", "5.19"))
    seen = to_json_object(floor_view(void.state))
    assert seen["table"]["status"] == "void"
    assert seen["areas"][0]["hands"][0]["cards"] == ["??", "??"]
    assert [line["result"] for line in seen["owed"]] == ["void"]


def test_a_held_card_shows_no_face() -> None:
    """5.8: it lies face down as the next card."""
    held = play(
        "pontoon", bets({1: 1000, 2: 1000}), "9H 8D KC 7H 6D", alarmed(CardDrawn(card="2C"), "card_held", "5.8")
    )
    assert to_json_object(floor_view(held.state))["kept"] == ["??"]


def test_hole_cards_are_backs_until_shown() -> None:
    """Both of them, and those of a hand that was given up for good."""
    script = Script({1: 50000, 2: 50000, 3: 50000})
    script.start(1, "AS KD QC 2H 3D 4C")
    holes = {seat["seat"]: seat["hole"] for seat in to_json_object(floor_view(script.state))["seats"][:3]}
    assert holes == {1: ["??", "??"], 2: ["??", "??"], 3: ["??", "??"]}
