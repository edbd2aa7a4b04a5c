"""Random rounds in which cards go astray before anybody notices, settled as if they had never done so.

The engine is given the cards as the shoe gave them and, at the first card somebody asked for, what was wrong. Its
ledger must be that of an independent settlement (`tests.oracle`) of the round without the error: the same cards where
they lie in the end, the same decisions after it, and no wager where the clause returns it.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import pytest

from controller.core.effects import Effect, Rejected, RoundEnded, RulingGiven
from controller.core.outcomes import dumps, to_json_object
from controller.core.tables import TwentyOneTable
from controller.games import legal_moves, new_table, step
from controller.games.reading import read_event
from controller.games.twenty_one.state import State
from tests.oracle.twenty_one import play

GAMES: Final = ("pontoon", "pontoon-pandemonium", "free-bet-blackjack")
"""The three whose clauses of the deal are one another's."""

AREAS: Final = 5
LOW: Final = "234567"
"""Two of these and a third never complete a hand: the first area can ask for a card."""

Line = dict[str, Any]


@dataclass
class Deal:
    """A shuffled shoe, the areas with a wager, and the cards that the Dealer puts on them."""

    game: str
    chance: random.Random
    shoe: list[str] = field(init=False)
    areas: list[int] = field(init=False)

    def __post_init__(self) -> None:
        """Four decks; three to five areas, the first of them with two low cards to come."""
        ranks = "A23456789JQK" if "pontoon" in self.game else "A23456789TJQK"
        self.shoe = [rank + suit for rank in ranks for suit in "SHDC"] * 4
        self.chance.shuffle(self.shoe)
        self.areas = sorted(self.chance.sample(range(1, AREAS + 1), self.chance.randint(3, AREAS)))

    def card(self, ranks: str = "") -> str:
        """The next card, of one of these ranks if any are named."""
        at = next(at for at, card in enumerate(self.shoe) if not ranks or card[0] in ranks)
        return self.shoe.pop(at)

    def dealt(self, areas: list[int], *, short: int = 0) -> tuple[list[str], dict[int, list[str]], str]:
        """The cards of an initial deal of these areas in their order, the hands and the Dealer's; `short` gets one."""
        hands = {area: [self.card(LOW if area == areas[0] else "")] for area in areas}
        order = [hands[area][0] for area in areas]
        dealer = self.card("23456789")
        order.append(dealer)
        for area in areas:
            if area != short:
                hands[area].append(self.card(LOW if area == areas[0] else ""))
                order.append(hands[area][1])
        return order, hands, dealer


@dataclass
class Astray:
    """What is said at the table up to the ruling, what would have been said without the error, and who is returned."""

    said: list[Line]
    right: list[Line]
    ruling: str
    returned: int = 0


def opened(areas: list[int], *, pair: int = 0) -> list[Line]:
    """Bets on these areas, and a pair wager on one."""
    lines: list[Line] = [{"type": "bets.open"}]
    lines += [{"type": "wager", "area": area, "kind": "main", "amount": 1000} for area in areas]
    lines += [{"type": "wager", "area": pair, "kind": "pair", "amount": 500}] if pair else []
    return [*lines, {"type": "bets.closed"}]


def cards(order: list[str]) -> list[Line]:
    """They leave the shoe."""
    return [{"type": "card", "card": card} for card in order]


def layout(hands: dict[int, list[str]], dealer: str, removed: list[str] | None = None) -> Line:
    """Where they lie."""
    return {"areas": {str(area): laid for area, laid in hands.items()}, "dealer": [dealer], "removed": removed or []}


def called(deal: Deal, area: int) -> tuple[str, list[Line]]:
    """The card that the first area asks for, and the call."""
    return deal.card(LOW), [{"type": "decision", "area": area, "action": "hit"}]


def area_without_cards(deal: Deal) -> Astray:
    """5.14: an area was passed over; the first card asked for is taken for one of the deal's."""
    lost = deal.chance.choice(deal.areas[1:])
    others = [area for area in deal.areas if area != lost]
    order, hands, dealer = deal.dealt(others)
    drawn, call = called(deal, others[0])
    hands[others[0]].append(drawn)
    noticed = {"type": "irregularity", "kind": "area_not_dealt", "area": lost, "layout": layout(hands, dealer)}
    said = [*opened(deal.areas, pair=others[0]), *cards([*order, drawn]), noticed]
    right = [*opened(others, pair=others[0]), *cards(order), *call, *cards([drawn])]
    return Astray(said, right, "5.14", lost)


