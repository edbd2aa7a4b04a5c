"""A table at which anything is called at any time: errors with layouts at random, wrong turns, buttons, new shoes.

Between moves that are legal comes, one time in eight, something that mostly is not.
"""

from collections.abc import Iterator
from typing import Any, Final

from controller.core.events import AnyEvent
from controller.core.outcomes import dumps
from controller.core.tables import TwentyOneTable
from controller.games.moves import LegalMove
from controller.games.reading import read_event
from controller.games.twenty_one.state import Round, State
from controller.odds.random_player import RandomPlayer

RESTLESS: Final = 1 / 8
"""How often something unruly comes."""

COMMON: Final = "AKQ578"
"""Only these lie in the shoe, so that naturals, pairs and sevens are common."""

LAID_OUT: Final = (
    "misdeal", "dealer_not_dealt", "area_short", "area_not_dealt", "empty_area_dealt", "hand_skipped", "burn_missed",
)  # fmt: skip
OTHERS: Final = (
    "face_up_card", "card_refused", "insufficient_cards", "cut_card_missed", "player_absent", "simultaneous_draw",
    "withdraw", "discard", "late_insurance", "power_failure", "other",
)  # fmt: skip
ACTIONS: Final = ("hit", "stand", "double", "split", "surrender", "even_money", "free_double", "free_split", "rescue")
RANKS: Final = ("dealer", "pit_supervisor", "pit_manager", "shift_manager")


class Unruly(RandomPlayer):
    """A random player among people who call at random; cards come that nobody asked for, or that the shoe misses."""

    def __init__(self, table: TwentyOneTable, seed: int) -> None:
        super().__init__(table, seed)
        self.unread: list[str] = []
        """The faces of the cards that wait for them."""

    def round(self) -> Iterator[AnyEvent]:
        """One round, event by event; the caller plays each."""
        if len(self.shoe) < 80:
            yield self._read(type="shoe.new")
            self.unread.clear()
            self._shuffle()
            self.shoe = [card for card in self.shoe if card[0] in COMMON]
        yield self._read(type="bets.open")
        while self._round is not None:
            if self.unread and self.random.random() < 0.5:
                yield self._face()
            elif self.random.random() < RESTLESS:
                yield self._anything(self._round)
            else:
                yield next(self._next())  # a press and its multiplier are two steps here

    @property
    def _round(self) -> Round | None:
        assert isinstance(self.state, State)
        return self.state.round

    def _read(self, **fields: Any) -> AnyEvent:
        return read_event(dumps(fields), game=self.table.game)

    def _face(self) -> AnyEvent:
        return self._read(type="card.read", card=self.unread.pop(0))

    def _event(self, move: LegalMove) -> AnyEvent:
        return self._face() if move.type == "card.read" else super()._event(move)

    def _anything(self, round_: Round) -> AnyEvent:
        area = self.random.randint(1, len(round_.areas))
        chosen: list[dict[str, Any]] = [
            {"type": "decision", "area": area, "action": self.random.choice(ACTIONS)},
            {"type": "follow", "area": area, "player": self._player(area)},
            {"type": "insure", "area": area, "amount": 500},
            {"type": "seat", "area": area, "player": self._player(area)},
            {"type": "seat.left", "area": area},
            {"type": "button.pressed"},
            {"type": "multiplier.drawn", "value": 5},
            {"type": "offers.closed"},
            {"type": "shoe.new"},
        ]
        if self.random.random() < 0.5:
            return self._read(**self.random.choice(chosen))
        if self.random.random() < 0.2:
            return self._astray()
        return self._irregularity(round_, area)

    def _astray(self) -> AnyEvent:
        """A card that nobody asked for, or one whose face the shoe could not read."""
        card = self.shoe.pop()
        if self.unread or self.random.random() < 0.5:
            self.unread.append(card)
            return self._read(type="card", card="??")
        return self._read(type="card", card=card)

    def _irregularity(self, round_: Round, area: int) -> AnyEvent:
        assert isinstance(self.state, State)
        rank = self.random.choice(RANKS)
        fields = {"type": "irregularity", "area": area, "player": self._player(area), "authority": rank}
        given = [draw.card for draw in round_.draws] + [one.card for one in self.state.kept]
        if self.random.random() < 0.7:
            fields |= {"kind": self.random.choice(LAID_OUT), "reconstructable": self.random.random() < 0.7}
            fields |= {"option": self.random.choice(("act", "withdraw")), "cards": given[-1:]}
            fields["since"] = self.random.choice((None, "deal", "interim", "subsequent"))
            if self.random.random() < 0.7:
                fields["layout"] = self._layout(round_)
            return self._read(**fields)
        last = given[-2:]
        fields |= {"kind": self.random.choice(OTHERS), "cards": last, "disclosed": last[:1], "chosen": last[-1:]}
        return self._read(**fields, card=(given or ["AS"])[-1], amount=100, decision="as it lies")

    def _layout(self, round_: Round) -> dict[str, Any]:
        """The cards of the round, mostly as many on each hand as before, in any order."""
        cards = [card for area in round_.areas for hand in area.hands for card in hand.cards] + list(round_.dealer)
        if self.random.random() < 0.5:
            self.random.shuffle(cards)

        def take(about: int) -> list[str]:
            count = max(0, about + self.random.choice((0, 0, 0, -1, 1)))
            taken, cards[:count] = cards[:count], []
            return taken

        areas: dict[str, Any] = {}
        for number, area in enumerate(round_.areas, start=1):
            hands = [take(len(hand.cards)) for hand in area.hands]
            if hands:
                areas[str(number)] = hands if len(hands) > 1 else hands[0]
        return {"areas": areas, "dealer": take(len(round_.dealer)), "removed": cards}

    def _player(self, area: int) -> str:
        return self.random.choice((f"P{area}", "A", "B"))
