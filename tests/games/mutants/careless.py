"""A table where much goes wrong, from a seed: dealers err, the floor calls irregularities, players ask for anything.

Between them the random player plays on by legal moves. An irregularity is one of the contract's kinds with fields that
fit what lies on the table most of the time: the last cards, an area with a wager, a layout of the round's cards with
some of them moved. A request out of place is refused by the rules, and shows when a mutant grants it.
"""

from collections.abc import Iterator
from typing import Any, Final, get_args

from controller.core.cards import ALL_CARDS
from controller.core.events import (
    Action21,
    AnyEvent,
    BetsOpen,
    ButtonPressed,
    CardDrawn,
    Decision,
    Follow,
    Insure,
    Irregularity,
    Layout,
    MultiplierDrawn,
    OffersClosed,
    RoundVoid,
    Seat,
    SeatLeft,
    ShoeNew,
    Wager,
    WagerWithdrawn,
)  # fmt: skip
from controller.core.tables import TwentyOneTable
from controller.games.moves import LegalMove
from controller.games.reading import missing_field
from controller.games.twenty_one.state import Round, State
from controller.odds.random_player import RandomPlayer
from tests.games.rulebooks import RULEBOOKS

ERRORS_AN_EVENT: Final = 0.06
"""About two irregularities in a round of five areas."""

REQUESTS_AN_EVENT: Final = 0.15
"""Requests that may be out of place."""

ACTIONS: Final[tuple[Action21, ...]] = get_args(Action21)
KINDS: Final = (
    "misdeal", "misdeal", "face_up_card", "card_refused", "card_refused", "dealer_not_dealt", "dealer_not_dealt",
    "area_short", "area_short", "area_short", "area_not_dealt", "area_not_dealt", "empty_area_dealt",
    "empty_area_dealt", "hand_skipped", "hand_skipped", "hand_skipped", "insufficient_cards", "cut_card_missed",
    "burn_missed", "player_absent", "player_absent", "player_absent", "simultaneous_draw", "simultaneous_draw",
    "simultaneous_draw", "withdraw", "withdraw", "withdraw", "withdraw", "discard", "late_insurance", "late_insurance",
    "power_failure", "power_failure", "other",
)  # fmt: skip
"""What is called; a kind named more often comes more often. Those that always make the round void stand apart."""

VOIDS: Final = ("foreign_card", "extra_card", "missing_card", "unshuffled")
AUTHORITIES: Final = ("dealer", "pit_supervisor", "pit_manager", "shift_manager", "shift_manager", "shift_manager")
FEWEST_CARDS: Final = 130
"""A new shoe below this: no round of the corpus needs more."""


