"""`tablectl people`: who may sign in at the table's pages, and with what rank."""

import time
from collections.abc import Callable
from typing import Annotated, Literal

import typer
from pydantic import ValidationError

from controller.cli import journals
from controller.configuration.config import ConfigError, load
from controller.people import lockout
from controller.people.pins import hashed, is_pin, random_pin
from controller.people.register import Contents, Failures, Person, Register, RegisterError, Role
from controller.terminal.printable import complain, say

ACTION = Literal["list", "add", "pin", "rank", "unlock", "remove", "forget-console"]


def command(
    action: Annotated[
        ACTION, typer.Argument(metavar="ACTION", help="list, add, pin, rank, unlock, remove, or forget-console.")
    ],
    badge: Annotated[str | None, typer.Argument(metavar="BADGE", help="The badge, or the name of a console.")] = None,
    *,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="With add: the person's name.")] = None,
    rank: Annotated[Role | None, typer.Option(metavar="RANK", help="With add and rank: viewer, dealer, …")] = None,
    passphrase: Annotated[
        bool, typer.Option("--passphrase", help="With add and pin: ask for a passphrase, good on any device.")
    ] = False,
    config: journals.ConfigOption = None,
) -> int:
    """Exit status: 0 done, 1 the register does not allow it, 2 it cannot be read or written."""
    try:
        register = Register(load(journals.configuration(config)).people)
        return _ACTIONS[action](register, badge, name, rank, passphrase)
    except (journals.NoJournalError, ConfigError, RegisterError) as error:
        complain(f"tablectl: {error}")
        return journals.BAD
    except _NotSoError as error:
        complain(f"tablectl: {error}")
        return 1


class _NotSoError(Exception):
    """The sentence that refuses."""


def _list(register: Register, *_: object) -> int:
    contents = register.look()
    for badge, person in sorted(contents.people.items()):
        kind = "passphrase" if person.passphrase else "PIN"
        say(f"{badge:<12} {person.role.replace('_', ' '):<16} {kind:<11} {person.name}{_lock(person.failures)}")
    for console in contents.consoles.values():
        say(f"console      {console.name}{_lock(console.failures)}")
    if not contents.people:
        say("Nobody may sign in yet: tablectl people add BADGE --name NAME --rank dealer")
    return 0


def _lock(failures: Failures) -> str:
    now = time.time()
    if not lockout.locked(failures, now):
        return ""
    if failures.locked_until >= lockout.NEVER:
        return "  locked"
    return f"  locked for {failures.locked_until - now:.0f} s more"


def _add(register: Register, badge: str | None, name: str | None, rank: Role | None, passphrase: bool) -> int:
    if badge is None or name is None or rank is None:
        raise _NotSoError("add needs a badge, --name and --rank.")
    pin = _secret(passphrase)  # before the register is locked: somebody may sit at the prompt for long
    with register.change() as contents:
        if badge in contents.people:
            raise _NotSoError(f"There is a badge {badge} already: remove it first, or give it a new PIN.")
        try:
            person = Person(name=name, role=rank, pin=hashed(pin), passphrase=not is_pin(pin))
            contents.people = Contents(people={**contents.people, badge: person}).people
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise _NotSoError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}.") from error
    _show(badge, pin)
    return 0


def _pin(register: Register, badge: str | None, _name: object, _rank: object, passphrase: bool) -> int:
    _known(register.look(), badge)
    pin = _secret(passphrase)
    with register.change() as contents:
        person = _known(contents, badge)
        person.pin, person.passphrase = hashed(pin), not is_pin(pin)
        _unlocked(contents, person)
    _show(str(badge), pin)
    return 0


def _rank(register: Register, badge: str | None, _name: object, rank: Role | None, _passphrase: object) -> int:
    if rank is None:
        raise _NotSoError("rank needs --rank.")
    with register.change() as contents:
        _known(contents, badge).role = rank
    say(f"{badge} is a {rank.replace('_', ' ')} from the next act on.")
    return 0


def _unlock(register: Register, badge: str | None, *_: object) -> int:
    with register.change() as contents:
        _unlocked(contents, _known(contents, badge))
    say(f"{badge} may sign in again.")
    return 0


def _unlocked(contents: Contents, person: Person) -> None:
    """The badge, and the screens: where he tried, the screen is locked with it."""
    for failures in (person.failures, *(console.failures for console in contents.consoles.values())):
        lockout.cleared(failures)


def _remove(register: Register, badge: str | None, *_: object) -> int:
    with register.change() as contents:
        _known(contents, badge)
        del contents.people[str(badge)]
    say(f"{badge} is removed; its sessions have ended.")
    return 0


def _forget_console(register: Register, console: str | None, *_: object) -> int:
    with register.change() as contents:
        found = [key for key, one in contents.consoles.items() if one.name == console]
        if not found:
            names = ", ".join(one.name for one in contents.consoles.values()) or "none"
            raise _NotSoError(f"No console is called {console}; enrolled: {names}.")
        for key in found:
            del contents.consoles[key]
    say(f"{console} is no console of this table any more; its sessions have ended.")
    return 0


def _known(contents: Contents, badge: str | None) -> Person:
    person = contents.people.get(badge or "")
    if person is None:
        raise _NotSoError(f"There is no badge {badge}: `tablectl people list` shows those that there are.")
    return person


def _secret(passphrase: bool) -> str:
    if not passphrase:
        return random_pin()
    return str(typer.prompt("Passphrase, at least 15 characters", hide_input=True, confirmation_prompt=True))


def _show(badge: str, pin: str) -> None:
    if is_pin(pin):
        say(f"The PIN of {badge} is {pin}. It is shown this once, and is good at enrolled consoles alone.")
    else:
        say(f"The passphrase of {badge} is set.")


_ACTIONS: dict[str, Callable[[Register, str | None, str | None, Role | None, bool], int]] = {
    "list": _list, "add": _add, "pin": _pin, "rank": _rank, "unlock": _unlock, "remove": _remove,
    "forget-console": _forget_console,
}  # fmt: skip
