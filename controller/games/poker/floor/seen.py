"""A poker table as the floor sees it; between rounds the last one as it lay, with what each seat won of it."""

from controller.core.outcomes import PokerOutcome, Uncalled
from controller.games.floor.records import LastRound, TableNow
from controller.games.poker.floor.records import PokerFloor, PotSeen
from controller.games.poker.floor.seats import bets_lie_in_front, seats_seen
from controller.games.poker.floor.turn import STREETS, to_show, turn_seen
from controller.games.poker.showdown import pots
from controller.games.poker.showdown.settlement import open_board
from controller.games.poker.state import Hand, State


def floor_seen(state: State, table: TableNow, ended: LastRound | None) -> PokerFloor:
    """`ended` is the round before, until the next one opens."""
    settings, hand = state.settings, state.hand
    turn = turn_seen(state, ended)
    stake = None
    if settings.least_stake is not None and settings.most_stake is not None:
        stake = (settings.least_stake, settings.most_stake)
    blinds = (settings.small_blind, settings.big_blind)
    button = state.button or None
    if ended is not None and isinstance(ended.outcome, PokerOutcome):
        outcome, hand = ended.outcome, ended.state.hand
        return PokerFloor(
            table=table, turn=turn, chip=settings.chip, blinds=blinds, stake=stake, button=button,
            seats=seats_seen(state, hand, {line.seat: line for line in outcome.ledger}),
            board=outcome.board,
            pots=tuple(
                PotSeen(amount=one.amount, rake=one.rake, eligible=one.eligible, winners=one.winners)
                for one in outcome.pots
            ),
            uncalled=outcome.uncalled, owed=outcome.ledger, rake=outcome.rake,
        )  # fmt: skip
    if hand is None:
        seats = seats_seen(state, None, {})
        return PokerFloor(
            table=table, turn=turn, chip=settings.chip, blinds=blinds, stake=stake, button=button, seats=seats
        )
    return PokerFloor(
        table=table, turn=turn, chip=settings.chip, blinds=blinds, stake=stake, button=button,
        seats=seats_seen(state, hand, {}),
        street=STREETS[hand.betting.street],
        board=open_board(hand),
        pots=_pots(state, hand),
        to_call=hand.betting.high if hand.phase == "betting" else None,
        uncalled=_uncalled(hand),
        to_show=tuple(hand.order[one] for one in to_show(hand)),
        early=len(hand.deal.early),
    )  # fmt: skip


def _pots(state: State, hand: Hand) -> tuple[PotSeen, ...]:
    """What lies in the middle: bets in front belong to it once their Betting Round is over, less what is uncalled."""
    live = pots.stakes(hand).live
    if bets_lie_in_front(hand):
        live = tuple(
            brought - stack - dead - bet
            for brought, stack, dead, bet in zip(
                hand.brought, hand.betting.stacks, hand.dead, hand.betting.bets, strict=True
            )
        )
    return tuple(
        PotSeen(amount=pot.amount, rake=pot.rake, eligible=tuple(sorted(hand.order[one] for one in pot.eligible)))
        for pot in pots.build(state.settings, hand, live)
    )


def _uncalled(hand: Hand) -> Uncalled | None:
    stakes = pots.stakes(hand)
    if bets_lie_in_front(hand) or not stakes.uncalled:
        return None
    return Uncalled(seat=hand.order[stakes.uncalled_by], amount=stakes.uncalled)
