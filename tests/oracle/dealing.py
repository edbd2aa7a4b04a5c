"""The cards of a generated script: its table line, its shoe, and which card each round wants, by its theme."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from typing import Any

from tests.oracle.cards import PONTOON_GAMES, RANKS, SUITS, is_ten, points
from tests.oracle.model import Hand, Round
from tests.oracle.twenty_one import KINDS, Table

Event = dict[str, Any]

AREAS = {"pontoon-pandemonium": (5, 7), "pontoon": (5, 8), "free-bet-blackjack": (1, 7), "blackjack": (1, 9)}
DECKS = {"pontoon-pandemonium": (4, 8), "pontoon": (4, 8), "free-bet-blackjack": (1, 8), "blackjack": (4, 8)}
READINGS = {
    "pontoon-pandemonium": {"I4": ("each", "original")},
    "pontoon": {"I4": ("each", "original")},
    "free-bet-blackjack": {"I12": ("final", "void")},
    "blackjack": {"I12": ("final", "void"), "I18": ("lose", "stand_off")},
}
THEMES: tuple[str, ...] = (
    "plain",
    "plain",
    "pairs",
    "pairs",
    "naturals",
    "naturals",
    "sevens",
    "six_seven_eight",
    "small",
    "tens",
    "twenty_one",
)
UP_CARDS = ("", "", "A", "A", "TJQK", "TJQK", "7", "6")
PLAYERS = ("A", "B", "C", "D")


def anything(_card: str) -> bool:
    """Any card will do."""
    return True


class Dealing:
    """A table under way, its shoe and the theme by which cards are chosen."""

    def __init__(self, game: str, seed: int, clear: bool, avoid: frozenset[str]) -> None:
        self.game = game
        self.random = random.Random(f"{game} {seed}")
        self.clear = clear  # nothing that hangs on a reading the oracle had to choose by itself
        self.avoid = avoid  # these only
        self.pontoon = game in PONTOON_GAMES
        self.first_shoe_said = False
        first = self.table_line()
        self.lines: list[Event] = [first]
        self.table = Table(first)
        self.shoe: list[str] = []
        self.new_shoe()
        self.theme = "plain"
        self.up_card = ""
        self.dealer_natural = False
        self.squeeze = False
        self.dropped = 0

    # ------------------------------------------------------------ small helps

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def table_line(self) -> Event:
        pick = self.random
        line: Event = {"type": "table", "game": self.game}
        if self.chance(0.8):
            line["areas"] = pick.randint(*AREAS[self.game])
        if self.chance(0.8):
            line["decks"] = pick.randint(*DECKS[self.game])
        chip = pick.choice((100, 100, 100, 200, 500, 50))
        if chip != 100 or self.chance(0.5):
            line["chip"] = chip
        if self.chance(0.6):
            line["burn"] = self.chance(0.5)
            self.first_shoe_said = self.clear and line["burn"]
        if self.chance(0.6):
            line["limits"] = self.limits(chip)
            if self.chance(0.6):
                line["limits_policy"] = pick.choice(("reject", "settle", "settle"))
        if self.chance(0.6):
            line["readings"] = {name: pick.choice(options) for name, options in READINGS[self.game].items()}
        return line

    def limits(self, chip: int) -> dict[str, list[int]]:
        low = chip * self.random.choice((1, 2, 5, 10))
        limits = {"main": [low, low * self.random.choice((5, 10, 50, 100))]}
        for kind in KINDS[self.game][1:]:
            if self.chance(0.5) and not (self.clear and self.game == "blackjack"):
                least = chip if self.clear and kind == "pandemonium" else chip * self.random.choice((1, 2, 5))
                limits[kind] = [least, least * self.random.choice((5, 20, 100))]
        return limits

    def new_shoe(self) -> None:
        self.shoe = [r + s for r in RANKS[self.game] for s in SUITS] * self.table.decks
        self.random.shuffle(self.shoe)

    def emit(self, event: Event) -> bool:
        """Put the event into the script, unless it would make things unclear; True when the oracle accepts it."""
        if (self.clear or self.avoid) and self.unclear(event) and self.dropped < 30:
            self.dropped += 1
            return False
        self.dropped = 0
        self.lines.append(event)
        return self.table.step(event)

    def unclear(self, event: Event) -> bool:
        outcomes, notes = self.table.outcomes, self.table.notes
        self.table.outcomes, self.table.notes = [], []
        trial: Table = pickle.loads(pickle.dumps(self.table, -1))  # noqa: S301 - its own copy
        self.table.outcomes, self.table.notes = outcomes, notes
        trial.step(event)
        return bool(trial.notes if self.clear else {tag for _, tag in trial.notes} & self.avoid)

    # ------------------------------------------------------------ cards

    def take(self, fits: Callable[[str], bool]) -> str:
        place = next((n for n, card in enumerate(self.shoe) if fits(card)), 0)
        if not self.shoe:  # the next card must be one too many
            return self.random.choice(RANKS[self.game]) + self.random.choice(SUITS)
        return self.shoe.pop(place)

    def card(self, awaited: dict[str, Any] | None = None) -> None:
        if self.pontoon and self.chance(0.002):
            self.emit({"type": "card", "card": "T" + self.random.choice(SUITS)})
            return
        gone = [c for c, n in self.table.out.items() if n == self.table.decks]
        if gone and self.chance(0.004):
            self.emit({"type": "card", "card": self.random.choice(sorted(gone))})
            return
        if self.table.burn_due or awaited is None or self.chance(0.15):
            card = self.take(anything)
        else:
            card = self.take(self.wish(awaited))
        event: Event = {"type": "card", "card": card}
        area = awaited["area"] if awaited else 0
        if self.squeeze and area and not self.table.burn_due:
            event["face_down"] = True
        before = len(self.lines)
        self.emit(event)
        if len(self.lines) == before:
            self.shoe.append(card)
        elif "face_down" in event and self.table.round is not None and self.table.round.phase != "deal":
            self.emit({"type": "reveal", "area": area})

    def wish(self, awaited: dict[str, Any]) -> Callable[[str], bool]:
        """What the next card should be, to make the rare things come often."""
        rnd = self.table.round
        assert rnd is not None
        if awaited["area"] == 0:
            return self.wish_for_dealer(rnd)
        hand = rnd.areas[awaited["area"]].hands[awaited["hand"]]
        return self.wish_for_hand(hand)

    def wish_for_dealer(self, rnd: Round) -> Callable[[str], bool]:
        if not rnd.dealer:
            return lambda c: not self.up_card or c[0] in self.up_card
        if len(rnd.dealer) == 1 and self.dealer_natural:
            return lambda c: points(c) + points(rnd.dealer[0]) == 21
        if self.theme == "small":
            return lambda c: points(c) < 6
        return anything

    def wish_for_hand(self, hand: Hand) -> Callable[[str], bool]:
        cards = hand.cards
        suit = cards[0][1] if cards and self.chance(0.8) else ""
        if self.theme == "naturals" and len(cards) < 2 and (cards or self.chance(0.6)):
            if not cards:
                return lambda c: c[0] in "AJQK"
            return lambda c: points(c) + points(cards[0]) == 21
        if self.theme == "pairs" and len(cards) == 1:
            if is_ten(cards[0]) and self.chance(0.5):
                return is_ten
            return lambda c: c[0] == cards[0][0]
        if self.theme == "sevens" and len(cards) < 3:
            return lambda c: c[0] == "7" and (not suit or c[1] == suit)
        if self.theme == "six_seven_eight" and len(cards) < 3:
            left = set("678") - {c[0] for c in cards}
            return lambda c: c[0] in left and (not suit or c[1] == suit)
        if self.theme == "small":
            return lambda c: points(c) < 5 or c[0] == "A"
        if self.theme == "tens":
            return is_ten
        if self.theme == "twenty_one" and len(cards) > 1:
            missing = 21 - hand.total
            return lambda c: points(c) == missing or (missing == 1 and c[0] == "A")
        return anything
