"""A row of the table of refusals, and the reasons for which no clause is named."""

from typing import Final, NamedTuple

CHIP: Final = "an amount is chips (contract 1)"
UNKNOWN: Final = "no such word, area, seat or event at this table (contract 2)"
TURN: Final = "the turn is another's (contract 2)"
RECORD: Final = "it names other cards than the shoe gave: the record, which a correction puts right"
NOTHING: Final = "nothing is there that it could be about"
FIELD: Final = "the event lacks or misplaces a field (contract)"
SAID: Final = "it has been said already"
LAYOUT: Final = "a layout holds exactly the cards of the round (contract 4)"
INNER: Final = "it passes on another refusal with its clause"
CORRECTION: Final = "what a correction may do is the contract's (9)"
ELSEWHERE: Final = "this game has no such wager, call or bound"


class Row(NamedTuple):
    """One refusal.

    `clauses` are those of Pontoon Pandemonium, Pontoon, Free Bet and Blackjack, or of poker alone: `/` between those it
    has by the case, `-` for a game without one; then `why` says the reason.
    """

    function: str
    sentence: str
    clauses: str = ""
    why: str | None = None


Table = dict[str, tuple[Row, ...]]
"""The rows of each file, a path below `controller/games`, in the order of the code."""
