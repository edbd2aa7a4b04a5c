"""The end of a Round of play: the Pots are won (4.4 to 4.6), or the round is Void and all Bets go back (5.14)."""

from typing import Final

from controller.core.effects import Effect, RoundEnded
from controller.core.outcomes import PokerOutcome, Pot, SeatLine, ShownHand, Uncalled
from controller.games.poker.showdown import pots
from controller.games.poker.showdown.ranks import played, strength
from controller.games.poker.state import BOARD_SIZE, FOLDED, RIVER, Hand, Seat, State, hole_cards
from controller.games.records.altering import altered

VOID_CLAUSE: Final = "5.14"
UNKNOWN_HOLE: Final = ("??", "??")


def win_by_folds(state: State, hand: Hand, out: list[Effect]) -> State:
    """One seat is left: it wins without showing (3.11.1)."""
    return _settle(state, hand, {}, out)


def settle_when_decided(state: State, hand: Hand, out: list[Effect]) -> State:
    """Settles once the board lies open and every seat still in has shown or mucked; otherwise the hand goes on."""
    board = hand.deal.board
    showed = hand.contending
    if len(board) < BOARD_SIZE[RIVER] or "??" in board:
        return state.with_hand(hand)
    if len(showed) + len(hand.mucked) + hand.betting.marks.count(FOLDED) < len(hand.order):
        return state.with_hand(hand)
    return _settle(state, hand, {one: strength(hole_cards(state.settings, hand, one), board) for one in showed}, out)


def settle_held(state: State, out: list[Effect]) -> State:
    """Settles a round that was held back and is over; another goes on."""
    hand = state.hand
    if hand is None:
        return state
    if hand.betting.marks.count(FOLDED) == len(hand.order) - 1:
        return win_by_folds(state, hand, out)
    return settle_when_decided(state, hand, out)


def _winners(hand: Hand, eligible: tuple[int, ...], strengths: dict[int, int]) -> list[int]:
    if len(eligible) == 1:
        return list(eligible)
    shown = [position for position in eligible if position in strengths]
    if not shown:  # all gave up a Side Pot: the last to do so was the only one left in it (3.11.1)
        return [next(position for position in reversed(hand.mucked) if position in eligible)]
    best = min(strengths[position] for position in shown)
    return [position for position in shown if strengths[position] == best]


def _settle(state: State, hand: Hand, strengths: dict[int, int], out: list[Effect]) -> State:
    if state.held:
        return state.with_hand(hand)
    settings, betting = state.settings, hand.betting
    stakes = pots.stakes(hand)
    won = [0] * len(hand.order)
    alone = [False] * len(hand.order)
    shares = [False] * len(hand.order)
    settled = []
    for pot in pots.build(settings, hand, stakes.live):
        winners = _winners(hand, pot.eligible, strengths)
        parts = pots.split(settings, pot.amount - pot.rake, winners)
        for position, amount in parts.items():
            won[position] += amount
            alone[position] |= len(winners) == 1
            shares[position] |= len(winners) > 1
        settled.append(
            Pot(
                amount=pot.amount,
                rake=pot.rake,
                eligible=tuple(sorted(hand.order[position] for position in pot.eligible)),
                winners={str(hand.order[position]): amount for position, amount in parts.items()},
            )
        )
    seats = list(state.seats)
    ledger = []
    by_folds = betting.marks.count(FOLDED) == len(betting.marks) - 1
    for position, number in enumerate(hand.order):
        seat = seats[number - 1]
        assert seat is not None
        put = stakes.live[position] + hand.dead[position]
        folded = betting.marks[position] == FOLDED
        win = alone[position] or (by_folds and not folded)
        ledger.append(
            SeatLine(
                seat=number,
                player=seat.player,
                put=put,
                won=won[position],
                net=won[position] - put,
                result="win" if win else "split" if shares[position] else "fold" if folded else "lose",
                hole=_shown_hole(state, hand, position),
                hand=_shown_hand(state, hand, position, strengths),
            )
        )
        seat = seats[number - 1] = seat.copy()
        seat.stack = hand.brought[position] - put + won[position]
    back = None
    if stakes.uncalled:
        back = Uncalled(seat=hand.order[stakes.uncalled_by], amount=stakes.uncalled)
    rake = sum(pot.rake for pot in settled)
    rules = [
        "3.11.1" if by_folds else "3.11.2",
        *(["3.12.4"] if back and betting.marks[stakes.uncalled_by] == FOLDED else []),
        *(["4.1"] if rake else []),
        *(["4.3"] if back else []),
        *([] if by_folds else ["4.4"]),
        *(["4.5"] if any(shares) else []),
        *(["4.6"] if len(settled) > 1 else []),
    ]
    out.append(
        RoundEnded(
            PokerOutcome(
                game=state.game,
                round=state.round,
                status="settled",
                button=state.button,
                board=hand.deal.board,
                pots=tuple(settled),
                ledger=tuple(sorted(ledger, key=lambda line: line.seat)),
                uncalled=back,
                rake=rake,
                rules=tuple(rules),
                rules_hash=settings.rules_hash,
            )
        )
    )
    return altered(state, seats=tuple(seats), hand=None)


def void(state: State, hand: Hand, rule: str, out: list[Effect]) -> State:
    """The round has no result: every Bet goes back (5.14), and with the blinds also what they were paid for."""
    ledger = []
    for position, number in enumerate(hand.order):
        seat = hand.before[number - 1]
        assert seat is not None
        ledger.append(
            SeatLine(
                seat=number,
                player=seat.player,
                put=0,
                won=0,
                net=0,
                result="void",
                hole=_shown_hole(state, hand, position),
            )
        )
    out.append(
        RoundEnded(
            PokerOutcome(
                game=state.game,
                round=state.round,
                status="void",
                rule=rule,
                button=state.button,
                board=open_board(hand),
                pots=(),
                ledger=tuple(sorted(ledger, key=lambda line: line.seat)),
                uncalled=None,
                rake=0,
                rules=(rule,) if rule == VOID_CLAUSE else (rule, VOID_CLAUSE),
                rules_hash=state.settings.rules_hash,
            )
        )
    )
    seats = tuple(_as_before(old, now) for old, now in zip(hand.before, state.seats, strict=True))
    return altered(state, seats=seats, hand=None)


def _as_before(old: Seat | None, now: Seat | None) -> Seat | None:
    return old if old is None or now is None else altered(old, away=now.away)


def open_board(hand: Hand) -> tuple[str, ...]:
    """The Community Cards of complete streets; those of a street still being dealt lie face down (1.18)."""
    return hand.deal.board[: max(size for size in BOARD_SIZE if size <= len(hand.deal.board))]


def _shown_hole(state: State, hand: Hand, position: int) -> tuple[str, str]:
    """The Hole Cards that everybody has seen; those of everybody else stay unknown."""
    return hole_cards(state.settings, hand, position) if position in hand.shown else UNKNOWN_HOLE


def _shown_hand(state: State, hand: Hand, position: int, strengths: dict[int, int]) -> ShownHand | None:
    found = strengths.get(position)
    return None if found is None else played(hole_cards(state.settings, hand, position), hand.deal.board, found)
