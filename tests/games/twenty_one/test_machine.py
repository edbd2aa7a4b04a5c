"""A stateful machine for each twenty-one game: whatever is called in whatever order, some things always hold.

Cards are conserved, money is conserved, a refused request changes nothing, every phase has a way out, the state is the
same after a snapshot, and replay gives the same bytes.
"""

from collections import Counter
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from pydantic import TypeAdapter

from controller.core.cards import ALL_CARDS, UNKNOWN
from controller.core.effects import AlertRaised, Effect, Rejected, RoundEnded
from controller.core.events import (
    AnyEvent,
    BetsOpen,
    ButtonPressed,
    CardDrawn,
    CardRead,
    CutCard,
    Decision,
    Follow,
    Insure,
    Irregularity,
    MultiplierDrawn,
    OffersClosed,
    RoundVoid,
    Seat,
    SeatLeft,
    ShoeNew,
    Wager,
    WagerWithdrawn,
)  # fmt: skip
from controller.core.outcomes import TwentyOneOutcome, dumps, to_json_object
from controller.core.tables import TwentyOneTable
from controller.games import legal_moves, new_table, step
from controller.games.twenty_one.state import State
from controller.odds.random_player import RandomPlayer
from tests.games.rulebooks import RULEBOOKS

SNAPSHOT: TypeAdapter[State] = TypeAdapter(State)
PLAYERS = ("P1", "P2", "A", "B")
KINDS = ("main", "main", "main", "pair", "pandemonium", "busted", "pot_of_gold", "under13", "over13", "nothing")
ACTIONS = ("hit", "stand", "double", "split", "surrender", "even_money", "free_double", "free_split", "rescue")
IRREGULARITIES = (
    "misdeal", "face_up_card", "card_refused", "dealer_not_dealt", "area_short", "area_not_dealt", "empty_area_dealt",
    "hand_skipped", "insufficient_cards", "cut_card_missed", "burn_missed", "player_absent", "withdraw", "discard",
    "late_insurance", "power_failure", "other", "missing_card", "nonsense",
)  # fmt: skip
AUTHORITIES = ("dealer", "pit_supervisor", "pit_manager", "shift_manager", "technician")
FEW_RANKS = tuple(card for card in ALL_CARDS if card[0] in "A78TKQ2")
"""Cards that make pairs, naturals and sevens often."""


def on_table(state: State) -> Counter[str]:
    """Every card that is on the table, kept or taken out of play in this round."""
    cards = Counter(kept.card for kept in state.kept)
    if state.round is not None:
        cards += Counter(state.round.dealer) + Counter(state.round.removed)
        cards += Counter(card for area in state.round.areas for hand in area.hands for card in hand.cards)
    return cards


