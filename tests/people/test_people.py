"""Badges, PINs, lock-outs, sessions and approvals, each by its own clock."""

import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from controller.alerts.notices import PersonNotice
from controller.people import lockout
from controller.people.approvals import LASTS_S as APPROVAL_S
from controller.people.approvals import Approvals
from controller.people.pins import PASSPHRASE, hashed, is_pin, random_pin
from controller.people.register import (
    Contents,
    EnrolCode,
    EnrolledConsole,
    Failures,
    Person,
    Register,
    RegisterError,
    digest,
)
from controller.people.sessions import ASLEEP_AFTER_S, LASTS_S, MOST, Sessions
from controller.people.sign_in import RIGHT_AT_ONCE, RIGHT_EVERY_S, STRANGERS, Place, SignIn, SignInRefused

KIM = Person(name="Kim", role="dealer", pin=hashed("271828"))
LEE = Person(name="Lee", role="pit_manager", pin=hashed("a long passphrase"), passphrase=True)


def people() -> Contents:
    """Kim at a console, Lee anywhere."""
    return Contents(people={"1": KIM, "2": LEE}, consoles={"c": EnrolledConsole(name="left", secret=digest("cookie"))})


class Door:
    """The door of a table with these people, on a clock that the test moves."""

    def __init__(self, folder: Path) -> None:
        self.register = Register(folder / "people.json")
        with self.register.change() as contents:
            contents.people, contents.consoles = people().people, people().consoles
        self.at = 1000.0
        self.noticed: list[PersonNotice] = []
        self.sign_in = SignIn(self.register, self._notify, lambda: self.at)

    async def _notify(self, notice: PersonNotice) -> None:
        self.noticed.append(notice)

    async def comes(self, badge: str, pin: str, place: Place | None = None) -> bool:
        """Whether he is let in."""
        try:
            await self.sign_in.person(badge, pin, place or Place("c", "left"))
        except SignInRefused:
            return False
        return True


# --- the register -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["", ".lock"])
def test_no_link_leads_whoever_changes_it_to_another_file(tmp_path: Path, ending: str) -> None:
    """The service may write the folder, root changes the register: what a link leads to stays as it is."""
    other = tmp_path / "other"
    other.write_text("{}")
    folder = tmp_path / "var"
    folder.mkdir()
    os.chown(folder, 65534, 65534) if os.geteuid() == 0 else None
    (folder / f"people.json{ending}").symlink_to(other)
    before = other.stat()
    with suppress(RegisterError), Register(folder / "people.json").change() as contents:
        contents.people["1"] = KIM
    assert other.stat()[:6] == before[:6]
    assert other.read_text() == "{}"


@pytest.mark.parametrize("held", ["pipe", "folder", b"[" * 5_000_000, b"{}\xff", b"["])
def test_what_is_no_register_says_what_to_do(tmp_path: Path, held: str | bytes) -> None:
    """A pipe is not waited for, no more is read than allowed."""
    path = tmp_path / "people.json"
    if held == "pipe":
        os.mkfifo(path)
    elif held == "folder":
        path.mkdir()
    elif isinstance(held, bytes):
        path.write_bytes(held)
    with pytest.raises(RegisterError, match=r"people\.json.*Put it back from a backup"):
        Register(path).look()


def test_the_register_is_the_services_alone_and_read_again_when_it_changes(tmp_path: Path) -> None:
    """0600; another program's change is seen; nothing is written where the change fails."""
    register, other = Register(tmp_path / "people.json"), Register(tmp_path / "people.json")
    assert register.look() == Contents()
    with other.change() as contents:
        contents.people["1"] = KIM
    assert register.look().people["1"].name == "Kim"
    assert stat.S_IMODE((tmp_path / "people.json").stat().st_mode) == 0o600
    with pytest.raises(ZeroDivisionError), other.change() as contents:  # noqa: PT012
        contents.people.clear()
        raise ZeroDivisionError
    assert register.look().people


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "the whole"), ("[]", "the whole"), ('{"people":{"1":{"name":"Kim"}}}', "people.1.role"),
        ('{"people":{"a b":{}}}', "people"), ('{"peple":{}}', "peple"),
        ('{"people":{"1":{"name":"K\\u001bim","role":"dealer","pin":"x"}}}', "people.1.name"),
    ],
)  # fmt: skip
def test_a_damaged_register_is_named_with_its_place(tmp_path: Path, text: str, part: str) -> None:
    """Nobody signs in by a register that cannot be read."""
    (tmp_path / "people.json").write_text(text)
    with pytest.raises(RegisterError, match=part):
        Register(tmp_path / "people.json").look()


