"""The state of a table and what follows by itself: whose turn it is, which card is wanted, who decides."""

from __future__ import annotations

from typing import Any

from tests.oracle.cards import PONTOON_GAMES, count, natural, points
from tests.oracle.model import Area, Hand, Press, Round, Wager
from tests.oracle.settle import is_short, settle

Event = dict[str, Any]

MOST_AREAS = {"pontoon-pandemonium": 7, "pontoon": 8, "free-bet-blackjack": 7, "blackjack": 7}


class Refused(Exception):  # noqa: N818 - a word of the contract
    """A request that the rules or the contract forbid; nothing has changed."""


class State:
    returned_need_cards = True  # a wager that 5.26 will return still makes the Dealer draw

    def __init__(self, line: Event) -> None:
        self.game: str = line["game"]
        self.pontoon = self.game in PONTOON_GAMES
        self.free_bet = self.game == "free-bet-blackjack"
        self.blackjack = self.game == "blackjack"
        self.natural_name = "pontoon" if self.pontoon else "blackjack"
        self.areas: int = line.get("areas", MOST_AREAS[self.game])
        self.decks: int = line.get("decks", 8)
        self.chip: int = line.get("chip", 100)
        self.burn: bool = line.get("burn", False)
        self.limits: dict[str, list[int]] = line.get("limits") or {}
        self.settle_limits = line.get("limits_policy", "reject") == "settle"
        readings = line.get("readings") or {}
        self.i4 = readings.get("I4", "each")
        self.i12 = readings.get("I12", "final")
        self.i18 = readings.get("I18", "lose")

        self.line = 1
        self.outcomes: list[Event] = []
        self.rejected: list[int] = []
        self.reasons: dict[int, str] = {}
        self.alerts: list[tuple[str, int]] = []
        self.notes: list[tuple[int, str]] = []  # readings chosen where neither document nor contract says it

        self.out: dict[str, int] = {}  # cards that left this shoe
        self.burn_due = self.burn
        self.first_shoe = True
        self.kept: list[str] = []
        self.cut_card_out = False
        self.seats: dict[int, str] = {}
        self.rounds = 0
        self.round: Round | None = None
        self.dealer_finished = False
        self.last_dealer: list[str] = []
        self.last_void = False
        self.short_before: set[str] = set()  # players once settled under the minimum (5.26)

    # ---------------------------------------------------------------- stepping

    def step(self, event: Event) -> bool:
        """Take one event; False when it was refused."""
        self.line += 1
        try:
            getattr(self, "on_" + event["type"].replace(".", "_"))(event)
        except Refused as refusal:
            self.rejected.append(self.line)
            self.reasons[self.line] = str(refusal)
            return False
        self.advance()
        return True

    def alert(self, code: str) -> None:
        self.alerts.append((code, self.line))

    def note(self, tag: str) -> None:
        self.notes.append((self.line, tag))

    def need(self, condition: bool, reason: str) -> None:
        if not condition:
            raise Refused(reason)

    def check_area(self, event: Event) -> int:
        number: int = event["area"]
        self.need(1 <= number <= self.areas, "no such area")
        return number

    def check_chips(self, amount: int) -> None:
        self.need(amount > 0 and amount % self.chip == 0, "not a multiple of the chip")

    def advance(self) -> None:
        """Whatever follows by itself: kept cards go where a card is wanted, phases change, the round ends."""
        while self.round is not None:
            rnd = self.round
            if rnd.phase == "deal" and not rnd.places:
                rnd.phase = "play"
                for area in rnd.dealt():
                    area.first_two = list(area.hands[0].cards)
                self.arm_presses()
            elif rnd.phase == "play" and self.active() is None:
                self.remember_control()
                rnd.phase = "dealer"
            elif self.wants_card() and self.kept:
                self.place(self.kept.pop(0))
            elif rnd.phase == "dealer" and not self.wants_card() and all(p.multiplier for p in rnd.presses):
                self.end(settle(self, rnd))
            else:
                self.remember_control()
                return

    def end(self, outcome: Event) -> None:
        if self.round is not None:
            self.dealer_finished = len(self.round.dealer) > 1
            self.last_dealer = list(self.round.dealer)
            self.last_void = outcome["status"] == "void"
        self.outcomes.append(outcome)
        self.round = None

    # ---------------------------------------------------------------- what is awaited

    def awaits(self) -> dict[str, Any]:
        """kind: idle, bets, card or decision, and for whom; `press` while the button is owed: armed or pressed."""
        rnd = self.round
        if rnd is None:
            return {"kind": "idle"}
        if rnd.phase == "betting":
            return {"kind": "bets"}
        press = next((p for p in rnd.presses if p.multiplier is None), None)
        found: dict[str, Any] = {"kind": "nothing"}
        if press is not None:
            found["press"] = "pressed" if press.pressed else "armed"
        if rnd.phase == "deal":
            found |= {"kind": "card", "area": rnd.places[0], "hand": 0}
        elif rnd.phase == "play":
            turn = self.active()
            assert turn is not None
            found |= {"kind": "card" if self.wants_card() else "decision", "area": turn[0].number, "hand": turn[1]}
        elif self.wants_card():
            found |= {"kind": "card", "area": 0, "hand": 0}
        return found

    def active(self) -> tuple[Area, int] | None:
        """The hand being acted upon: the first in order that is not complete."""
        assert self.round is not None
        for area in self.round.dealt():
            for place, hand in enumerate(area.hands):
                if not self.complete(area, hand):
                    return area, place
        return None

    def complete(self, area: Area, hand: Hand) -> bool:
        if hand.awaiting or len(hand.cards) < 2:
            return False
        if all(self.settled_at_once(area, player) for player in hand.parts):
            return True
        if hand.stood or hand.doubled or hand.split_aces or hand.bust or self.is_natural(hand):
            return True
        total, soft = hand.count()
        return total == 21 and (soft or not self.blackjack)  # I10

    def settled_at_once(self, area: Area, player: str) -> bool:
        main = area.main_of(player)
        return main is None or main.surrendered or main.even_money

    def is_natural(self, hand: Hand) -> bool:
        return natural(hand.cards) and not hand.split

    def paid_at_once(self, area: Area, main: Wager) -> bool:
        """The natural that is paid as soon as it is dealt (Pontoon 3.19; I14; Blackjack 3.15), or even money taken."""
        assert self.round is not None
        if main.even_money:
            return True
        if not self.is_natural(area.hands[0]) or len(area.hands) > 1:
            return False
        return self.pontoon or points(self.round.dealer[0]) < 10

    def wants_card(self) -> bool:
        rnd = self.round
        if rnd is None or rnd.phase == "betting":
            return False
        if rnd.phase == "deal":
            return bool(rnd.places)
        if rnd.phase == "play":
            turn = self.active()
            if turn is None:
                return False
            hand = turn[0].hands[turn[1]]
            return hand.awaiting or len(hand.cards) < 2
        return self.dealer_draws()

    # ---------------------------------------------------------------- the Dealer's hand

    def dealer_draws(self) -> bool:
        assert self.round is not None
        cards = self.round.dealer
        wanted = self.dealer_depth()
        if len(cards) == 1:
            return wanted > 0
        if wanted < 2:
            return False
        total, soft = count(cards)
        if self.blackjack:
            return total < 17  # 3.23
        return total < 17 or (total == 17 and soft)  # 3.33; Free Bet 3.34

    def dealer_depth(self) -> int:
        """0: no card has an effect; 1: only the second; 2: the whole draw (I1, I8, I9)."""
        with_returned = self.depth_for(leave_out_returned=False)
        without = self.depth_for(leave_out_returned=True)
        if with_returned != without:
            self.note("cards-for-a-wager-to-be-returned")
        return with_returned if self.returned_need_cards else without

    def to_be_returned(self, kind: str, wager: Wager) -> bool:
        """Under the minimum again, so that no outcome changes anything (5.26)."""
        return wager.player in self.short_before and is_short(self, kind, wager)

    def depth_for(self, *, leave_out_returned: bool) -> int:
        """As `dealer_depth`; the documents do not say whether a wager that 5.26 will return needs cards."""
        assert self.round is not None
        depth = 0
        for area in self.round.dealt():
            for main in area.mains:
                idle = leave_out_returned and self.to_be_returned("main", main)
                if main.surrendered and self.surrender_waits() and not idle:
                    depth = max(depth, 1)
                if main.insurance and not main.insurance_returned:
                    depth = max(depth, 1)
                for hand in area.hands:
                    if self.live(area, main, hand) and not idle:
                        depth = max(depth, 1 if self.is_natural(hand) else 2)
            busted = area.sides.get("busted", [])
            if any(not (leave_out_returned and self.to_be_returned("busted", w)) for w in busted):
                depth = 2
        if self.blackjack and depth:
            depth = 2  # I8
        return depth

    def surrender_waits(self) -> bool:
        """Pontoon 3.24.2; in the others only by the reading `void` of I12, against an Ace or a ten-value card."""
        assert self.round is not None
        if self.pontoon:
            return True
        return self.i12 == "void" and points(self.round.dealer[0]) >= 10

    def live(self, area: Area, main: Wager, hand: Hand) -> bool:
        """Whether the outcome of this wager on this hand is still open when the players are done."""
        part = hand.parts.get(main.player)
        if part is None or part.rescued or main.surrendered or hand.bust:
            return False
        if self.pontoon and hand.total == 21:
            return False  # 3.29: paid
        return not (self.is_natural(hand) and self.paid_at_once(area, main))

    # ---------------------------------------------------------------- who decides

    def controller(self, area: Area) -> str | None:
        open_wagers = [w for w in area.mains if not w.surrendered]
        seated = self.seats.get(area.number)
        if any(w.player == seated for w in open_wagers):
            return seated
        if self.blackjack:  # 1.26
            open_wagers.sort(key=lambda w: (-w.amount, w.position))
        else:  # 3.12
            open_wagers.sort(key=lambda w: w.position)
        return open_wagers[0].player if open_wagers else None

    def remember_control(self) -> None:
        """I16: who was in control when the area's play ended."""
        rnd = self.round
        if rnd is None or rnd.phase in ("betting", "deal"):
            return
        for area in rnd.dealt():
            if area.in_control_at_end is None and all(self.complete(area, hand) for hand in area.hands):
                area.in_control_at_end = self.controller(area)

    def arm_presses(self) -> None:
        """3.19.1, I6: from the highest area down, front to back within one."""
        assert self.round is not None
        for area in reversed(self.round.dealt()):
            if self.is_natural(area.hands[0]):
                self.round.presses += [Press(area.number, w) for w in area.sides.get("pandemonium", [])]

    def owed(self) -> Press | None:
        return next((p for p in self.round.presses if p.multiplier is None), None) if self.round else None

    # ---------------------------------------------------------------- where a card goes

    def close_windows(self, rnd: Round) -> None:
        rnd.cards_after_deal = True
        rnd.follow = None
        rnd.rescue = None

    def place(self, card: str) -> None:
        """The card goes where the next one is wanted."""
        rnd = self.round
        assert rnd is not None
        if rnd.phase == "deal":
            place = rnd.places.pop(0)
            if place == 0:
                rnd.dealer.append(card)
            else:
                rnd.area(place).hands[0].cards.append(card)
            return
        if rnd.follow is not None and len(rnd.areas[rnd.follow.area].hands[rnd.follow.hand].parts) > 1:
            self.note("kept-card-ends-follow")
        self.close_windows(rnd)
        if rnd.phase == "dealer":
            rnd.dealer.append(card)
            return
        turn = self.active()
        assert turn is not None
        area, index = turn
        hand = area.hands[index]
        hand.cards.append(card)
        hand.awaiting = False
        if hand.doubled and self.pontoon and hand.total < 21:
            rnd.rescue = (area.number, index)
