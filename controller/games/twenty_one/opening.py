"""Opening a twenty-one table: the table line with its defaults filled in and checked against the game's rules."""

from dataclasses import replace

from controller.core.tables import TableError, TwentyOneTable
from controller.games.game import State as AnyState
from controller.games.records.altering import altered
from controller.games.rules_hash import rules_hash
from controller.games.twenty_one.cards import check_decks
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.shoe import Shoe
from controller.games.twenty_one.state import State


def open_table(rules: Rulebook, table: TwentyOneTable) -> State:
    """A table before its first round, with a full, shuffled shoe.

    Raises:
        TableError: the line asks for what the rules forbid (2.1, the layout of the appendix, an unknown reading).

    """
    areas = rules.areas_default if table.areas is None else table.areas
    if not rules.areas_least <= areas <= rules.areas_most:
        text = f"the layout of {rules.title} has {rules.areas_least} to {rules.areas_most} areas, not {areas}"
        raise TableError("areas", text)
    if (wrong := check_decks(rules, table.decks)) is not None:
        raise TableError("decks", f"{wrong.reason} ({wrong.rule})")
    if table.chip <= 0 or table.chip % 2:
        raise TableError("chip", f"the smallest chip is a positive, even number of cents, not {table.chip}")
    for kind, (least, most) in table.limits.items():
        _check_limit(rules, table.chip, kind, least, most)
    for name, option in table.readings.items():
        options = rules.readings.get(name)
        if options is None:
            known = ", ".join(rules.readings) or "none"
            raise TableError(
                f"readings.{name}", f"{rules.title} leaves no choice of a reading {name}; choices: {known}"
            )
        if option not in options:
            raise TableError(f"readings.{name}", f"the reading {name} is one of {', '.join(options)}, not {option!r}")
    readings = {name: table.readings.get(name, options[0]) for name, options in rules.readings.items()}
    table = replace(table, areas=areas, readings=readings)
    shoe = Shoe(table.decks, burn_due=table.burn)
    return State(table=table, rules_hash=rules_hash(table), shoe=shoe, seats=(None,) * areas)


def renew(fresh: State, old: AnyState, rounds: int) -> State:
    """A fresh table that goes on where an old one stood between rounds: rounds, seats, the shoe if it is the same."""
    if not isinstance(old, State):
        return altered(fresh, rounds=rounds)
    seats = tuple(old.seats[at] if at < len(old.seats) else None for at in range(len(fresh.seats)))
    renewed = altered(fresh, rounds=old.rounds, seats=seats, warned=old.warned, vacated=old.vacated)
    if old.table.game != fresh.table.game or old.shoe.decks != fresh.shoe.decks:
        return renewed
    return altered(renewed, shoe=old.shoe, kept=old.kept, waiting=old.waiting, overdraw=old.overdraw)


def _check_limit(rules: Rulebook, chip: int, kind: str, least: int, most: int) -> None:
    place = f"limits.{kind}"
    if kind not in rules.wager_kinds:
        raise TableError(place, f"{rules.title} has no wager {kind}; it has {', '.join(rules.wager_kinds)}")
    if not 0 < least <= most:
        raise TableError(place, f"a limit is a least and a most, both over 0, not {least} and {most}")
    if least % chip or most % chip:
        raise TableError(place, f"limits are multiples of the chip of {chip}, not {least} and {most}")
