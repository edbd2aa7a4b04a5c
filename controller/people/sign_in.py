"""Signing in, enrolling a console, and the yes of a higher rank: each looked at, counted, and told to the journal.

A six-digit PIN is good at an enrolled console alone; elsewhere only a passphrase is. Whatever is wrong, the badge, the
PIN or the place, the answer is the same and takes as long.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from controller.alerts.notices import PersonNotice
from controller.people import lockout
from controller.people.pins import Comparer, is_pin
from controller.people.register import Contents, EnrolledConsole, Failures, Person, Register, digest
from drivers.budget import Budget

REFUSED: Final = "Badge or PIN are not right, or not valid at this device."
LOCKED: Final = "Too many wrong PINs: wait, or ask a pit manager to unlock the badge with `tablectl people unlock`."
NO_CODE: Final = "The code is not right, has been used or is older than ten minutes: make one with `tablectl enrol`."
TOO_OFTEN: Final = "This badge has signed in too often: wait some minutes."
RIGHT_AT_ONCE: Final = 30
RIGHT_EVERY_S: Final = 10.0
"""How often one badge signs in or says yes: each is a record of the journal."""
STRANGERS: Final = 256
"""Addresses of devices that are not enrolled whose failures are counted; the oldest is forgotten."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody signs in: the enrolled console by its cookie, or the address of another device."""

    console: str = ""
    name: str = ""
    address: str = ""


class SignInRefused(Exception):  # noqa: N818 - what happened, not what broke
    """The text is a sentence for whoever stands at the device."""


@dataclass(slots=True)
class SignIn:
    """The door of a table; `notify` puts what happened into the journal and returns after its commit."""

    register: Register
    notify: Callable[[PersonNotice], Awaitable[None]]
    now: Callable[[], float] = time.time
    _comparer: Comparer = field(default_factory=Comparer)
    _consoles_turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _strangers_turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Consoles do not wait behind strangers."""
    _strangers: dict[str, Failures] = field(default_factory=dict)
    _right: dict[str, Budget] = field(default_factory=dict)

    def place(self, cookie: str | None, address: str) -> Place:
        """Whose cookie it is, else a stranger's device."""
        if cookie:
            hashed = digest(cookie)
            for key, console in self.register.look().consoles.items():
                if secrets.compare_digest(console.secret, hashed):
                    return Place(key, console.name, address)
        return Place(address=address)

    async def person(self, badge: str, pin: str, place: Place) -> Person:
        """Who this is; raises SignInRefused and RegisterError."""
        async with self._strangers_turn if not place.console else self._consoles_turn:
            return await self._person(badge, pin, place)

    async def _person(self, badge: str, pin: str, place: Place) -> Person:
        """One after the other: what is counted is so before the next is looked at."""
        contents = self.register.look()
        person = contents.people.get(badge)
        now = self.now()
        if any(lockout.locked(failures, now) for failures in self._counted(contents, badge, place)):
            raise SignInRefused(LOCKED)
        good_here = person is not None and (bool(place.console) or (person.passphrase and not is_pin(pin)))
        fits = await self._comparer.fits(pin, person.pin if person is not None else None)
        right = fits and good_here
        locks = self._count(badge, place, right=right)
        if right and person is not None:
            budget = self._right.setdefault(badge, Budget(rate=1 / RIGHT_EVERY_S, burst=RIGHT_AT_ONCE))
            if not budget.take(now):
                raise SignInRefused(TOO_OFTEN)
            return person
        await self.notify(PersonNotice(what="locked" if locks else "refused", badge=badge, console=place.name))
        raise SignInRefused(LOCKED if locks else REFUSED)

    async def enrol(self, code: str) -> tuple[str, str]:
        """The cookie of a new console and its name; raises SignInRefused."""
        hashed, now = digest(code.strip().upper()), self.now()
        if not any(one.until > now and secrets.compare_digest(one.code, hashed) for one in self.register.look().codes):
            await self.notify(PersonNotice(what="refused", reason="a wrong code to enrol a console"))
            raise SignInRefused(NO_CODE)
        cookie, key = secrets.token_urlsafe(32), secrets.token_hex(4)
        name = ""
        with self.register.change() as contents:
            for one in contents.codes:
                if secrets.compare_digest(one.code, hashed):
                    name = one.name
            contents.codes = [one for one in contents.codes if one.until > now and one.code != hashed]
            contents.consoles[key] = EnrolledConsole(name=name, secret=digest(cookie))
        await self.notify(PersonNotice(what="enrolled", console=name))
        return cookie, name

    def _counted(self, contents: Contents, badge: str, place: Place) -> list[Failures]:
        found = []
        if place.console and (person := contents.people.get(badge)) is not None:
            found.append(person.failures)  # a stranger counts for his address alone: else he locks whom he likes
        if (console := contents.consoles.get(place.console)) is not None:
            found.append(console.failures)
        elif not place.console:
            found.append(self._stranger(place.address))
        return found

    def _stranger(self, address: str) -> Failures:
        if address not in self._strangers and len(self._strangers) >= STRANGERS:
            del self._strangers[next(iter(self._strangers))]
        return self._strangers.setdefault(address, Failures())

    def _count(self, badge: str, place: Place, *, right: bool) -> bool:
        """Whether this wrong one has locked the badge or the device."""
        now = self.now()
        if right and all(not failures.count for failures in self._counted(self.register.look(), badge, place)):
            return False
        locks = False
        with self.register.change() as contents:
            for failures in self._counted(contents, badge, place):
                if right:
                    lockout.cleared(failures)
                else:
                    locks |= lockout.failed(failures, now)
        return locks