class TableMachine(RuleBasedStateMachine):
    """One table under arbitrary events."""

    game = "pontoon"

    @initialize(
        areas=st.integers(5, 7), burn=st.booleans(), policy=st.sampled_from(("reject", "settle")), limits=st.booleans()
    )
    def open(self, areas: int, burn: bool, policy: Any, limits: bool) -> None:
        """A table of two to eight decks, with or without limits."""
        bounds = {"main": (500, 5000), "pair": (200, 1000)} if limits else {}
        self.table = TwentyOneTable(game=self.game, areas=areas, burn=burn, limits_policy=policy, limits=bounds)
        self.state = cast(State, new_table(self.table))
        self.events: list[AnyEvent] = []
        self.outcomes: list[str] = []
        self.player = RandomPlayer(self.table, seed=1)
        self.out = 0

    def do(self, event: AnyEvent) -> list[Effect]:
        """One event, with what must hold of every single step."""
        before = self.state
        after, effects = step(before, event)
        self.state = cast(State, after)
        self.events.append(event)
        if any(isinstance(effect, Rejected) for effect in effects):
            assert self.state is before, "a refused request changes nothing"
            assert len(effects) == 1
        else:
            self._check_count(before, event)
            self._check_cards(before, event, effects)
        for effect in effects:
            if isinstance(effect, RoundEnded):
                self._check_money(before, effect.outcome)
                self.outcomes.append(dumps(to_json_object(effect.outcome)))
        return effects

    def _check_count(self, before: State, event: AnyEvent) -> None:
        """A card that left the shoe is counted, or waits until a face is read."""
        found = self.state.shoe.out + len(self.state.waiting)
        if isinstance(event, ShoeNew):
            self.out = found
        elif isinstance(event, Irregularity) and event.kind == "discard" and event.card == UNKNOWN:
            self.out -= 1  # perhaps there was none
        self.out += isinstance(event, CardDrawn)
        assert found == self.out, "no card is lost, none is counted twice"
        if before.round is not None and self.state.round is None:
            assert all(one.place is None for one in self.state.waiting), (
                "no card stays at a place of a round that is over"
            )

    def _check_cards(self, before: State, event: AnyEvent, effects: list[Effect]) -> None:
        codes = {effect.code for effect in effects if isinstance(effect, AlertRaised)}
        if any(isinstance(effect, RoundEnded) for effect in effects) or isinstance(event, ShoeNew | BetsOpen):
            return
        if before.waiting or self.state.waiting or isinstance(event, CardRead):
            return
        gone = codes & {"foreign_card", "extra_card", "card_unreadable", "dealer_overdraw"}
        more = on_table(self.state) - on_table(before)
        less = on_table(before) - on_table(self.state)
        if isinstance(event, CardDrawn) and not before.shoe.burn_due and not gone:
            assert more == Counter([event.card]), "a card drawn lies on the table"
            assert not less
        elif isinstance(event, Irregularity) and event.kind == "discard" and before.round is None:
            assert sum(less.values()) <= 1
        elif not gone:
            assert more == less == Counter(), "no card comes or goes by itself"

    def _check_money(self, before: State, outcome: Any) -> None:
        assert isinstance(outcome, TwentyOneOutcome)
        assert outcome.net == sum(line.net for line in outcome.ledger), "the ledger is all there is"
        for line in outcome.ledger:
            assert line.net >= -line.stake, "nobody loses more than he staked"
            if line.result in {"returned", "void", "stand_off"}:
                assert line.net == 0
            if line.result == "win":
                assert line.net > 0
            if outcome.status == "settled":
                assert line.rules, "every line cites the rule that decided it"
        if outcome.status == "void":
            assert all(line.result == "void" for line in outcome.ledger)
        staked = sum(bet.original for area in before.round.areas for bet in area.mains) if before.round else 0
        first = sum(line.stake for line in outcome.ledger if line.kind == "main")
        assert first >= staked or not before.round, "no main wager is forgotten"

    @precondition(lambda self: hasattr(self, "state"))
    @rule(data=st.data())
    def legal(self, data: st.DataObject) -> None:
        """What the engine lists as legal is not refused."""
        moves = legal_moves(self.state)
        assert moves, "every phase has a way out"
        move = data.draw(st.sampled_from(moves), label="move")
        if move.type in ("card", "card.read", "button.pressed", "multiplier.drawn", "reveal"):
            return
        event = self.player._event(move)
        if isinstance(event, Wager):  # listed for the area's own player: another may have withdrawn from the round
            event = replace(event, player=None)
        assert not any(isinstance(effect, Rejected) for effect in self.do(event)), f"{move} was listed as legal"

    @rule(card=st.sampled_from(FEW_RANKS), hidden=st.integers(0, 9))
    def card(self, card: str, hidden: int) -> None:
        """A card leaves the shoe, sometimes face down."""
        self.do(CardDrawn(card=card, face_down=hidden == 0))

    @rule(card=st.sampled_from(FEW_RANKS), is_read=st.booleans())
    def unread(self, card: str, is_read: bool) -> None:
        """A card whose face the shoe could not read, or the face of one; at last one nobody finds is discarded."""
        if is_read:
            self.do(CardRead(card=card))
        elif len(self.state.waiting) < 4:
            self.do(CardDrawn(card=UNKNOWN))
        else:
            self.do(Irregularity(kind="discard", card=UNKNOWN, authority="pit_supervisor"))

    @rule(
        area=st.integers(0, 8),
        kind=st.sampled_from(KINDS),
        amount=st.sampled_from((100, 500, 1000, 9900, 55, 10000)),
        player=st.sampled_from(PLAYERS),
    )
    def wager(self, area: int, kind: str, amount: int, player: str) -> None:
        """Any wager."""
        self.do(Wager(area=area, kind=kind, amount=amount, player=player))

    @rule(area=st.integers(1, 7), action=st.sampled_from(ACTIONS), player=st.sampled_from((None, *PLAYERS)))
    def decision(self, area: int, action: Any, player: str | None) -> None:
        """Any decision."""
        self.do(Decision(area=area, action=action, player=player))

    @rule(area=st.integers(1, 7), player=st.sampled_from(PLAYERS), amount=st.sampled_from((None, 500, 1000)))
    def follow(self, area: int, player: str, amount: int | None) -> None:
        """Any following."""
        self.do(Follow(area=area, player=player, amount=amount))

    @rule(area=st.integers(1, 7), player=st.sampled_from((None, *PLAYERS)), insured=st.sampled_from((None, *PLAYERS)))
    def insure(self, area: int, player: str | None, insured: str | None) -> None:
        """Any insurance."""
        self.do(Insure(area=area, amount=200, player=player, for_=insured))

    @rule(value=st.sampled_from((2, 7, 100)), press=st.booleans())
    def button(self, value: int, press: bool) -> None:
        """A press, or a multiplier."""
        self.do(ButtonPressed(player="A") if press else MultiplierDrawn(value=value))

    @rule(which=st.sampled_from(("seat", "left", "offers", "cut", "shoe", "withdrawn", "void")), area=st.integers(1, 6))
    def others(self, which: str, area: int) -> None:
        """Everything else that has no choice in it."""
        events: dict[str, AnyEvent] = {
                "seat": Seat(area=area, player="A"), "left": SeatLeft(area=area), "offers": OffersClosed(),
                "cut": CutCard(), "shoe": ShoeNew(), "withdrawn": WagerWithdrawn(area=area, kind="main", player="A"),
                "void": RoundVoid(reason="test", authority="dealer" if area > 1 else "pit_supervisor"),
        }  # fmt: skip
        self.do(events[which])

    @rule(kind=st.sampled_from(IRREGULARITIES), area=st.integers(1, 7), authority=st.sampled_from(AUTHORITIES),
          flag=st.booleans(), player=st.sampled_from(PLAYERS), card=st.sampled_from(FEW_RANKS))  # fmt: skip
    def irregularity(self, kind: str, area: int, authority: Any, flag: bool, player: str, card: str) -> None:
        """Any irregularity without a layout."""
        self.do(
            Irregularity(
                kind=kind, area=area, authority=authority, reconstructable=flag, option="act" if flag else "withdraw",
                player=player, card=card, cards=(card,), amount=100, decision="so be it",
            )
        )  # fmt: skip

    @rule(disclosed=st.integers(0, 2), chosen=st.integers(0, 2), authority=st.sampled_from(AUTHORITIES))
    def simultaneous(self, disclosed: int, chosen: int, authority: Any) -> None:
        """The last two cards turn out to have come at once."""
        if self.state.round is None:
            return
        last = (*(draw.card for draw in self.state.round.draws), *(kept.card for kept in self.state.kept))[-2:]
        self.do(
            Irregularity(
                kind="simultaneous_draw", cards=last, disclosed=last[:disclosed], chosen=last[:chosen],
                authority=authority,
            )
        )  # fmt: skip

    @invariant()
    def snapshot(self) -> None:
        """The state is the same after it was written and read."""
        if hasattr(self, "state"):
            assert SNAPSHOT.validate_json(SNAPSHOT.dump_json(self.state, by_alias=True)) == self.state

    def teardown(self) -> None:
        """Replay gives the same bytes, and the open round can be ended."""
        if not hasattr(self, "state"):
            return
        state, outcomes = new_table(self.table), []
        for event in self.events:
            state, effects = step(state, event)
            outcomes += [dumps(to_json_object(one.outcome)) for one in effects if isinstance(one, RoundEnded)]
        assert outcomes == self.outcomes
        assert state == self.state
        if self.state.round is not None:
            self.do(RoundVoid(reason="the test is over", authority="shift_manager"))
        assert self.state.round is None


@pytest.mark.parametrize("game", RULEBOOKS)
def test_what_always_holds(game: str) -> None:
    """No order of facts, requests and irregularities breaks what must hold of the table."""
    machine = type(f"Machine_{game}", (TableMachine,), {"game": game})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=60, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
