"""What the players may call for: surrender, insurance, even money, the decisions and joining them."""

from __future__ import annotations

from tests.oracle.cards import count, is_ten, points
from tests.oracle.model import Area, Follow, Hand, Part, Round, Wager
from tests.oracle.settle import is_short, value_of
from tests.oracle.state import Event, Refused, State

ACTIONS = {
    "pontoon-pandemonium": ("hit", "stand", "double", "split", "surrender", "rescue"),
    "pontoon": ("hit", "stand", "double", "split", "surrender", "rescue"),
    "free-bet-blackjack": (
        "hit",
        "stand",
        "double",
        "split",
        "surrender",
        "even_money",
        "free_double",
        "free_split",
    ),
    "blackjack": ("hit", "stand", "double", "split", "surrender", "even_money"),
}


class Decisions(State):
    """The requests between the initial deal and the Dealer's own cards."""

    # ---------------------------------------------------------------- offers before the subsequent deal

    def offering(self) -> Round:
        """Surrender, insurance and even money are open from the initial deal to the next card."""
        rnd = self.round
        if rnd is None or rnd.phase not in ("play", "dealer"):
            raise Refused("not between the initial and the subsequent deal")
        if rnd.cards_after_deal:
            if rnd.closed_by_held:
                self.note("held-card-closes")
            raise Refused("closed by a card")
        if rnd.offers_closed and not self.blackjack:
            raise Refused("announced as closed")
        return rnd

    def on_offers_closed(self, _event: Event) -> None:
        rnd = self.round
        if rnd is None or rnd.phase not in ("play", "dealer"):
            self.note("offers-closed-out-of-place")
            raise Refused("nothing is offered")
        if rnd.offers_closed or rnd.cards_after_deal:
            self.note("offers-closed-again")
        rnd.offers_closed = True

    def area_in_play(self, rnd: Round, event: Event) -> Area:
        number = self.check_area(event)
        area = rnd.areas.get(number)
        if area is None or not area.mains:
            raise Refused("no main wager on the area")
        return area

    def on_insure(self, event: Event) -> None:
        rnd = self.offering()
        area = self.area_in_play(rnd, event)
        self.need(rnd.dealer[0][0] == "A", "3.26: only against an Ace")
        player = event.get("player", self.controller(area))
        self.need(player is not None, "nobody is in control")
        owner = event.get("for", player)
        self.need(not (self.blackjack and owner != player), "3.14.2")
        main = area.main_of(owner)
        if main is None:
            raise Refused("no main wager to insure")
        self.need(not main.surrendered and not self.paid_at_once(area, main), "paid or surrendered")
        self.need(main.insured_by in (None, player), "the option is taken")
        self.check_chips(event["amount"])
        self.need(2 * (main.insurance + event["amount"]) <= main.amount, "3.26: at most half")
        if is_short(self, "main", main):
            self.note("insurance-of-a-returned-wager")
        main.insurance += event["amount"]
        main.insured_by = player

    def surrender(self, event: Event) -> None:
        rnd = self.offering()
        area = self.area_in_play(rnd, event)
        main = area.main_of(event.get("player", self.controller(area)))
        if main is None:
            raise Refused("no main wager on the area")
        first = rnd.dealer[0]
        if self.pontoon:
            self.need(first[0] in "AKQJ", "3.24")
        else:
            self.need(first[0] != "A", "3.25; Blackjack 3.16")
        self.need(not main.surrendered and not self.paid_at_once(area, main), "paid or surrendered")
        self.need(not any(hand.acted for hand in area.hands), "the hand has acted")
        if self.is_natural(area.hands[0]):
            self.note("surrender-of-a-waiting-blackjack")
        main.surrendered = True

    def even_money(self, event: Event) -> None:
        rnd = self.offering()
        area = self.area_in_play(rnd, event)
        main = area.main_of(event.get("player", self.controller(area)))
        if main is None:
            raise Refused("no main wager on the area")
        self.need(rnd.dealer[0][0] == "A", "3.20; Blackjack 3.14.1")
        self.need(self.is_natural(area.hands[0]), "no Blackjack")
        self.need(not main.surrendered and not main.even_money, "paid or surrendered")
        main.even_money = True
        if self.free_bet and main.insured_by == main.player:  # I14
            main.insurance_returned = True

    # ---------------------------------------------------------------- decisions

    def on_decision(self, event: Event) -> None:
        action = event["action"]
        self.need(self.round is not None, "no round")
        self.check_area(event)
        self.need(action in ACTIONS[self.game], "no such decision in this game")
        if action in ("surrender", "even_money", "rescue"):
            getattr(self, action)(event)
            return
        rnd = self.round
        assert rnd is not None
        area = self.area_in_play(rnd, event)
        self.need(rnd.phase == "play", "no decision is awaited")
        turn = self.active()
        self.need(turn is not None and turn[0] is area, "another's turn")
        assert turn is not None
        index = turn[1]
        hand = area.hands[index]
        self.need(not hand.awaiting and len(hand.cards) > 1, "a card is awaited")
        leader = self.controller(area)
        assert leader is not None
        if leader not in hand.parts:
            self.note("controller-without-a-wager-on-the-hand")
        self.need(event.get("player", leader) == leader, "another is in control")
        if action == "hit":
            hand.awaiting = True
        elif action == "stand":
            self.need(not (self.blackjack and hand.total < 12), "3.19")
            hand.stood = True
        elif action in ("double", "free_double"):
            self.double(rnd, area, index, leader, event)
        else:
            self.split(rnd, area, index, leader, action)
        hand.acted = True
        rnd.rescue = None

    def least_double(self) -> int:
        if self.blackjack or "main" not in self.limits:
            return self.chip
        return max(self.chip, self.limits["main"][0])

    def allows_free_double(self, hand: Hand) -> bool:
        total, soft = count(hand.cards[:2])
        return not soft and total in (9, 10, 11)

    def paid_double_amount(self, area: Area, main: Wager, amount: int | None) -> int:
        if amount is None:
            amount = main.amount
        self.check_chips(amount)
        if value_of(self, "main", area.mains, main) != main.amount:
            self.note("double-of-a-capped-wager")
        if main.amount < self.least_double():
            self.note("double-of-a-wager-under-the-minimum")
        self.need(self.least_double() <= amount <= main.amount, "1.1.1; Blackjack 1.6")
        return amount

    def double(self, rnd: Round, area: Area, index: int, leader: str, event: Event) -> None:
        hand = area.hands[index]
        main = area.main_of(leader)
        part = hand.parts.get(leader)
        if main is None or part is None:
            raise Refused("no wager on this hand")
        self.need(len(hand.cards) == 2 and not hand.split_aces, "only the first two cards")
        action = event["action"]
        if action == "free_double":
            self.need(self.allows_free_double(hand), "Free Bet 1.1.6")
            if "amount" in event:
                self.note("amount-with-free")
            part.markers += 1
        else:
            part.doubled = self.paid_double_amount(area, main, event.get("amount"))
        part.joined = True
        hand.doubled = True
        hand.awaiting = True
        hand.low_aces = self.pontoon  # I2
        rnd.follow = Follow(area.number, index, action, leader)

    def split(self, rnd: Round, area: Area, index: int, leader: str, action: str) -> None:
        hand = area.hands[index]
        main = area.main_of(leader)
        if main is None or leader not in hand.parts:
            raise Refused("no wager on this hand")
        self.need(len(hand.cards) == 2 and points(hand.cards[0]) == points(hand.cards[1]), "3.20")
        self.need(len(area.hands) < 4, "3.21; Free Bet 3.22")
        self.need(not hand.split_aces, "split Aces are not split again")
        if self.free_bet:  # I15
            self.need(is_ten(hand.cards[0]) == (action == "split"), "3.21, 3.21.1")
        part = Part(0, markers=1) if action == "free_split" else Part(main.amount)
        second = Hand(cards=[hand.cards.pop()], parts={leader: part}, split=True, acted=True)
        hand.split = True
        hand.split_aces = second.split_aces = hand.cards[0][0] == "A"
        area.hands.insert(index + 1, second)
        rnd.follow = Follow(area.number, index, action, leader, index + 1)

    def on_follow(self, event: Event) -> None:
        rnd = self.round
        self.need(rnd is not None, "no round")
        assert rnd is not None
        area = self.area_in_play(rnd, event)
        last = rnd.follow
        if last is None or last.area != area.number:
            if rnd.closed_by_held:
                self.note("held-card-closes")
            raise Refused("nothing to follow")
        player = event["player"]
        hand = area.hands[last.hand]
        main = area.main_of(player)
        if main is None or player not in hand.parts or main.surrendered:
            raise Refused("no wager on this hand")
        self.need(player != last.leader and player not in last.joined, "has joined already")
        amount = event.get("amount")
        if last.action == "free_split":
            self.need(amount is None, "3.24.2: free only")
            new = Part(0, markers=1)
        elif last.action == "split":
            self.need(amount in (None, main.amount), "3.23.1: equal to the original")
            new = Part(main.amount)
        else:
            part = hand.parts[player]
            if self.free_bet and amount is None and self.allows_free_double(hand):
                part.markers += 1
            else:
                part.doubled = self.paid_double_amount(area, main, amount)
            part.joined = True
            last.joined.add(player)
            return
        assert last.new_hand is not None
        area.hands[last.new_hand].parts[player] = new
        last.joined.add(player)

    def rescue(self, event: Event) -> None:
        rnd = self.round
        assert rnd is not None
        area = self.area_in_play(rnd, event)
        if rnd.rescue is None or rnd.rescue[0] != area.number:
            if rnd.closed_by_held:
                self.note("held-card-closes")
            raise Refused("3.25.8")
        hand = area.hands[rnd.rescue[1]]
        part = hand.parts.get(event.get("player", self.controller(area)) or "")
        if part is None or not part.doubled or part.rescued:
            raise Refused("3.25.8: nothing doubled")
        part.rescued = True
