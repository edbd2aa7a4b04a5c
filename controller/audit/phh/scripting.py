"""A hand history into a script of this table: the same cards, the same actions, checked by the rules as it is made.

The rules' own state says what the format leaves open: whether `cc` is a check or a call, whether `cbr` is a bet or a
raise, and whose turn it is. Where the rules refuse what the history says, the script would not be that hand: the
action's line is refused with their reason.
"""

import math
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final, NoReturn

from controller.audit.phh.notation import STREETS, Action, HandHistory, cents, read_cards
from controller.core.cards import UNKNOWN
from controller.core.effects import AlertRaised, Effect, Rejected
from controller.core.money import Cents
from controller.core.outcomes import dumps
from controller.core.reader import MalformedLine
from controller.core.tables import TableError
from controller.games import new_table, step
from controller.games.poker.betting.rounds import is_covered
from controller.games.poker.state import BOARD_SIZE, NAME, RIVER, Betting, Hand, State
from controller.games.reading import read_event, read_table

Record = dict[str, Any]

_PLAYER: Final = re.compile("p[0-9]{1,3}")
UNIT: Final = 100
"""Cents of one unit of the file, unless said otherwise."""
CHIP: Final = 100
"""The table's chip where every amount is a multiple of it; else the greatest that all are multiples of."""

_FIELDS: Final = {"blinds": "blinds_or_straddles", "seats": "seat_count", "chip": "starting_stacks"}
"""Where the table line's values come from."""


def script_of(hand: HandHistory, *, file: str, unit: Cents = UNIT) -> list[Record]:
    """The table line and every event; the round stays open where the history ends before the hand does.

    Raises:
        MalformedLine: this table does not play it; the text says which field or action, and why.

    """
    return _Script(hand, file, unit).records()