# --- PINs -------------------------------------------------------------------------------------------------------


def test_pins_are_random_and_short_words_are_none() -> None:
    """Six digits, not everybody's birthday; else at least fifteen characters; Arabic digits are no digits."""
    pins = {random_pin() for _ in range(200)}
    assert len(pins) > 190
    assert all(is_pin(pin) for pin in pins)
    assert not is_pin("١٢٣٤٥٦")
    for wrong in ("12345", "1234567", "x" * (PASSPHRASE - 1), "x" * 129, ""):
        with pytest.raises(RegisterError):
            hashed(wrong)


async def test_a_pin_at_a_console_and_a_passphrase_anywhere(tmp_path: Path) -> None:
    """Elsewhere a right PIN is refused like a wrong one."""
    door, elsewhere = Door(tmp_path), Place(address="10.0.0.9")
    assert await door.comes("1", "271828")
    assert not await door.comes("1", "271828", elsewhere)
    assert await door.comes("2", "a long passphrase", elsewhere)
    assert not await door.comes("2", "another passphrase", elsewhere)
    assert not await door.comes("nobody", "271828")


# --- lock-outs --------------------------------------------------------------------------------------------------


def test_steps_of_the_lock() -> None:
    """Five, then a minute; five more, five minutes; five more, fifteen; the twentieth until somebody unlocks."""
    failures, now, locks = Failures(), 0.0, []
    for number in range(1, 21):
        if lockout.failed(failures, now):
            locks.append((number, failures.locked_until - now))
            now = min(failures.locked_until, 1e9)
    assert locks[:3] == [(5, 60.0), (10, 300.0), (15, 900.0)]
    assert locks[3][0] == 20
    assert lockout.locked(failures, 1e9)
    lockout.cleared(failures)
    assert not lockout.locked(failures, 0.0)


async def test_a_locked_badge_is_not_looked_at_and_no_restart_forgets(tmp_path: Path) -> None:
    """The right PIN in the minute of the lock counts for nothing; after it, it clears the count."""
    door = Door(tmp_path)
    for _ in range(5):
        assert not await door.comes("1", "000000")
    assert [notice.what for notice in door.noticed][-1] == "locked"
    assert not await door.comes("1", "271828")
    again = SignIn(door.register, door.sign_in.notify, lambda: door.at)
    with pytest.raises(SignInRefused, match="Too many"):
        await again.person("1", "271828", Place("c", "left"))
    door.at += 61
    assert await door.comes("1", "271828")
    assert door.register.look().people["1"].failures.count == 0


async def test_a_console_at_which_badges_are_tried_is_locked(tmp_path: Path) -> None:
    """Five badges that nobody has lock the screen for everybody; a stranger's address its own device alone."""
    door = Door(tmp_path)
    for badge in "abcde":
        await door.comes(badge, "000000")
    assert not await door.comes("1", "271828")
    stranger = Place(address="10.0.0.9")
    for _ in range(5):
        await door.comes("2", "a wrong passphrase", stranger)
    door.at += 61
    with door.register.change() as contents:
        lockout.cleared(contents.people["2"].failures)
    assert await door.comes("2", "a long passphrase", Place(address="10.0.0.10"))
    for number in range(STRANGERS + 5):
        await_ = door.sign_in._counted(contents, "x", Place(address=str(number)))
        assert await_
    assert len(door.sign_in._strangers) <= STRANGERS


# --- consoles ---------------------------------------------------------------------------------------------------


async def test_who_signs_in_without_end_is_let_in_now_and_then(tmp_path: Path) -> None:
    """Each time is a record: a badge has so many at once, then some in a minute; another badge is not held up."""
    door = Door(tmp_path)
    assert [await door.comes("1", "271828") for _ in range(RIGHT_AT_ONCE + 2)] == [True] * RIGHT_AT_ONCE + [False] * 2
    assert await door.comes("2", "a long passphrase")
    door.at += RIGHT_EVERY_S
    assert [await door.comes("1", "271828") for _ in range(2)] == [True, False]
    assert not door.noticed


