"""Random hands of two to nine seats beside pokerkit: the same turns, the same calls, the same nets.

Where the two sets of rules differ the hand avoids the action and the test says the clause:

* 3.12.3 (I17): here an All-in of half a raise or more opens the betting again, and each is measured by itself; there a
  full raise is needed, and short ones add up. The least raise after one differs with it.
* 3.5: here the least raise is that of the rules also where nobody could call it whole; there it is no more than the
  others can match.
* 3.12.2: after a Big Blind that is All-in for less the others still call the full blind; there only what was posted.
  Every stack covers the Big Blind here, and the case has its own tests.
* 4.5: here the odd chips of each Pot go one each; there the first winner gets them all, hands that have lost are taken
  out first, and Pots that then have the same seats become one.
"""

import random
from typing import Any, Final

import pytest
from pokerkit import Automation, Mode, NoLimitTexasHoldem

from controller.core.cards import ALL_CARDS
from controller.games.poker.state import FOLDED
from tests.games.poker.script import Script

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

SMALL: Final = 500
BIG: Final = 1000
CHIP: Final = 100
AUTOMATIONS: Final = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class Twin:
    """One hand played by both, position by position from the button's left."""

    def __init__(self, seed: int, count: int) -> None:
        self.random = random.Random(seed)
        stacks = {seat: self.random.choice((1000, 1500, 2200, 5000, 20000, 70000)) for seat in range(1, count + 1)}
        self.deck = list(ALL_CARDS)
        self.random.shuffle(self.deck)
        self.script = Script(stacks)
        button = self.random.randint(1, count)
        self.script.open(button)
        hand = self.script.state.hand
        assert hand is not None
        self.order = hand.order
        holes = self.take(2 * count)
        self.script.cards("?? " + " ".join(holes))
        self.kit: Any = NoLimitTexasHoldem.create_state(
            AUTOMATIONS,
            True,
            0,
            (SMALL // CHIP, BIG // CHIP),
            BIG // CHIP,
            tuple(stacks[seat] // CHIP for seat in self.order),
            count,
            mode=Mode.CASH_GAME,
        )
        self.brought = [stacks[seat] for seat in self.order]
        for position in range(count):
            self.kit.deal_hole(_kit_cards([holes[position], holes[count + position]]), position)
        self.short_raise = False

    def take(self, count: int) -> list[str]:
        taken, self.deck = self.deck[:count], self.deck[count:]
        return taken

    def play(self) -> None:
        """To the settlement, every hand shown."""
        while (hand := self.script.state.hand) is not None:
            if hand.phase == "betting":
                self.act()
            elif self.kit.actor_index is not None:  # it asks the last one with chips, whose turn is waived here (1.17)
                self.kit.check_or_call()
                self.script.act(self.order[hand.betting.waived], "check")
            elif hand.phase == "board":
                cards = self.take(3 if not hand.deal.board else 1)
                self.script.cards("?? " + " ".join(cards))
                self.kit.deal_board(_kit_cards(cards))
                self.short_raise = False
            else:
                for position, mark in enumerate(hand.betting.marks):
                    if mark != FOLDED:
                        self.script.send("show", seat=self.order[position])

    def act(self) -> None:
        hand = self.script.state.hand
        assert hand is not None
        betting = hand.betting
        position = betting.actor
        assert self.kit.actor_index == position
        seat = self.order[position]
        moves = {str(fields["action"]): amounts for kind, fields, amounts in self.script.moves() if kind == "action"}
        weights = {"fold": 1, "check": 6, "call": 6, "bet": 3, "raise": 3, "all_in": 2}
        names = list(moves)
        action = self.random.choices(names, [weights[name] for name in names])[0]
        amounts = moves[action]
        total = None if amounts is None else self.random.randint(amounts[0] // CHIP, amounts[1] // CHIP) * CHIP
        if action == "fold":
            self.kit.fold()
        elif total is None or total <= betting.high:
            if total is not None:
                owed = min(betting.high, betting.bets[position] + betting.stacks[position]) - betting.bets[position]
                assert self.kit.checking_or_calling_amount * CHIP == owed
            self.kit.check_or_call()
        elif self.kit.can_complete_bet_or_raise_to(total // CHIP):
            full = total - betting.high >= betting.last_raise
            self.kit.complete_bet_or_raise_to(total // CHIP)
            self.short_raise = self.short_raise or not full
        else:
            assert self.differs(position), (total, betting)
            action, total = ("call", None) if betting.high > betting.bets[position] else ("check", None)
            self.kit.check_or_call()
        self.script.act(seat, action, total)

    def differs(self, position: int) -> bool:
        """Whether a clause explains that pokerkit forbids what is allowed here."""
        hand = self.script.state.hand
        assert hand is not None
        betting = hand.betting
        seats = zip(range(len(self.order)), betting.marks, betting.bets, betting.stacks, strict=True)
        others = [bet + stack for other, mark, bet, stack in seats if other != position and mark != FOLDED]
        return self.short_raise or max(others) <= betting.high  # 3.12.3, or a raise that nobody could answer (4.3)


def _kit_cards(cards: list[str]) -> str:
    return "".join(card[0] + card[1].lower() for card in cards)


def _odd_chips(pots: list[dict[str, int]]) -> int:
    """How many chips were left over when the Pots were split."""
    return sum(list(won.values()).count(max(won.values())) for won in pots if len(set(won.values())) > 1)


@pytest.mark.parametrize("count", range(2, 10))
def test_nets_equal_pokerkit(count: int) -> None:
    """Forty hands a number of seats: every turn, every call and every net is the same."""
    for seed in range(40):
        twin = Twin(1000 * count + seed, count)
        twin.play()
        nets = twin.script.nets
        kit = [stack * CHIP - brought for stack, brought in zip(twin.kit.stacks, twin.brought, strict=True)]
        allowed = CHIP * _odd_chips(twin.script.winners)
        if allowed == CHIP:
            allowed = 0  # one odd chip goes to the first left of the button in both
        assert all(abs(nets[seat] - other) <= allowed for seat, other in zip(twin.order, kit, strict=True))
        assert sum(nets.values()) == 0
