"""A seeded generator of well-formed scripts. It drives itself by the oracle, so that it knows what is expected next."""

from __future__ import annotations

from typing import Any

from tests.oracle.cards import is_ten, points
from tests.oracle.dealing import DECKS, PLAYERS, THEMES, UP_CARDS, Dealing, Event
from tests.oracle.model import Area, Hand, Round
from tests.oracle.twenty_one import ACTIONS, KINDS, MULTIPLIERS


class Generator(Dealing):
    """What is said of a round, from seats and wagers to the last decision."""

    def play(self, rounds: int) -> list[Event]:
        guard = 0
        if self.first_shoe_said or self.chance(0.5):
            self.emit({"type": "shoe.new"})
        while self.table.rounds < rounds or self.table.round is not None:
            guard += 1
            assert guard < 5000 * rounds, "the generator does not come to an end"
            awaited = self.table.awaits()
            getattr(self, "at_" + awaited["kind"])(awaited)
        return self.lines

    def at_idle(self, _awaited: dict[str, Any]) -> None:
        faulty = any(n > self.table.decks for n in self.table.out.values())
        if len(self.shoe) < 60 * (1 if self.table.decks > 1 else 0) + 26 or self.chance(0.05) or faulty:
            event: Event = {"type": "shoe.new"}
            if self.chance(0.1):
                event["decks"] = self.random.randint(*DECKS[self.game])
            self.emit(event)
            self.new_shoe()
        while self.chance(0.15):
            self.seat()
        if self.chance(0.03):
            self.card()
        if self.chance(0.03):
            self.nonsense()
        if self.chance(0.02):
            self.emit({"type": "cut_card"})
        if not self.emit({"type": "bets.open"}):
            return
        self.theme = self.random.choice(THEMES)
        self.up_card = self.random.choice(UP_CARDS)
        if self.theme == "naturals" and not self.pontoon and self.chance(0.6):
            self.up_card = self.random.choice(("A", "TJQK"))
        elif self.theme == "sevens" and self.chance(0.5):
            self.up_card = "7"
        self.dealer_natural = self.chance(0.3)
        self.squeeze = self.game == "blackjack" and not self.clear and self.chance(0.15)

    def seat(self) -> None:
        number = self.random.randint(1, self.table.areas)
        if number in self.table.seats and self.chance(0.4):
            self.emit({"type": "seat.left", "area": number})
        else:
            self.emit({"type": "seat", "area": number, "player": self.player(number)})

    def player(self, area: int) -> str:
        return self.random.choice((f"P{area}", *PLAYERS))

    def at_bets(self, _awaited: dict[str, Any]) -> None:
        if not self.table.round or self.chance(0.004):
            self.emit({"type": "round.void", "reason": "a ruling", "authority": "pit_supervisor"})
            return
        favourites = self.random.sample(range(1, self.table.areas + 1), min(self.table.areas, 3))
        for _ in range(self.random.randint(1, 9)):
            number = self.random.choice(favourites)
            area = self.table.round.areas.get(number)
            bare = area is None or not area.mains
            kind = "main" if self.chance(0.85 if bare else 0.3) else self.random.choice(KINDS[self.game])
            if kind in ("under13", "over13") and self.chance(0.7):
                self.small_side_wager(number, kind)
            else:
                self.wager(number, kind)
        if self.chance(0.15):
            self.withdraw()
        if self.chance(0.02):
            self.card()
        if self.chance(0.02):
            self.nonsense()
        self.emit({"type": "bets.closed"})

    def amount(self, kind: str) -> int:
        chip = self.table.chip
        if self.chance(0.02):
            return self.random.randint(1, 50) * chip + chip // 2
        low, high = self.table.limits.get(kind, [chip, 100 * chip])
        wild = self.random.random()
        if wild < 0.1:
            return max(chip, (low - chip) // chip * chip)
        if wild < 0.2:
            return high + chip * self.random.randint(0, 40)
        if wild < 0.35:
            return max(chip, self.random.choice((900, 1000, 9900, 10000, 20000)) // chip * chip)
        most = max(low // chip, min(high // chip, low // chip + 30))
        return chip * self.random.randint(max(1, low // chip), most)

    def wager(self, number: int, kind: str) -> None:
        event: Event = {"type": "wager", "area": number, "kind": kind, "amount": self.amount(kind)}
        if self.chance(0.7):
            event["player"] = self.player(number)
        if self.chance(0.15):
            event["position"] = self.random.randint(1, 3)
        if self.chance(0.01):
            event["area"] = self.table.areas + 1
        if self.chance(0.01):
            event["kind"] = self.random.choice(("pandemonium", "over13", "busted"))
        self.emit(event)

    def small_side_wager(self, number: int, kind: str) -> None:
        area = self.table.round.areas.get(number) if self.table.round else None
        if area is None or not area.mains:
            return
        main = self.random.choice(area.mains)
        chips = main.amount // self.table.chip
        amount = self.table.chip * self.random.randint(1, max(1, chips))
        self.emit({"type": "wager", "area": number, "kind": kind, "amount": amount, "player": main.player})

    def withdraw(self) -> None:
        assert self.table.round is not None
        found = [
            (area.number, kind, wager.player)
            for area in self.table.round.areas.values()
            for kind, wagers in {"main": area.mains, **area.sides}.items()
            for wager in wagers
        ]
        if found:
            number, kind, player = self.random.choice(found)
            if self.chance(0.1):
                player = "nobody"
            self.emit({"type": "wager.withdrawn", "area": number, "kind": kind, "player": player})

    # ------------------------------------------------------------ the round

    def nonsense(self) -> None:
        """Requests out of place, and stray presses."""
        pick = self.random
        number = pick.randint(1, self.table.areas)
        event: Event = pick.choice(
            (
                {"type": "decision", "area": number, "action": pick.choice(ACTIONS[self.game])},
                {"type": "decision", "area": number, "action": "rescue"},
                {"type": "bets.open"},
                {"type": "bets.closed"},
                {"type": "wager", "area": number, "kind": "main", "amount": self.amount("main")},
                {"type": "wager.withdrawn", "area": number, "kind": "main"},
                {"type": "insure", "area": number, "amount": self.table.chip},
                {"type": "follow", "area": number, "player": self.player(number)},
                {"type": "button.pressed"},
                {"type": "multiplier.drawn", "value": pick.choice((2, 5, 7))},
                {"type": "round.void", "reason": "no authority"},
                {"type": "cut_card"},
            )
        )
        if event["type"] in ("bets.open", "bets.closed") and self.table.awaits()["kind"] in ("idle", "bets"):
            return
        self.emit(event)

    def press(self, awaited: dict[str, Any]) -> None:
        if awaited["press"] == "armed" or self.chance(0.15):
            event: Event = {"type": "button.pressed"}
            if self.chance(0.2):
                event["player"] = self.player(1)
            self.emit(event)
        else:
            value = 7 if self.chance(0.1) else self.random.choice(MULTIPLIERS)
            self.emit({"type": "multiplier.drawn", "value": value})

    def at_nothing(self, awaited: dict[str, Any]) -> None:
        if self.chance(0.05):
            self.card()
        elif self.chance(0.05):
            self.nonsense()
        else:
            self.press(awaited)

    def between(self, awaited: dict[str, Any]) -> bool:
        """Now and then something else than the awaited; True when something was tried."""
        rnd = self.table.round
        assert rnd is not None
        if "press" in awaited and self.chance(0.4):
            self.press(awaited)
        elif rnd.phase != "deal" and not rnd.cards_after_deal and self.chance(0.3):
            self.offers(rnd)
        elif rnd.follow is not None and self.chance(0.5):
            self.follow(rnd)
        elif rnd.rescue is not None and self.chance(0.35):
            area = rnd.areas[rnd.rescue[0]]
            self.decide(area, "rescue", self.random.choice((*(w.player for w in area.mains), "")))
        elif self.chance(0.015):
            self.nonsense()
        elif self.chance(0.001):
            self.emit({"type": "round.void", "reason": "a ruling", "authority": "pit_manager"})
        elif rnd.phase != "deal" and not rnd.cards_after_deal and self.chance(0.03):
            self.seat()
        else:
            return False
        return True

    def at_card(self, awaited: dict[str, Any]) -> None:
        if not self.between(awaited):
            self.card(awaited)

    def decide(self, area: Area, action: str, player: str = "", amount: int | None = None) -> None:
        event: Event = {"type": "decision", "area": area.number, "action": action}
        if player:
            event["player"] = player
        if amount is not None:
            event["amount"] = amount
        self.emit(event)

    def offers(self, rnd: Round) -> None:
        up = rnd.dealer[0][0]
        area = self.random.choice(rnd.dealt())
        main = self.random.choice(area.mains)
        player = main.player if self.chance(0.6) else ""
        what = self.random.random()
        naturals = [a for a in rnd.dealt() if self.table.is_natural(a.hands[0])]
        if naturals and up == "A" and self.chance(0.4):
            area = self.random.choice(naturals)
            main = self.random.choice(area.mains)
            player = main.player if self.chance(0.6) else ""
            what = self.random.choice((what, 0.8))
            if self.chance(0.5):
                self.insure(area, main.player, main.amount)
        if what < 0.35 and (up == "A" or self.chance(0.1)):
            self.insure(area, main.player, main.amount)
        elif what < 0.7 and (self.pontoon or up != "A" or self.chance(0.1)):
            self.decide(area, "surrender", player)
        elif what < 0.9 and not self.pontoon and (up == "A" or self.chance(0.1)):
            if naturals and self.chance(0.9):
                area = self.random.choice(naturals)
                player = self.random.choice(area.mains).player
            self.decide(area, "even_money", player)
        elif what > 0.94 and (up in "AKQJ" or not self.pontoon):
            self.emit({"type": "offers.closed"})

    def insure(self, area: Area, owner: str, original: int) -> None:
        chip = self.table.chip
        half = original // 2 // chip * chip
        amount = half if self.chance(0.5) else chip * self.random.randint(1, max(1, half // chip + 1))
        if self.chance(0.03):
            amount += chip // 2
        event: Event = {"type": "insure", "area": area.number, "amount": max(chip, amount)}
        if self.game != "blackjack" and self.chance(0.3):
            event["for"] = owner
            if self.chance(0.8):
                event["player"] = self.random.choice(("X", *PLAYERS))
        elif self.game == "blackjack" and self.chance(0.05):
            event |= {"for": owner, "player": "X"}
        elif self.chance(0.7):
            event["player"] = owner
        self.emit(event)

    def follow(self, rnd: Round) -> None:
        assert rnd.follow is not None
        area = rnd.areas[rnd.follow.area]
        main = self.random.choice(area.mains)
        event: Event = {"type": "follow", "area": area.number, "player": main.player}
        if self.chance(0.4):
            event["amount"] = main.amount if self.chance(0.6) else self.lesser(main.amount)
        self.emit(event)

    def lesser(self, original: int) -> int:
        chip = self.table.chip
        return chip * self.random.randint(1, original // chip + 1)

    def at_decision(self, awaited: dict[str, Any]) -> None:
        if self.between(awaited):
            return
        if self.chance(0.01):
            self.card()
            return
        rnd = self.table.round
        assert rnd is not None
        area = rnd.areas[awaited["area"]]
        hand = area.hands[awaited["hand"]]
        player = ""
        if self.chance(0.3):
            player = self.table.controller(area) or ""
        elif self.chance(0.04):
            player = self.random.choice(area.mains).player
        action = self.action(hand)
        amount = None
        if action == "double" and self.chance(0.3):
            main = area.main_of(self.table.controller(area))
            amount = self.lesser(main.amount if main else self.table.chip)
        self.decide(area, action, player, amount)

    def action(self, hand: Hand) -> str:
        if self.chance(0.03):
            return self.random.choice([a for a in ACTIONS[self.game] if a != "rescue"])
        if len(hand.cards) == 2:
            if points(hand.cards[0]) == points(hand.cards[1]) and self.chance(0.6):
                free = self.game == "free-bet-blackjack" and not is_ten(hand.cards[0])
                return "free_split" if free else "split"
            if self.game == "free-bet-blackjack" and self.table.allows_free_double(hand) and self.chance(0.5):
                return "free_double"
            if self.chance(0.2):
                return "double"
        if self.theme in ("sevens", "six_seven_eight", "twenty_one") and len(hand.cards) == 2:
            return "hit"
        return "hit" if self.chance(0.85 if hand.total < 15 else 0.25) else "stand"


def generate(game: str, seed: int, rounds: int, clear: bool = True, avoid: frozenset[str] = frozenset()) -> list[Event]:
    """A script of so many rounds, all of them ended.

    `clear`: nothing that hangs on a choice of the oracle's own; otherwise `avoid` names the choices to keep out.
    """
    return Generator(game, seed, clear, avoid).play(rounds)