async def test_a_code_enrols_once_and_for_ten_minutes(tmp_path: Path) -> None:
    """The cookie is the console's from then on, until it is forgotten."""
    door = Door(tmp_path)
    with door.register.change() as contents:
        contents.codes = [EnrolCode(name="right", code=digest("AB-CD"), until=1600.0)]
    cookie, name = await door.sign_in.enrol(" ab-cd ")
    assert (name, door.sign_in.place(cookie, "").name) == ("right", "right")
    assert door.sign_in.place("other", "10.0.0.9") == Place(address="10.0.0.9")
    with pytest.raises(SignInRefused):
        await door.sign_in.enrol("AB-CD")
    with door.register.change() as contents:
        contents.codes = [EnrolCode(name="late", code=digest("EF"), until=999.0)]
    with pytest.raises(SignInRefused):
        await door.sign_in.enrol("EF")
    assert [notice.what for notice in door.noticed] == ["enrolled", "refused", "refused"]


# --- sessions ---------------------------------------------------------------------------------------------------


def test_a_session_sleeps_and_ends() -> None:
    """Fifteen minutes without an act; twelve hours; its person or its console gone; another sign-in of his there."""
    sessions, contents = Sessions(), people()
    token, session = sessions.begin(badge="1", name="Kim", role="dealer", console="c", console_name="left", now_s=0.0)
    assert sessions.of(token, contents, 10.0) is session
    assert not session.asleep(ASLEEP_AFTER_S)
    assert session.asleep(ASLEEP_AFTER_S + 1)
    assert sessions.of(token, contents, LASTS_S + 1) is None
    token, session = sessions.begin(badge="1", name="Kim", role="dealer", console="c", console_name="left", now_s=0.0)
    later, _ = sessions.begin(badge="1", name="Kim", role="dealer", console="c", console_name="left", now_s=1.0)
    assert sessions.of(token, contents, 2.0) is None
    assert not sessions.valid(session, contents, 2.0)
    contents.people["1"].role = "viewer"
    found = sessions.of(later, contents, 2.0)
    assert found is not None
    assert found.role == "viewer"
    del contents.consoles["c"]
    assert sessions.of(later, contents, 3.0) is None
    assert sessions.of("made up", contents, 3.0) is None


def test_so_many_sessions_and_no_more() -> None:
    """The one that acted longest ago makes room."""
    sessions, contents = Sessions(), Contents(people={str(number): KIM for number in range(MOST + 1)})
    tokens = [
        sessions.begin(badge=str(number), name="Kim", role="dealer", console="", console_name="", now_s=float(number))[
            0
        ]
        for number in range(MOST + 1)
    ]
    assert sessions.of(tokens[0], contents, 100.0) is None
    assert sessions.of(tokens[-1], contents, 100.0) is not None


# --- approvals --------------------------------------------------------------------------------------------------


def test_a_yes_is_for_one_act_once_and_for_a_minute() -> None:
    """By the rank it needs, or above; a technician's is none; another act, later or twice: none."""
    approvals = Approvals()

    def asked(act: str, now_s: float = 0.0) -> str:
        return approvals.ask(
            digest=act,
            rank="pit_manager",
            rule="5.23.4",
            asked_by="Kim",
            console="left",
            state=7,
            preview={},
            now_s=now_s,
        ).id

    id_ = asked("act")
    assert asked("act") == id_
    for role in ("dealer", "pit_supervisor", "technician", "viewer"):
        assert isinstance(approvals.given(id_, by="X", role=role, now_s=1.0), str), role
    assert not isinstance(approvals.given(id_, by="Lee", role="shift_manager", now_s=1.0), str)
    assert isinstance(approvals.given(id_, by="Lee", role="shift_manager", now_s=1.0), str)
    assert approvals.spent(id_, digest="other", console="left", state=7, now_s=2.0) is None
    found = approvals.spent(id_, digest="act", console="left", state=7, now_s=2.0)
    assert found is not None
    assert (found.by, found.by_rank) == ("Lee", "shift_manager")
    assert approvals.spent(id_, digest="act", console="left", state=7, now_s=2.0) is None
    late = asked("late")
    assert isinstance(approvals.given(late, by="Lee", role="pit_manager", now_s=APPROVAL_S + 1), str)
    assert approvals.waiting(APPROVAL_S + 1) == []
