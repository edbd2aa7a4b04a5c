"""Any table, any order of events: what holds of poker always.

Chips are conserved to the cent with the Rake; nobody wins from a Pot he did not pay into; a refused request changes
nothing; what `legal_moves` offers is accepted, and following it ends every round; no Hole Card that was not shown is in
anything that comes out; the state survives its JSON.
"""

import json
from typing import Any, Final

from hypothesis import settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from pydantic import TypeAdapter

from controller.core.cards import ALL_CARDS
from controller.core.effects import Effect, Rejected, RoundEnded, RulingGiven
from controller.core.events import EVENT_TYPES
from controller.core.outcomes import PokerOutcome, to_json_object
from controller.games.moves import LegalMove
from controller.games.poker.cards import BIT
from controller.games.poker.engine import new_table, step
from controller.games.poker.legal_moves import legal_moves
from controller.games.poker.state import BOARD_SIZE, State, hole_cards
from controller.games.reading import read_event
from tests.games.poker.script import poker_table

CHIP: Final = 100
STATE: Final = TypeAdapter(State)

KINDS: Final = (
    "foreign_card", "hole_cards_exposed", "wrong_hole_count", "hand_left_out", "extra_hand", "face_up_card",
    "first_burn_missed", "burn_missed", "flop_exposed", "too_many_community", "community_exposed", "hole_exposed",
    "power_failure", "other", "no_such_kind",
)  # fmt: skip

seats = strategies.integers(0, 10)
amounts = strategies.integers(-1, 60).map(lambda chips: chips * CHIP)


