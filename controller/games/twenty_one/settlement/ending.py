"""Settlement: each wager's fate with the clauses that decided it, and the outcome of the round (section 4).

The ledger is in the contract's order: by area, the lines of a hand by hand and position, then insurance and the side
wagers. A void round returns every stake.
"""

from collections.abc import Iterator

from controller.core.cards import UNKNOWN
from controller.core.effects import CardShown, Effect, RoundEnded, SetButton, SetMeter
from controller.core.outcomes import DealerHand, DealerResult, HandResult, LedgerLine, PlayerHand, TwentyOneOutcome
from controller.games.records.altering import altered
from controller.games.twenty_one.betting.limits import under_minimum
from controller.games.twenty_one.change import show_button, show_meter
from controller.games.twenty_one.hands import count, is_natural, total_of, two_card_natural
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.main_wagers import main_lines
from controller.games.twenty_one.settlement.side_lines import insurance_line, side_line
from controller.games.twenty_one.settlement.super_bonus import super_bonuses
from controller.games.twenty_one.state import Area, Hand, Round, Side, State
from controller.games.twenty_one.waiting import leave


def settle(state: State, round_: Round, rules: Rulebook, out: list[Effect]) -> None:
    """Ends the round with its settlement, at a table that is the caller's own."""
    _turn_hidden(round_, out)
    lines: list[LedgerLine] = []
    bonuses = super_bonuses(state, round_, rules)
    for index, area in enumerate(round_.areas):
        if not area.mains and not area.sides:
            continue
        lines.extend(main_lines(state, round_, rules, index, bonuses.get(index, {})))
        lines.extend(_other_lines(state, round_, rules, index, area))
    out.append(RoundEnded(_outcome(state, rules, round_, tuple(lines), rule=None)))
    if state.table.limits_policy == "settle":
        state.warned |= _newly_warned(state, round_, lines)
    _close(state)


def void(state: State, round_: Round, rules: Rulebook, clause: str | None, out: list[Effect]) -> State:
    """Ends the round without a result: every stake comes back, what lies there goes (5.1.1; Blackjack 5.17)."""
    cited = () if clause is None else (clause,)
    lines = tuple(_void_lines(rules, round_, cited))
    out.append(RoundEnded(_outcome(state, rules, round_, lines, rule=clause, void_=True)))
    state = state.copy()
    leave(state, rules, out)
    _close(state)
    show_button(state, out, SetButton(lit=False))
    show_meter(state, out, SetMeter("idle"))
    return state


def _void_lines(rules: Rulebook, round_: Round, cited: tuple[str, ...]) -> Iterator[LedgerLine]:
    for number, area in enumerate(round_.areas, start=1):
        hands = area.hands or ((Hand(1, (), area.mains),) if area.mains else ())
        for position, hand in enumerate(hands, start=1):
            for bet in hand.bets:
                yield LedgerLine(
                    area=number, hand=position, player=bet.player, kind="main", stake=bet.stake + bet.added, net=0,
                    result="void", markers=bet.markers if rules.free_bets else None, rules=cited,
                )  # fmt: skip
        for insurance in sorted(area.insurances, key=lambda one: one.position):
            yield LedgerLine(
                area=number, player=insurance.player, kind="insurance", stake=insurance.amount, net=0, result="void",
                rules=cited,
            )  # fmt: skip
        for side in in_order(rules, area):
            yield LedgerLine(
                area=number, player=side.player, kind=side.kind, stake=side.amount, net=0, result="void",
                multiplier=side.multiplier, rules=cited,
            )  # fmt: skip


def _other_lines(state: State, round_: Round, rules: Rulebook, index: int, area: Area) -> Iterator[LedgerLine]:
    for insurance in sorted(area.insurances, key=lambda one: one.position):
        yield insurance_line(round_, rules, index + 1, insurance)
    for side in in_order(rules, area):
        yield side_line(state, round_, rules, index, side)


def in_order(rules: Rulebook, area: Area) -> list[Side]:
    """The side wagers of the area as the ledger has them: kind by kind, front to back."""
    return sorted(area.sides, key=lambda side: (rules.wager_kinds.index(side.kind), side.position))


def _newly_warned(state: State, round_: Round, lines: list[LedgerLine]) -> frozenset[str]:
    """Players of whom the outcome of a wager under the minimum was determined in this round (5.26)."""
    settled = {(line.area, line.player, line.kind) for line in lines if line.result != "returned"}
    found = set()
    for number, area in enumerate(round_.areas, start=1):
        placed = [(bet.player, "main", bet.original) for bet in area.mains]
        placed += [(side.player, side.kind, side.amount) for side in area.sides]
        found |= {
            player
            for player, kind, amount in placed
            if under_minimum(state, kind, amount) and (number, player, kind) in settled
        }
    return frozenset(found)


def _close(state: State) -> None:
    """No round is open; what was burned and drawn belongs to the past."""
    state.round = None
    if state.shoe.burned:
        state.shoe = altered(state.shoe, burned=())


def _turn_hidden(round_: Round, out: list[Effect]) -> None:
    """Cards still face down are turned to be settled (Blackjack 3.12)."""
    for number, area in enumerate(round_.areas, start=1):
        for position, hand in enumerate(area.hands, start=1):
            out.extend(CardShown(hand.cards[at], "area", number, position) for at in hand.hidden)


def _outcome(
    state: State,
    rules: Rulebook,
    round_: Round,
    lines: tuple[LedgerLine, ...],
    *,
    rule: str | None,
    void_: bool = False,
) -> TwentyOneOutcome:
    return TwentyOneOutcome(
        game=rules.game,
        round=round_.number,
        status="void" if void_ else "settled",
        rule=rule,
        dealer=_dealer_hand(rules, round_.dealer),
        hands=tuple(
            _player_hand(rules, number, position, hand, masked=void_)
            for number, area in enumerate(round_.areas, start=1)
            for position, hand in enumerate(area.hands, start=1)
            if hand.cards
        ),
        ledger=lines,
        net=sum(line.net for line in lines),
        rules_hash=state.rules_hash,
    )


def _dealer_hand(rules: Rulebook, cards: tuple[str, ...]) -> DealerHand:
    total, _ = count(cards)
    result: DealerResult = "stand"
    if len(cards) < 2:
        result = "not_drawn"
    elif two_card_natural(cards):
        result = rules.natural
    elif total > 21:
        result = "bust"
    return DealerHand(cards=cards, total=total, result=result)


def _player_hand(rules: Rulebook, number: int, position: int, hand: Hand, *, masked: bool) -> PlayerHand:
    total, _ = total_of(rules, hand)
    result: HandResult = "stand"
    if hand.bets and all(bet.fate == "surrendered" for bet in hand.bets):
        result = "surrendered"
    elif total > 21:
        result = "bust"
    elif is_natural(hand):
        result = rules.natural
    elif total == 21:
        result = "21"
    if masked and hand.hidden:  # a card the players never saw stays unseen
        cards = tuple(UNKNOWN if at in hand.hidden else card for at, card in enumerate(hand.cards))
        total, result = 0, "stand"
    else:
        cards = hand.cards
    return PlayerHand(
        area=number, hand=position, cards=cards, total=total, doubled=hand.doubled, split=hand.split, result=result
    )  # fmt: skip