def area_with_one_card(deal: Deal) -> Astray:
    """5.16.2: an area got one card, and its player withdraws."""
    lost = deal.chance.choice(deal.areas[1:])
    others = [area for area in deal.areas if area != lost]
    order, hands, dealer = deal.dealt(deal.areas, short=lost)
    drawn, call = called(deal, others[0])
    hands[others[0]].append(drawn)
    noticed = {"type": "irregularity", "kind": "area_short", "area": lost, "option": "withdraw"}
    noticed["layout"] = layout(hands, dealer)
    said = [*opened(deal.areas, pair=others[0]), *cards([*order, drawn]), noticed]
    gone = hands[lost][0]
    at = deal.areas.index(lost)
    assert order[at] == gone
    right = [*opened(others, pair=others[0]), *cards(order[:at] + order[at + 1 :]), *call, *cards([drawn])]
    return Astray(said, right, "5.16.2", lost)


def wrong_area(deal: Deal) -> Astray:
    """5.6.2: two areas have each other's second card; noticed late, they are put right where they belong."""
    order, hands, dealer = deal.dealt(deal.areas)
    one, other = deal.chance.sample(deal.areas[1:], 2)
    drawn, call = called(deal, deal.areas[0])
    hands[one][1], hands[other][1] = hands[other][1], hands[one][1]
    lies = layout({**hands, deal.areas[0]: [*hands[deal.areas[0]], drawn]}, dealer)
    noticed = {"type": "irregularity", "kind": "misdeal", "reconstructable": True, "layout": lies}
    said = [*opened(deal.areas, pair=one), *cards(order), *call, *cards([drawn]), noticed]
    swapped = [*order[: len(deal.areas) + 1], *(hands[area][1] for area in deal.areas)]
    right = [*opened(deal.areas, pair=one), *cards(swapped), *call, *cards([drawn])]
    return Astray(said, right, "5.6.2")


def area_without_a_wager(deal: Deal) -> Astray:
    """5.15: an area without a wager got cards, and it is said how far the round had come."""
    empty = deal.chance.choice(deal.areas)
    order, hands, _ = deal.dealt(deal.areas)
    wagered = [area for area in deal.areas if area != empty]
    first = deal.areas.index(empty)
    gone = (first, first + len(deal.areas) + 1)
    rest = [card for at, card in enumerate(order) if at not in gone]
    noticed = {"type": "irregularity", "kind": "empty_area_dealt", "area": empty, "cards": hands[empty]}
    since = deal.chance.choice(("interim", "subsequent"))
    said = [*opened(wagered), *cards(order), {**noticed, "since": since, "authority": "pit_manager"}]
    return Astray(said, [*opened(wagered), *cards(rest)], "5.15")


CASES: Final[tuple[Callable[[Deal], Astray], ...]] = (
    area_without_cards, area_with_one_card, wrong_area, area_without_a_wager,
)  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
@pytest.mark.parametrize("game", GAMES)
def test_cards_that_went_astray_are_settled_as_the_clause_puts_them(
    game: str, case: Callable[[Deal], Astray], seed: int
) -> None:
    """See the module."""
    deal = Deal(game, random.Random(seed))
    astray = case(deal)
    table: Line = {"type": "table", "game": game, "areas": AREAS, "decks": 4}
    state, effects = _run(new_table(TwentyOneTable(game=game, areas=AREAS, decks=4)), astray.said)
    assert [effect.rule for effect in effects if isinstance(effect, RulingGiven)] == [astray.ruling]
    after = list(_played_on(state, deal))
    effects += [effect for _, _, found in after for effect in found]
    ended = [effect for effect in effects if isinstance(effect, RoundEnded)]
    outcomes, refused = play([table, *astray.right, *(line for line, _, _ in after)])
    assert refused == []
    ledger = to_json_object(ended[0].outcome)["ledger"]
    returned = [line for line in ledger if line["area"] == astray.returned]
    assert all((line["result"], line["net"]) == ("returned", 0) for line in returned)
    assert len(returned) == (1 if astray.returned else 0)
    assert [_told(line) for line in ledger if line not in returned] == [_told(line) for line in outcomes[0]["ledger"]]


def _told(line: Line) -> tuple[Any, ...]:
    return tuple(line.get(name) for name in ("area", "hand", "player", "kind", "stake", "net", "result"))


def _run(state: Any, lines: list[Line]) -> tuple[State, list[Effect]]:
    effects: list[Effect] = []
    for line in lines:
        state, found = step(state, read_event(dumps(line), game=state.game))
        assert not [effect for effect in found if isinstance(effect, Rejected)], (line, found)
        effects += found
    assert isinstance(state, State)
    return state, effects


def _played_on(state: State, deal: Deal) -> Iterator[tuple[Line, State, list[Effect]]]:
    """Cards where they are awaited, else what the hand in turn may do, at random."""
    while state.round is not None:
        moves = legal_moves(state)
        turn = [move for move in moves if move.type == "decision" and "player" not in dict(move.fields)]
        if any(move.type == "card" for move in moves):
            line: Line = {"type": "card", "card": deal.card()}
        else:
            line = {"type": "decision", **dict(deal.chance.choice(turn).fields)}
        state, effects = _run(state, [line])
        yield line, state, effects