class PokerMachine(RuleBasedStateMachine):
    """One table from the first seat to whatever comes."""

    @initialize(
        count=strategies.integers(2, 9),
        dealing=strategies.sampled_from(["shoe", "shuffler"]),
        percent=strategies.sampled_from(["0", "2.5", "5"]),
        cap=strategies.sampled_from([None, 0, 250, 1500]),
        data=strategies.data(),
    )
    def open_table(self, count: int, dealing: str, percent: str, cap: int | None, data: strategies.DataObject) -> None:
        """Between two and nine seats, some of them with less than a blind."""
        rake = {"percent": percent} | ({} if cap is None else {"cap": cap})
        self.state = new_table(poker_table(dealing=dealing, rake=rake))
        self.chips = 0
        self.exposed = False
        self.ended = 0
        for seat in range(1, count + 1):
            stack = data.draw(strategies.integers(1, 60)) * CHIP
            self.do({"type": "join", "seat": seat, "player": f"P{seat}", "stack": stack})

    @rule(data=strategies.data())
    def follow(self, data: strategies.DataObject) -> None:
        """One of the moves that are said to be legal."""
        moves = legal_moves(self.state)
        assert moves, "no way on"
        move = data.draw(strategies.sampled_from(moves))
        self.accepted(self.event_of(move, data))

    @rule(data=strategies.data())
    def follow_the_hand(self, data: strategies.DataObject) -> None:
        """The same, but the round goes on: nobody leaves, nobody folds without need."""
        moves = [move for move in legal_moves(self.state) if move.type not in {"leave", "away", "join"}]
        kept = [move for move in moves if ("action", "fold") not in move.fields] or moves or legal_moves(self.state)
        self.accepted(self.event_of(data.draw(strategies.sampled_from(kept)), data))

    @rule(
        type=strategies.sampled_from(EVENT_TYPES),
        seat=seats,
        amount=amounts,
        action=strategies.sampled_from(["fold", "check", "bet", "call", "raise", "all_in"]),
        data=strategies.data(),
    )
    def anything(self, type: str, seat: int, amount: int, action: str, data: strategies.DataObject) -> None:
        """Any event of poker with any fields: it is done or refused, and refused it changes nothing."""
        fields: dict[str, dict[str, Any]] = {
            "join": {"seat": seat, "player": "Q", "stack": amount},
            "leave": {"seat": seat},
            "stack.add": {"seat": seat, "amount": amount},
            "away": {"seat": seat},
            "back": {"seat": seat},
            "blinds.open": {"button": seat},
            "card": {"card": self.unseen(data, 1)[0]},
            "set": {"cards": self.unseen(data, 2)},
            "reveal": {"cards": self.unseen(data, 3)},
            "action": {"seat": seat, "action": action, "amount": amount},
            "showdown": {},
            "show": {"seat": seat, "cards": self.unseen(data, 2)},
            "muck": {"seat": seat},
            "button.pressed": {},
            "shoe.new": {},
        }
        if type in fields:
            self.do({"type": type, **fields[type]})

    @precondition(lambda self: self.state.hand is not None)
    @rule(
        kind=strategies.sampled_from(KINDS),
        seat=seats,
        looked=strategies.booleans(),
        reconstructable=strategies.booleans(),
        street=strategies.sampled_from(["flop", "turn", "river"]),
    )
    def report(self, kind: str, seat: int, looked: bool, reconstructable: bool, street: str) -> None:
        """Any irregularity at any time."""
        self.do(
            {
                "type": "irregularity",
                "kind": kind,
                "seat": seat,
                "seats": [seat],
                "looked": looked,
                "reconstructable": reconstructable,
                "street": street,
                "decision": "as decided",
                "authority": "shift_manager",
            }
        )

    @invariant()
    def state_survives_its_json(self) -> None:
        """A snapshot gives the same state back."""
        assert STATE.validate_json(STATE.dump_json(self.state, by_alias=True)) == self.state

    @invariant()
    def chips_are_conserved(self) -> None:
        """What lies on the table is what was brought, less what was taken away and the Rake."""
        hand = self.state.hand
        seated = sum(seat.stack for seat in self.state.seats if seat is not None)
        assert seated == self.chips
        if hand is not None:
            rows = zip(hand.brought, hand.betting.stacks, hand.betting.bets, hand.dead, strict=True)
            assert all(0 <= stack <= stack + bet + dead <= brought for brought, stack, bet, dead in rows)

    def teardown(self) -> None:
        """Every phase has a way out: the first card, check, call or show that is offered ends the round."""
        if not hasattr(self, "state"):
            return
        for _ in range(400):
            if self.state.hand is None:
                return
            moves = legal_moves(self.state)
            assert moves, "no way out"
            wanted = [move for move in moves if ("action", "check") in move.fields or ("action", "call") in move.fields]
            self.accepted(self.event_of((wanted or moves)[-1], None))
        raise AssertionError("the round has no end")

    def accepted(self, event: dict[str, Any]) -> None:
        """Does what was said to be legal."""
        effects = self.do(event)
        assert not [effect for effect in effects if isinstance(effect, Rejected)], (event, effects)

    def do(self, event: dict[str, Any]) -> list[Effect]:
        """One step, and everything that must hold of it."""
        before = self.state
        self.state, effects = step(before, read_event(json.dumps(event), game="poker"))
        for effect in effects:
            if isinstance(effect, Rejected):
                assert self.state is before
            elif isinstance(effect, RulingGiven):
                self.exposed |= effect.rule in {"5.13", "5.12.3"}
            elif isinstance(effect, RoundEnded):
                assert isinstance(effect.outcome, PokerOutcome)
                self.check_outcome(effect.outcome)
        if not (effects and isinstance(effects[0], Rejected)):
            self.count_chips(before, event)
        if "blinds.open" in event["type"]:
            self.exposed = False
        self.check_secrets(before, effects)
        return effects

    def count_chips(self, before: State, event: dict[str, Any]) -> None:
        """What was brought to the table or taken from it."""
        if event["type"] == "join":
            self.chips += event["stack"]
        elif event["type"] == "stack.add":
            self.chips += event["amount"]
        elif event["type"] == "leave":
            seat = before.seats[event["seat"] - 1]
            assert seat is not None
            self.chips -= seat.stack

    def check_outcome(self, outcome: PokerOutcome) -> None:
        """Every cent of the round, and that nobody wins more from another than he put in himself."""
        self.ended += 1
        self.chips -= outcome.rake
        put = {line.seat: line.put for line in outcome.ledger}
        assert sum(line.net for line in outcome.ledger) == -outcome.rake
        assert sum(pot.amount for pot in outcome.pots) == sum(put.values())
        assert outcome.rake == sum(pot.rake for pot in outcome.pots)
        for pot in outcome.pots:
            assert sum(pot.winners.values()) + pot.rake == pot.amount
            assert {int(seat) for seat in pot.winners} <= set(pot.eligible)
            assert all(amount % CHIP == 0 for amount in pot.winners.values())
        for line in outcome.ledger:
            assert line.net == line.won - line.put
            assert not (line.won and line.result not in {"win", "split"})
            if not self.exposed and len(outcome.pots) > 1:
                assert line.won <= sum(min(other, line.put) for other in put.values()) + 9 * 500

    def check_secrets(self, before: State, effects: list[Effect]) -> None:
        """No face of a Hole Card that nobody has seen is in what came out."""
        shown = set(self.state.hand.shown) if self.state.hand is not None else set()
        hand = before.hand
        if hand is None or "" in hand.deal.holes or not hand.deal.holes:
            return
        text = " ".join(json.dumps(to_json_object(effect)) for effect in effects)
        ended = [effect.outcome for effect in effects if isinstance(effect, RoundEnded)]
        for outcome in ended:
            assert isinstance(outcome, PokerOutcome)
            shown |= {hand.order.index(line.seat) for line in outcome.ledger if line.hole != ("??", "??")}
        if len(hand.deal.holes) < 2 * len(hand.order):
            return
        for position in set(range(len(hand.order))) - shown - set(hand.shown):
            for card in hole_cards(self.state.settings, hand, position):
                assert card == "??" or card not in text

    def unseen(self, data: strategies.DataObject | None, count: int) -> list[str]:
        """Cards that are not out yet; without `data` the first ones."""
        seen = self.state.hand.deal.seen if self.state.hand is not None else 0
        left = [card for card in ALL_CARDS if not seen & BIT[card]]
        if data is None:
            return left[:count]
        return data.draw(strategies.lists(strategies.sampled_from(left), min_size=count, max_size=count, unique=True))

    def event_of(self, move: LegalMove, data: strategies.DataObject | None) -> dict[str, Any]:
        """An event that the move allows."""
        event: dict[str, Any] = {"type": move.type, **dict(move.fields)}
        hand = self.state.hand
        if move.amounts is not None:
            least, most = (amount // CHIP for amount in move.amounts)
            chips = data.draw(strategies.integers(least, most)) if data is not None else least
            event["stack" if move.type == "join" else "amount"] = chips * CHIP
        elif move.type in {"join", "stack.add"}:
            event["stack" if move.type == "join" else "amount"] = 2000
        if move.type == "join":
            event["player"] = "Q"
        elif move.type == "card":
            event["card"] = self.unseen(data, 1)[0]
        elif move.type == "set":
            unknown = data is not None and data.draw(strategies.booleans())
            size = 5 if move.clause == "3.10.1" else 2
            event["cards"] = ["??"] * size if unknown else self.unseen(data, size)
        elif move.type == "reveal":
            assert hand is not None
            street = hand.betting.street + 1
            event["cards"] = self.unseen(data, BOARD_SIZE[street] - BOARD_SIZE[street - 1])
        elif move.type == "show":
            assert hand is not None
            if "??" in hole_cards(self.state.settings, hand, hand.order.index(event["seat"])):
                event["cards"] = self.unseen(data, 2)
        return event


PokerMachine.TestCase.settings = settings(max_examples=100, stateful_step_count=60, deadline=None, derandomize=True)
TestPoker = PokerMachine.TestCase