class _Script:
    def __init__(self, hand: HandHistory, file: str, unit: Cents) -> None:
        self._history = hand
        self._file = file
        self._unit = unit
        self._made: list[Record] = []
        self._mucks: list[tuple[Action, Record]] = []
        self._line = 0
        """Of the action at hand; 0 before the first."""
        self._state = self._open()

    def records(self) -> list[Record]:
        actions = iter(self._history.actions)
        rest = self._deal(actions)
        for action in (*rest, *actions):
            self._line = action.line
            self._act(action)
        self._give_up()
        return self._made

    # --- the table ------------------------------------------------------------------------------------------------

    def _open(self) -> State:
        history = self._history
        small, big, *others = self._posted()
        if any(self._history.antes):
            self._refuse("antes", "no antes, which this table does not have", _listed(history.antes))
        if any(others) or not small or not big:
            self._refuse("blinds_or_straddles", "a small and a big blind alone", _listed(history.blinds))
        if history.min_bet != big:
            self._refuse("min_bet", f"the big blind {big}, which the least bet is here (3.5)", str(history.min_bet))
        blinds = [self._cents("blinds_or_straddles", value) for value in (small, big)]
        stacks = [self._cents("starting_stacks", value) for value in history.starting_stacks]
        table = {
            "type": "table", "game": NAME, "seats": max(history.seat_count, 2), "dealing": "shoe", "blinds": blinds,
            "chip": self._chip((*blinds, *stacks)), "rake": {"percent": "0", "cap": 0},
        }  # fmt: skip
        try:
            state = new_table(read_table(dumps(table)))
        except TableError as error:
            self._refuse(_FIELDS.get(error.field, error.field), "what the rules allow", f"what they do not: {error}")
        assert isinstance(state, State)  # noqa: S101 - a poker table line
        self._made.append(table)
        self._state = state
        for seat, player, stack in sorted(zip(history.seats, history.players, stacks, strict=True)):
            self._do({"type": "join", "seat": seat, "player": player, "stack": stack})
        self._do({"type": "blinds.open", "button": history.seats[-1]})
        return self._state

    def _posted(self) -> tuple[Decimal, ...]:
        """Small blind, big blind, and what others post."""
        blinds = self._history.blinds
        return blinds[::-1] if len(blinds) == 2 else blinds

    def _chip(self, amounts: tuple[Cents, ...]) -> Cents:
        """The greatest chip up to the usual one that every amount is a multiple of, also in how the pot was split."""
        history = self._history
        bets = [self._cents("actions", Decimal(action.words[2])) for action in history.actions if _is_bet(action)]
        common = math.gcd(*amounts, *bets)
        split = [cents(value, self._unit) or 0 for value in (*history.winnings, *history.finishing_stacks)]
        if math.gcd(common, *split) % 2 == 0:
            common = math.gcd(common, *split)
        if common % 2:
            expected = "amounts in chips of an even number of cents (or another number of cents a unit)"
            self._refuse("starting_stacks", expected, f"chips of {common}")
        return CHIP if common % CHIP == 0 else common

    # --- the hand -------------------------------------------------------------------------------------------------

    def _deal(self, actions: Iterator[Action]) -> list[Action]:
        """The hole cards, one card at a time from the button's left; returns the action read too far."""
        count = len(self._history.seats)
        holes: list[tuple[str, ...]] = [()] * count
        rest: list[Action] = []
        for action in actions:
            if action.words[:2] != ("d", "dh"):
                rest.append(action)
                break
            self._line = action.line
            player, cards = self._player(action, 2), self._cards(action, 3)
            holes[player] = (*holes[player], *cards)
            if len(holes[player]) > 2 or len(action.words) != 4:
                self._refuse("actions", "two hole cards a player", " ".join(action.words))
        dealt = [(*hole, UNKNOWN, UNKNOWN)[:2] for hole in holes]
        for card in (UNKNOWN, *(hole[0] for hole in dealt), *(hole[1] for hole in dealt)):
            self._do({"type": "card", "card": card})
        return rest

    def _act(self, action: Action) -> None:
        match action.words:
            case ("d", "db", cards):
                self._board(self._cards(action, 2), cards)
            case (_, "f"):
                self._in_turn(action, {"action": "fold"})
            case (_, "cc"):
                self._in_turn(action, {"action": "check" if self._owes_nothing(action) else "call"})
            case (_, "cbr", _) if _is_bet(action):
                total = self._cents("actions", Decimal(action.words[2]))
                betting = self._betting()
                raises = betting is not None and betting.high > 0
                self._in_turn(action, {"action": "raise" if raises else "bet", "amount": total})
            case (_, "sm", *cards) if len(cards) <= 1:
                self._show(action, cards)
            case _:
                expected = "`d dh pN cards`, `d db cards`, `pN f`, `pN cc`, `pN cbr amount` or `pN sm cards`"
                self._refuse("actions", expected, " ".join(action.words))

    def _board(self, cards: tuple[str, ...], text: str) -> None:
        hand = self._state.hand
        lying = len(hand.deal.board) if hand is not None else BOARD_SIZE[RIVER]
        street = BOARD_SIZE.index(lying)
        if street == RIVER or len(cards) != STREETS[street]:
            wanted = "no more board cards" if street == RIVER else f"{STREETS[street]} board cards"
            self._refuse("actions", wanted, text)
        if hand is not None and hand.phase == "betting" and not is_covered(hand.betting):
            self._refuse("actions", _turn_of(hand), f"d db {text}")
        for card in (UNKNOWN, *cards):
            self._do({"type": "card", "card": card})

    def _in_turn(self, action: Action, fields: Record) -> None:
        player, hand = self._player(action, 0), self._state.hand
        if hand is None:
            self._refuse("actions", "nothing more, since the hand is over", " ".join(action.words))
        if hand.phase == "betting" and hand.betting.actor != player:
            self._refuse("actions", _turn_of(hand), " ".join(action.words))
        self._do({"type": "action", "seat": self._history.seats[player], **fields})

    def _owes_nothing(self, action: Action) -> bool:
        betting = self._betting()
        return betting is None or betting.bets[self._player(action, 0)] >= betting.high

    def _show(self, action: Action, cards: list[str]) -> None:
        player, hand = self._player(action, 0), self._state.hand
        if hand is None:  # the winner shows what nobody may ask him for
            return
        if not hand.marker:
            self._do({"type": "showdown"})
        seat = self._history.seats[player]
        if not cards or set(read_cards(cards[0]) or ()) == {UNKNOWN}:  # a hand that nobody saw wins nothing here
            self._mucks.append((action, {"type": "muck", "seat": seat}))
            if len(hand.deal.board) == BOARD_SIZE[RIVER]:
                self._give_up()
            return
        record: Record = {"type": "show", "seat": seat}
        if cards != ["-"]:
            record["cards"] = list(self._cards(action, 2))
        self._do(record)

    def _give_up(self) -> None:
        """Hands are given up here once the board lies open; the format tells it also before."""
        mucks, self._mucks = self._mucks, []
        for action, record in mucks:
            self._line = action.line
            self._do(record)

    # --- words ----------------------------------------------------------------------------------------------------

    def _player(self, action: Action, at: int) -> int:
        """The position of pN."""
        word = action.words[at] if len(action.words) > at else ""
        count = len(self._history.seats)
        if not _PLAYER.fullmatch(word) or not 1 <= int(word[1:]) <= count:
            self._refuse("actions", f"a player from p1 to p{count}", " ".join(action.words))
        return int(word[1:]) - 1

    def _cards(self, action: Action, at: int) -> tuple[str, ...]:
        cards = read_cards(action.words[at] if len(action.words) > at else "")
        if cards is None:
            self._refuse("actions", "cards as in `Ac??`", " ".join(action.words))
        return cards

    def _cents(self, field: str, value: Decimal) -> Cents:
        exact = cents(value, self._unit)
        if exact is None:
            self._refuse(field, f"amounts of whole cents, {self._unit} of which are one unit", str(value))
        return exact

    # --- the rules ------------------------------------------------------------------------------------------------

    def _betting(self) -> Betting | None:
        return self._state.hand.betting if self._state.hand is not None else None

    def _do(self, record: Record) -> None:
        state, effects = step(self._state, read_event(dumps(record), game=NAME))
        assert isinstance(state, State)  # noqa: S101 - the rules keep the game
        wrong = next(filter(None, map(_fault, effects)), None)
        if wrong is not None:
            self._refuse(
                "actions" if self._line else "starting_stacks", "what the rules allow", f"what they do not: {wrong}"
            )
        self._made.append(record)
        self._state = state

    def _refuse(self, field: str, expected: str, actual: str) -> NoReturn:
        line = self._line if field == "actions" else self._history.lines.get(field, 1)
        raise MalformedLine(file=self._file, line=line, field=field, expected=expected, actual=actual.rstrip("."))


def _turn_of(hand: Hand) -> str:
    return f"an action of p{hand.betting.actor + 1}, whose turn it is"


def _is_bet(action: Action) -> bool:
    return len(action.words) == 3 and action.words[1] == "cbr" and _is_amount(action.words[2])


def _is_amount(text: str) -> bool:
    whole, _, rest = text.partition(".")
    return text.isascii() and whole.isdecimal() and (rest.isdecimal() or text == whole)


def _fault(effect: Effect) -> str | None:
    """Why an effect means that the hand was not played as the history tells it."""
    if isinstance(effect, Rejected):
        return effect.reason + (f" [{effect.rule}]" if effect.rule else "")
    return effect.text if isinstance(effect, AlertRaised) else None


def _listed(amounts: tuple[Decimal, ...]) -> str:
    return ", ".join(map(str, amounts))