class CarelessTable(RandomPlayer):
    """Plays rounds with irregularities.

    `mains_only`: no side wagers by legal moves, so that an outcome is established late and more can still be put right.
    """

    def __init__(self, table: TwentyOneTable, seed: int, *, mains_only: bool = False) -> None:
        super().__init__(table, seed)
        self.mains_only = mains_only

    def play_rounds(self, count: int) -> list[AnyEvent]:
        """So many rounds, each played to its end; all their events."""
        return list(self._rounds(count))

    def finish(self, state: State) -> list[AnyEvent]:
        """The events by which an open round comes to its end, without further irregularities."""
        self._shuffle()
        self.state = state
        events: list[AnyEvent] = []
        while self._open_round is not None:
            for event in super()._next():
                self._do(event)
                events.append(event)
        return events

    @property
    def _open_round(self) -> Round | None:
        assert isinstance(self.state, State)
        return self.state.round

    def _rounds(self, count: int) -> Iterator[AnyEvent]:
        for _ in range(count):
            if len(self.shoe) < FEWEST_CARDS:
                self._shuffle()
                yield self._done(ShoeNew())
            if self.random.random() < 0.1:  # the Dealer drew too many, or a card comes before the round
                yield self._done(CardDrawn(card=self.shoe.pop()))
            yield self._done(BetsOpen())
            while self._open_round is not None:
                for event in self._next():
                    yield self._done(event)

    def _done(self, event: AnyEvent) -> AnyEvent:
        self._do(event)
        return event

    def _next(self) -> Iterator[AnyEvent]:
        chance = self.random.random()
        if chance < ERRORS_AN_EVENT:
            yield self._error()
        elif chance < ERRORS_AN_EVENT + REQUESTS_AN_EVENT:
            yield self._request()
        else:
            yield from super()._next()

    def _choose(self, moves: tuple[LegalMove, ...]) -> LegalMove:
        if self.mains_only:
            left = tuple(one for one in moves if one.type != "wager" or ("kind", "main") in one.fields)
            moves = left or moves
        return super()._choose(moves)

    def _request(self) -> AnyEvent:
        """Anything that can be asked for, by anybody, for the area that acts or any other."""
        pick = self.random
        round_ = self._open_round
        assert round_ is not None
        area = pick.randint(1, len(round_.areas))
        if round_.turn is not None and pick.random() < 0.6:
            area = round_.turn[0] + 1
        elif round_.rescuable is not None and pick.random() < 0.6:
            area = round_.rescuable[0] + 1
        player = pick.choice((None, f"P{area}", "A", "B"))
        amount = self.table.chip * pick.randint(1, 60) + pick.choice((0, 0, 0, self.table.chip // 2))
        kinds = RULEBOOKS[self.table.game].wager_kinds
        return pick.choice(
            (
                Decision(area=area, action=pick.choice(ACTIONS), player=player),
                Decision(area=area, action=pick.choice(("surrender", "rescue", "even_money")), player=player),
                Decision(area=area, action="double", player=player, amount=amount),
                Insure(area=area, amount=amount, player=player, for_=pick.choice((None, player))),
                Follow(area=area, player=player or "A", amount=pick.choice((None, amount))),
                Wager(area=area, kind=pick.choice(kinds), amount=amount, player=player),
                WagerWithdrawn(area=area, kind=pick.choice(kinds), player=player),
                pick.choice((ButtonPressed(player=player), MultiplierDrawn(value=pick.choice((2, 7))))),
                pick.choice((Seat(area=area, player=player or "A"), SeatLeft(area=area), OffersClosed())),
            )
        )

    def _error(self) -> AnyEvent:
        chance = self.random.random()
        if chance < 0.005:
            return RoundVoid(reason="a ruling", authority="pit_supervisor")
        if chance < 0.01:
            return CardDrawn(card=self.random.choice(ALL_CARDS))
        if chance < 0.1 and len(self.shoe) > FEWEST_CARDS // 2:
            return CardDrawn(card=self.shoe.pop())
        if chance < 0.12:
            return Irregularity(kind=self.random.choice(VOIDS), authority="pit_supervisor")
        while True:
            event = self._irregularity(self.random.choice(KINDS))
            if missing_field(event, self.table.game) is None:
                return event

    def _irregularity(self, kind: str) -> Irregularity:
        pick = self.random
        state = self.state
        assert isinstance(state, State)
        assert state.round is not None
        wagered = [number for number, area in enumerate(state.round.areas, start=1) if area.mains]
        players = [bet.player for area in state.round.areas for bet in area.mains] or ["nobody"]
        last = (*(draw.card for draw in state.round.draws), *(kept.card for kept in state.kept))
        turn = state.round.turn
        fields: dict[str, Any] = {"area": pick.choice(wagered or [1])}
        if kind in ("card_refused", "player_absent") and turn is not None and pick.random() < 0.8:
            fields["area"] = turn[0] + 1
        if pick.random() < 0.4 or kind == "withdraw":
            fields["player"] = pick.choice(players)
        if kind in ("misdeal", "hand_skipped", "area_short", "dealer_not_dealt") or pick.random() < 0.2:
            fields["reconstructable"] = pick.choice((None, True, True, False))
        fields["option"] = pick.choice((None, "act", "withdraw"))
        if last and pick.random() < 0.5:
            fields["layout"] = self._layout(state, state.round)
        if kind == "empty_area_dealt":
            fields["cards"] = tuple(pick.sample(last, min(len(last), pick.choice((1, 1, 2)))))
        if kind == "simultaneous_draw":
            cards = last[-pick.choice((2, 2, 3)) :]
            fields["cards"] = cards
            fields["disclosed"] = tuple(pick.sample(cards, pick.randint(0, min(2, len(cards)))))
            fields["chosen"] = tuple(pick.sample(cards, pick.randint(0, len(cards)))) if pick.random() < 0.8 else None
        if kind == "discard":
            fields["card"] = pick.choice([kept.card for kept in state.kept] or ["AS"])
        if kind == "late_insurance":
            fields["amount"] = self.table.chip * pick.randint(1, 50)
        return Irregularity(kind=kind, authority=pick.choice(AUTHORITIES), decision="so be it", **fields)

    def _layout(self, state: State, round_: Round) -> Layout:
        """Where the cards lie, with up to two of them somewhere else."""
        pick = self.random
        areas = {
            number: [list(hand.cards) for hand in area.hands]
            for number, area in enumerate(round_.areas, start=1)
            if area.hands
        }
        dealer = list(round_.dealer)
        removed: list[str] = []
        if pick.random() < 0.3:  # also what waits or lies beside the game
            beside = [*(kept.card for kept in state.kept), *round_.removed, *state.shoe.burned]
            removed.extend(pick.sample(beside, min(1, len(beside))))
        places = [*(hand for hands in areas.values() for hand in hands), dealer, removed]
        for _ in range(pick.choice((0, 1, 1, 2))):
            source, target = pick.choice(places), pick.choice(places)
            if source:
                target.append(source.pop())
        return Layout(
            areas={
                str(number): tuple(hands[0]) if len(hands) == 1 else tuple(tuple(hand) for hand in hands)
                for number, hands in areas.items()
            },
            dealer=tuple(dealer),
            removed=tuple(removed),
        )
