"""What is in force at a poker table: the table line, checked against the rules and made ready for arithmetic."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from controller.core.money import Cents
from controller.core.tables import PokerTable, TableError
from controller.games.records.record import Record
from controller.games.rules_hash import rules_hash

MOST_SEATS: Final = 9
"""The most the layout allows (2.1.1, contract section 2)."""

LEAST_SEATS: Final = 2
"""A Round of play needs a Small and a Big Blind (1.6)."""

DECKS: Final = 1
"""2.2.1"""

MOST_RAKE_PERCENT: Final = 5
"""4.1"""

_PERCENT: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


@dataclass(slots=True, unsafe_hash=True)
class Settings(Record):
    """Amounts in cents; the rake is the fraction `rake_numerator / rake_denominator` of a Pot.

    `least_stake` and `most_stake` are None at a table without limits, `rake_cap` where the rake has none. `shuffler`:
    cards come as sets (3.10) and not one at a time (3.9).
    """

    seats: int
    chip: Cents
    small_blind: Cents
    big_blind: Cents
    least_stake: Cents | None
    most_stake: Cents | None
    rake_numerator: int
    rake_denominator: int
    rake_cap: Cents | None
    shuffler: bool
    rules_hash: str

    def copy(self) -> "Settings":
        """Another record with the same fields."""
        new = Settings.__new__(Settings)
        new.seats = self.seats
        new.chip = self.chip
        new.small_blind = self.small_blind
        new.big_blind = self.big_blind
        new.least_stake = self.least_stake
        new.most_stake = self.most_stake
        new.rake_numerator = self.rake_numerator
        new.rake_denominator = self.rake_denominator
        new.rake_cap = self.rake_cap
        new.shuffler = self.shuffler
        new.rules_hash = self.rules_hash
        return new


def read_settings(table: PokerTable) -> Settings:
    """The settings of a table line; raises TableError where the rules forbid a value."""
    _check(LEAST_SEATS <= table.seats <= MOST_SEATS, "seats", f"{LEAST_SEATS} to {MOST_SEATS} seats", table.seats)
    _check(table.decks == DECKS, "decks", "one deck of 52 cards (2.2.1)", table.decks)
    _check(table.chip > 0 and table.chip % 2 == 0, "chip", "an even number of cents above 0", table.chip)
    small, big = table.blinds
    _check(small > 0 and small % table.chip == 0, "blinds", f"a Small Blind in chips of {table.chip}", small)
    _check(big == 2 * small, "blinds", f"a Big Blind of twice the Small Blind, {2 * small} (1.7)", big)
    least, most = table.stake if table.stake is not None else (None, None)
    if least is not None and most is not None:
        _check(0 < least <= most, "stake", "the least Table Stake, then the most (3.6)", [least, most])
        whole = least % table.chip == 0 and most % table.chip == 0
        _check(whole, "stake", f"multiples of the chip of {table.chip}", [least, most])
    percent = table.rake.percent
    _check(_PERCENT.fullmatch(percent) is not None, "rake.percent", 'a decimal number in text, as "2.5"', percent)
    share = Fraction(percent) / 100
    _check(share * 100 <= MOST_RAKE_PERCENT, "rake.percent", f"at most {MOST_RAKE_PERCENT} percent (4.1)", percent)
    cap = table.rake.cap
    _check(cap is None or cap >= 0, "rake.cap", "0 cents or more", cap)
    for name in table.readings:
        raise TableError("readings", f"poker leaves no choice of a reading {name}")
    return Settings(
        seats=table.seats,
        chip=table.chip,
        small_blind=small,
        big_blind=big,
        least_stake=least,
        most_stake=most,
        rake_numerator=share.numerator,
        rake_denominator=share.denominator,
        rake_cap=cap,
        shuffler=table.dealing == "shuffler",
        rules_hash=rules_hash(table),
    )


def _check(holds: bool, field: str, expected: str, actual: object) -> None:
    if not holds:
        raise TableError(field, f"poker takes {expected}, not {actual!r}")
