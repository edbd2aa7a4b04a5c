"""Six-handed hands to showdown a second on one core, by `step`, beside pokerkit, pokerfast and texasholdem in one run.

Run as `python -m tests.bench.bench_poker_hands [SECONDS]`. Everybody calls and checks down, six hands are shown, one or
more win. Here every card, action and show is an event of its own, and the outcome names each seat's five cards; there
cards are dealt by the street and the showdown is one call. pokerfast and texasholdem are measured where they are
installed. Times are of the process, the four take turns, and the best of three turns counts.
"""

import importlib
import random
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, Final

from pokerkit import Automation, Mode, NoLimitTexasHoldem

from controller.core.cards import ALL_CARDS
from controller.core.effects import RoundEnded
from controller.core.events import AnyEvent, BlindsOpen, CardDrawn, Join, PokerAction, Show, Showdown
from controller.core.tables import PokerTable
from controller.games.poker.engine import new_table, step

SEATS: Final = 6
TURNS: Final = 3
PREPARED: Final = 100
"""Hands made before the clock starts, played over and over."""

AUTOMATIONS: Final = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def hand_events(shuffle: random.Random) -> list[AnyEvent]:
    """A whole hand, the button at the last seat."""
    deck = list(ALL_CARDS)
    shuffle.shuffle(deck)
    cards = (CardDrawn(card=card) for card in deck)
    events: list[AnyEvent] = [BlindsOpen(button=SEATS), *(next(cards) for _ in range(1 + 2 * SEATS))]
    events += [PokerAction(seat=seat, action="call") for seat in (3, 4, 5, 6, 1)]
    events.append(PokerAction(seat=2, action="check"))
    for count in (4, 2, 2):
        events += [next(cards) for _ in range(count)]
        events += [PokerAction(seat=seat, action="check") for seat in range(1, SEATS + 1)]
    return [*events, Showdown(), *(Show(seat=seat) for seat in range(1, SEATS + 1))]


def ours() -> Callable[[], object]:
    """One hand by `step`, on a table that keeps its stacks."""
    shuffle = random.Random(1)
    hands = [hand_events(shuffle) for _ in range(PREPARED)]
    state = new_table(PokerTable(game="poker"))
    for seat in range(1, SEATS + 1):
        state, _ = step(state, Join(seat=seat, player=f"P{seat}", stack=100_000_000))
    turn = 0

    def play() -> None:
        nonlocal state, turn
        turn = (turn + 1) % PREPARED
        effects: list[Any] = []
        for event in hands[turn]:
            state, effects = step(state, event)
        assert isinstance(effects[-1], RoundEnded)

    return play


def pokerkit() -> Callable[[], object]:
    """One hand, cards dealt by the street."""
    shuffle = random.Random(1)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]

    def play() -> None:
        shuffle.shuffle(deck)
        hand = NoLimitTexasHoldem.create_state(
            AUTOMATIONS, True, 0, (5, 10), 10, (1000,) * SEATS, SEATS, mode=Mode.CASH_GAME
        )
        for seat in range(SEATS):
            hand.deal_hole(deck[2 * seat] + deck[2 * seat + 1])
        for street in ("", *("".join(deck[start:end]) for start, end in ((12, 15), (15, 16), (16, 17)))):
            if street:
                hand.deal_board(street)
            while hand.actor_index is not None:
                hand.check_or_call()
        assert not hand.status

    return play


def pokerfast() -> Callable[[], object]:
    """One hand of its lean engine, all stacks alike."""
    fast = importlib.import_module("pokerfast").FastHand
    shuffle = random.Random(1)

    def play() -> None:
        hand = fast(min_stack=100_000, max_stack=100_000, rng=shuffle)
        while not hand.done:
            hand.call()

    return play


def texasholdem() -> Callable[[], object]:
    """One hand on a table that keeps its stacks."""
    library = importlib.import_module("texasholdem")
    table = library.TexasHoldEm(buyin=10_000_000, big_blind=10, small_blind=5, max_players=SEATS)

    def play() -> None:
        table.start_hand()
        while table.is_hand_running():
            owed = table.chips_to_call(table.current_player)
            table.take_action(library.ActionType.CALL if owed else library.ActionType.CHECK)

    return play


def hands_a_second(play: Callable[[], object], seconds: float) -> float:
    """As many as fit into the time."""
    hands, start = 0, time.process_time()
    while (passed := time.process_time() - start) < seconds:
        play()
        hands += 1
    return hands / passed


def main() -> None:
    """The figures side by side."""
    warnings.simplefilter("ignore")
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    plays: dict[str, Callable[[], object]] = {"controller.games.poker": ours()}
    for name, make in (("pokerkit", pokerkit), ("pokerfast", pokerfast), ("texasholdem", texasholdem)):
        try:
            plays[name] = make()
        except ImportError:
            print(f"{name:<24} is not installed")
    best = dict.fromkeys(plays, 0.0)
    for _ in range(TURNS):
        for name, play in plays.items():
            best[name] = max(best[name], hands_a_second(play, seconds))
    print(f"{'six-handed to showdown':<24} {'hands/s':>10} {'of pokerkit':>12}")
    for name, figure in best.items():
        print(f"{name:<24} {figure:>10,.0f} {figure / best['pokerkit']:>11.1f}x")


if __name__ == "__main__":
    main()
