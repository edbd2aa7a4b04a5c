"""The settlement of a round: what every wager wins or loses (section 4 of each document, contract 5 and 7)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tests.oracle.cards import count, low_total, natural, points, pontoon_odds, same_rank, three_suited_sevens
from tests.oracle.model import Area, Hand, Part, Round, Wager

if TYPE_CHECKING:
    from tests.oracle.state import State

Line = dict[str, Any]

SIDE_ORDER = ("insurance", "pair", "pandemonium", "busted", "pot_of_gold", "under13", "over13")
BUSTED_ODDS = {3: 1, 4: 2, 5: 6, 6: 50}  # Free Bet 4.2; seven or more 100
GOLD_ODDS = {1: 3, 2: 10, 3: 25, 4: 50}  # Free Bet 4.3; five or more 100


def odds_text(odds: Fraction) -> str:
    """As the contract writes odds."""
    return f"{odds.numerator}:{odds.denominator}"


def cents(amount: Fraction) -> int:
    """An amount that must come out whole."""
    assert amount.denominator == 1, "every stake is a multiple of an even chip"
    return amount.numerator


def value_of(table: State, kind: str, wagers: list[Wager], wager: Wager) -> int:
    """What of a wager as placed is won and lost (5.27; Free Bet 5.28; Blackjack 5.1.1, 5.1.2)."""
    if not table.settle_limits or kind not in table.limits:
        return wager.amount
    low, high = table.limits[kind]
    if not table.blackjack:
        return min(wager.amount, high)
    if sum(w.amount for w in wagers) <= high or wager.amount < low:
        return wager.amount
    if kind != "main":
        table.note("blackjack-side-limits")
    counted = sum(w.amount for w in wagers if w.amount >= low)
    share = wager.amount * high // counted // table.chip * table.chip
    return max(low, min(share, wager.amount))


def is_short(table: State, kind: str, wager: Wager) -> bool:
    """Under the minimum, where 5.26 looks at it (Free Bet 5.27)."""
    if not table.settle_limits or table.blackjack or kind not in table.limits:
        return False
    return wager.amount < table.limits[kind][0]


class Settlement:
    def __init__(self, table: State, rnd: Round) -> None:
        self.table = table
        self.rnd = rnd
        self.cards = rnd.dealer
        self.total, _ = count(rnd.dealer)
        self.dealer_natural = natural(rnd.dealer)
        self.bust = self.total > 21
        self.short_now: set[str] = set()

    # ------------------------------------------------------------ main wagers

    def returned(self, kind: str, wager: Wager) -> bool:
        """5.26: settled once, afterwards returned whatever the outcome."""
        if not is_short(self.table, kind, wager):
            return False
        self.short_now.add(wager.player)
        return wager.player in self.table.short_before

    def main_line(self, area: Area, place: int, wager: Wager) -> Line:
        hand = area.hands[place]
        part = hand.parts[wager.player]
        line: Line = {
            "area": area.number,
            "hand": place + 1,
            "player": wager.player,
            "kind": "main",
            "stake": part.stake,
        }
        if self.table.free_bet:
            line["markers"] = part.markers
        if self.returned("main", wager):
            return line | {"net": 0, "result": "returned"}
        return line | self.main_result(area, hand, wager, part)

    def main_result(self, area: Area, hand: Hand, wager: Wager, part: Part) -> Line:
        table = self.table
        original = value_of(table, "main", area.mains, wager)
        base = original if part.base else 0
        at_risk = base + part.doubled  # real money
        if wager.surrendered:
            if table.surrender_waits() and self.dealer_natural:
                return {"net": -original, "result": "lose"}  # Pontoon 3.24.2
            return {"net": -original // 2, "result": "surrendered"}
        if part.rescued:
            return {"net": -base, "result": "lose"}  # Pontoon 3.25.8
        if hand.bust:
            return {"net": -at_risk, "result": "lose"}
        if wager.even_money:
            return self.win(Fraction(1), original)
        gain = at_risk + part.markers * original  # Free Bet 1.1.8.1
        own_natural = table.is_natural(hand)
        if table.pontoon and own_natural:
            return self.win(Fraction(3, 2), original)
        if table.pontoon and hand.total == 21:
            return self.win(pontoon_odds(hand.cards, hand.doubled), gain)
        if own_natural:
            if self.dealer_natural:
                return {"net": 0, "result": "stand_off"}
            return self.win(Fraction(3, 2), original)
        if self.dealer_natural:
            return self.against_natural(area, hand, wager, original)
        if table.free_bet and self.total == 22:  # 4.7.3
            return {"net": 0, "result": "stand_off"}
        if self.bust or hand.total > self.total:
            return self.win(Fraction(1), gain)
        if hand.total == self.total:
            return {"net": 0, "result": "stand_off"}
        return {"net": -at_risk, "result": "lose"}

    def win(self, odds: Fraction, stake: int) -> Line:
        return {"net": cents(odds * stake), "result": "win", "odds": odds_text(odds)}

    def against_natural(self, area: Area, hand: Hand, wager: Wager, original: int) -> Line:
        """A live hand against the Dealer's Pontoon or Blackjack (I4, I7, I18)."""
        table = self.table
        if table.pontoon and table.i4 == "each":
            return {"net": -original, "result": "lose"}
        if table.blackjack and table.i18 == "stand_off" and hand.total == 21 and not hand.split and not hand.doubled:
            return {"net": 0, "result": "stand_off"}
        left = original
        for other in area.hands:
            if not table.live(area, wager, other):
                continue
            part = other.parts[wager.player]
            stake = (original if part.base else 0) + part.doubled
            loss = min(stake, left)
            left -= loss
            if other is hand:
                if stake == 0 or loss:
                    return {"net": -loss, "result": "lose"}
                return {"net": 0, "result": "returned"}
        raise AssertionError("the hand is live")

    # ------------------------------------------------------------ Super Bonus

    def bonus_lines(self) -> dict[tuple[int, int, str], int]:
        """The bonus by (area, hand, player), Pontoon 4.1.1 and I3."""
        table = self.table
        own: dict[tuple[int, int, str], int] = {}
        if not table.pontoon or self.cards[0][0] != "7":
            return own
        for area in self.rnd.dealt():
            hand = area.hands[0]
            if len(area.hands) > 1 or hand.doubled or not three_suited_sevens(hand.cards):
                continue
            for wager in area.mains:
                if wager.surrendered or self.returned("main", wager):
                    continue
                amount = value_of(table, "main", area.mains, wager)
                if amount != wager.amount:
                    table.note("super-bonus-of-a-capped-wager")
                if amount >= 10000:
                    own[area.number, 1, wager.player] = 500000
                elif amount >= 1000:
                    own[area.number, 1, wager.player] = 100000
        if not own:
            return own
        bonus = dict(own)
        for area in self.rnd.dealt():
            for wager in area.mains:
                key = (area.number, 1, wager.player)
                if key not in own and not self.returned("main", wager) and not self.all_won_doubled(area, wager):
                    bonus[key] = 5000
        return bonus

    def all_won_doubled(self, area: Area, wager: Wager) -> bool:
        """Whether every hand of the wager wins doubled (Pontoon 4.1.1.4)."""
        for place, hand in enumerate(area.hands):
            if wager.player not in hand.parts:
                continue
            if not hand.doubled or self.main_line(area, place, wager)["result"] != "win":
                return False
        return True

    # ------------------------------------------------------------ side wagers

    def side_line(self, area: Area, kind: str, wager: Wager) -> Line:
        line: Line = {"area": area.number, "player": wager.player, "kind": kind, "stake": wager.amount}
        if not area.mains:
            return line | {"net": 0, "result": "returned"}
        if self.returned(kind, wager):
            if kind == "pandemonium":
                self.table.note("press-for-a-returned-wager")
            return line | {"net": 0, "result": "returned"}
        amount = value_of(self.table, kind, area.sides[kind], wager)
        press = next((p for p in self.rnd.presses if p.wager is wager), None)
        if press is not None:
            assert press.multiplier is not None
            line["multiplier"] = press.multiplier
        odds = self.side_odds(area, kind, wager)
        if odds is None:
            return line | {"net": -amount, "result": "lose"}
        return line | self.win(Fraction(odds), amount)

    def side_odds(self, area: Area, kind: str, wager: Wager) -> int | None:
        first_two = area.first_two
        if kind == "pair":
            return 11 if same_rank(first_two) else None
        if kind == "pandemonium":
            return next((p.multiplier for p in self.rnd.presses if p.wager is wager), None)
        if kind == "under13":
            return 1 if low_total(first_two) < 13 else None
        if kind == "over13":
            return 1 if low_total(first_two) > 13 else None
        if kind == "busted":
            return BUSTED_ODDS.get(len(self.cards), 100) if self.bust else None
        assert kind == "pot_of_gold"
        player = wager.player if area.main_of(wager.player) else area.in_control_at_end  # I16
        markers = sum(hand.parts[player].markers for hand in area.hands if player in hand.parts) if player else 0
        return GOLD_ODDS.get(markers, 100) if markers else None

    def insurance_line(self, area: Area, wager: Wager) -> Line:
        line: Line = {
            "area": area.number,
            "player": wager.insured_by,
            "kind": "insurance",
            "stake": wager.insurance,
        }
        if wager.insurance_returned:
            return line | {"net": 0, "result": "returned"}
        if points(self.cards[1]) == 10:
            return line | self.win(Fraction(2), wager.insurance)
        return line | {"net": -wager.insurance, "result": "lose"}

    # ------------------------------------------------------------ the whole

    def ledger(self) -> list[Line]:
        lines: list[Line] = []
        bonuses = self.bonus_lines()
        for number in sorted(self.rnd.areas):
            area = self.rnd.areas[number]
            for place, hand in enumerate(area.hands):
                for wager in area.mains:
                    if wager.player not in hand.parts:
                        continue
                    lines.append(self.main_line(area, place, wager))
                    bonus = bonuses.get((number, place + 1, wager.player))
                    if bonus:
                        lines.append(
                            {
                                "area": number,
                                "hand": place + 1,
                                "player": wager.player,
                                "kind": "super_bonus",
                                "stake": 0,
                                "net": bonus,
                                "result": "win",
                            }
                        )
            for kind in SIDE_ORDER:
                if kind == "insurance":
                    lines += [self.insurance_line(area, w) for w in area.mains if w.insurance]
                else:
                    lines += [self.side_line(area, kind, w) for w in area.sides.get(kind, [])]
        return lines

    def hand_result(self, area: Area, hand: Hand) -> str:
        if all(w.surrendered for w in area.mains if w.player in hand.parts):
            return "surrendered"
        if self.table.is_natural(hand):
            return self.table.natural_name
        if hand.bust:
            return "bust"
        return "21" if hand.total == 21 else "stand"

    def dealer_result(self) -> str:
        if len(self.cards) == 1:
            return "not_drawn"
        if self.dealer_natural:
            return self.table.natural_name
        return "bust" if self.bust else "stand"

    def outcome(self) -> Line:
        ledger = self.ledger()
        hands = [
            {
                "area": area.number,
                "hand": place + 1,
                "cards": list(hand.cards),
                "total": hand.total,
                "doubled": hand.doubled,
                "split": hand.split,
                "result": self.hand_result(area, hand),
            }
            for area in self.rnd.dealt()
            for place, hand in enumerate(area.hands)
        ]
        self.table.short_before |= self.short_now
        return {
            "type": "outcome",
            "game": self.table.game,
            "round": self.rnd.number,
            "status": "settled",
            "dealer": {"cards": list(self.cards), "total": self.total, "result": self.dealer_result()},
            "hands": hands,
            "ledger": ledger,
            "net": sum(line["net"] for line in ledger),
        }


