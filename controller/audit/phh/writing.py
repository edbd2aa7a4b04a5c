"""A hand history as the text of a `.phh` file, several as one `.phhs` file with a table for each."""

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from controller.audit.phh.notation import VARIANT, HandHistory, by_player

_DELETE: Final = "\x7f"
"""The one character that JSON leaves as it is and TOML wants escaped."""


def written(hand: HandHistory) -> str:
    """The TOML text of one hand, without a table header; ends with a newline."""
    rows = [
        f"variant = {_text(VARIANT)}",
        f"antes = {_amounts(by_player(hand.antes))}",
        f"blinds_or_straddles = {_amounts(by_player(hand.blinds))}",
        f"min_bet = {_amount(hand.min_bet)}",
        f"starting_stacks = {_amounts(hand.starting_stacks)}",
        "actions = [",
        *(f"  {_text(' '.join(action.words))}," for action in hand.actions),
        "]",
        f"hand = {hand.name}" if hand.name.isascii() and hand.name.isdecimal() else f"hand = {_text(hand.name)}",
        f"seats = {list(hand.seats)}",
        f"seat_count = {hand.seat_count}",
        f"players = [{', '.join(map(_text, hand.players))}]",
    ]
    if hand.finishing_stacks:
        rows.append(f"finishing_stacks = {_amounts(hand.finishing_stacks)}")
        rows.append(f"winnings = {_amounts(hand.winnings)}")
    return "\n".join(rows) + "\n"


def written_all(hands: Iterable[HandHistory]) -> str:
    """One hand as it is; of several each in a table of its number."""
    found = list(hands)
    if len(found) == 1:
        return written(found[0])
    return "\n".join(f"[{number}]\n{written(hand)}" for number, hand in enumerate(found, start=1))


def _amounts(values: Iterable[Decimal]) -> str:
    return f"[{', '.join(map(_amount, values))}]"


def _amount(value: Decimal) -> str:
    return f"{value:f}"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace(_DELETE, "\\u007F")