def settle(table: State, rnd: Round) -> Line:
    """The outcome of a round that was played to its end."""
    return Settlement(table, rnd).outcome()


def void(table: State, rnd: Round, rule: str | None) -> Line:
    """Every stake comes back (5.1.1; Blackjack 5.17)."""
    ledger: list[Line] = []
    for number in sorted(rnd.areas):
        area = rnd.areas[number]
        before_the_deal = [(wager, wager.amount) for wager in area.mains] if not area.hands else []
        on_hands = [
            (wager, hand.parts[wager.player].stake)
            for hand in area.hands
            for wager in area.mains
            if wager.player in hand.parts
        ]
        found = [("main", w.player, stake) for w, stake in before_the_deal + on_hands]
        found += [("insurance", w.insured_by or "", w.insurance) for w in area.mains if w.insurance]
        for kind in SIDE_ORDER:
            found += [(kind, w.player, w.amount) for w in area.sides.get(kind, [])]
        ledger += [
            {"area": number, "player": player, "kind": kind, "stake": stake, "net": 0, "result": "void"}
            for kind, player, stake in found
        ]
    return {
        "type": "outcome",
        "game": table.game,
        "round": rnd.number,
        "status": "void",
        "rule": rule,
        "ledger": ledger,
        "net": 0,
    }
