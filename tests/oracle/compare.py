"""Compare a player of scripts with the oracle on generated scripts.

python -m tests.oracle.compare --play 'tablectl play --json' --game blackjack --seeds 1-500

Prints the first seed that differs, with what differs and the round's events. Exit status 0 when nothing differs, 1 on a
difference, 2 when the command cannot be run.
"""

# ruff: noqa: T201 - its business is to print

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.oracle.generate import generate
from tests.oracle.twenty_one import MOST_AREAS, Table

Event = dict[str, Any]

LINE_KEYS = ("area", "hand", "player", "kind", "stake", "net", "result")
VOID_KEYS = ("area", "player", "kind", "stake", "net", "result")
HAND_KEYS = ("area", "hand", "cards", "total", "doubled", "split", "result")


class Run:
    """One script and what the oracle makes of it."""

    def __init__(self, game: str, seed: int, rounds: int, clear: bool, avoid: frozenset[str]) -> None:
        self.name = f"{game} seed {seed}"
        self.lines = generate(game, seed, rounds, clear, avoid)
        self.table = Table(self.lines[0])
        self.round_of_line = [0]
        for event in self.lines[1:]:
            self.table.step(event)
            self.round_of_line.append(self.table.rounds)

    def write(self, folder: Path) -> str:
        path = folder / (self.name.replace(" ", "-") + ".jsonl")
        path.write_text("".join(json.dumps(event) + "\n" for event in self.lines))
        return str(path)


def plain(outcome: Event) -> Event:
    """What of an outcome is compared."""
    if outcome.get("status") == "void":
        found: Event = {key: outcome.get(key) for key in ("type", "game", "round", "status", "net")}
        found["ledger"] = [{key: line.get(key) for key in VOID_KEYS} for line in outcome.get("ledger", [])]
        return found
    found = {key: outcome.get(key) for key in ("type", "game", "round", "status", "net")}
    found["dealer"] = {key: (outcome.get("dealer") or {}).get(key) for key in ("cards", "total", "result")}
    found["hands"] = [{key: hand.get(key) for key in HAND_KEYS} for hand in outcome.get("hands", [])]
    found["ledger"] = [plain_line(line) for line in outcome.get("ledger", [])]
    return found


def plain_line(line: Event) -> Event:
    """What of a ledger line is compared."""
    found = {key: line.get(key) for key in LINE_KEYS}
    if line.get("kind") == "main":
        found["markers"] = line.get("markers")
    if line.get("result") == "win":
        found["multiplier"] = line.get("multiplier")
        if line.get("kind") not in ("super_bonus", "pandemonium"):
            found["odds"] = line.get("odds")
    return found


def run(play: str, paths: list[str], timeout: float) -> tuple[list[Event], str]:
    """The messages of the command, and its complaint if it did not end with 0."""
    done = subprocess.run([*shlex.split(play), *paths], capture_output=True, timeout=timeout, check=False, text=True)
    messages = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    complaint = "" if done.returncode == 0 else f"exit status {done.returncode}: {done.stderr[-2000:]}"
    return messages, complaint


def of_type(messages: list[Event], kind: str) -> list[Event]:
    """The messages of one type."""
    return [m for m in messages if m.get("type") == kind]


def agrees(runs: list[Run], messages: list[Event], alerts: bool) -> bool:
    """Whether the command says of all these scripts, in order, what the oracle says."""
    outcomes = [plain(o) for r in runs for o in r.table.outcomes]
    rejected = [line for r in runs for line in r.table.rejected]
    if outcomes != [plain(o) for o in of_type(messages, "outcome")]:
        return False
    if rejected != [m.get("line") for m in of_type(messages, "rejected")]:
        return False
    ours = [alert for r in runs for alert in r.table.alerts]
    return not alerts or ours == [(m.get("code"), m.get("line")) for m in of_type(messages, "alert")]


def explain(one: Run, messages: list[Event], complaint: str, alerts: bool) -> None:
    """Say readably what differs in one script: the earliest of outcomes, refusals and alerts."""
    print(f"=== {one.name} differs" + (f" ({complaint})" if complaint else ""))
    first: list[tuple[int, list[str]]] = []
    theirs_rejected: dict[int, Event] = {m["line"]: m for m in of_type(messages, "rejected")}
    odd = set(one.table.rejected) ^ set(theirs_rejected)
    if odd:
        line = min(odd)
        asked = json.dumps(one.lines[line - 1])
        if line in theirs_rejected:
            answer = theirs_rejected[line]
            what = f"only the command refuses it: {answer.get('reason')} [{answer.get('rule')}]"
        else:
            what = f"only the oracle refuses it: {one.table.reasons[line]}"
        first.append((one.round_of_line[line - 1], [f"line {line} {asked}", f"  {what}"]))
    first += outcome_difference(one, of_type(messages, "outcome"))
    if alerts:
        ours = set(one.table.alerts)
        theirs = {(m["code"], m["line"]) for m in of_type(messages, "alert")}
        for code, where in sorted(ours ^ theirs, key=lambda pair: (pair[1], pair[0]))[:1]:
            who = "oracle" if (code, where) in ours else "command"
            first.append((one.round_of_line[where - 1], [f"line {where}: only the {who} has the alert {code}"]))
    if not first:
        print("the same, but in another order")
        return
    number = min(n for n, _ in first)
    print(json.dumps(one.lines[0]))
    chosen = sorted({tag for line, tag in one.table.notes if one.round_of_line[line - 1] == number})
    if chosen:
        print("unclear in this round:", ", ".join(chosen))
    for n, text in first:
        if n == number:
            print("\n".join(text))
    print(f"--- the events of round {number} (* refused by the oracle, ~ refused by the command):")
    notes: dict[int, list[str]] = {}
    for line, tag in one.table.notes:
        notes.setdefault(line, []).append(tag)
    for line, event in enumerate(one.lines, 1):
        if line > 1 and one.round_of_line[line - 1] == number:
            mark = ("*" if line in one.table.rejected else " ") + ("~" if line in theirs_rejected else " ")
            tags = "   # chosen by the oracle: " + ", ".join(notes[line]) if line in notes else ""
            print(f"{mark}{line:5} {json.dumps(event)}{tags}")
    print("seats:", json.dumps(seats_at(one, number)))


def seats_at(one: Run, number: int) -> dict[str, str]:
    """Who sat where when the round began."""
    seats: dict[str, str] = {}
    for line, event in enumerate(one.lines, 1):
        if one.round_of_line[line - 1] >= number or line in one.table.rejected:
            continue
        if event["type"] == "seat":
            seats[str(event["area"])] = event["player"]
        elif event["type"] == "seat.left":
            seats.pop(str(event["area"]), None)
    return seats


def outcome_difference(one: Run, theirs: list[Event]) -> list[tuple[int, list[str]]]:
    """The first outcome that differs, if any: its round and what differs in it."""
    for place, ours in enumerate(one.table.outcomes):
        number: int = ours["round"]
        if place >= len(theirs):
            return [(number, [f"round {number}: the command has no outcome"])]
        want, got = plain(ours), plain(theirs[place])
        if want == got:
            continue
        text = [f"round {number} (- oracle, + command):"]
        for key in sorted(set(want) | set(got)):
            a, b = want.get(key), got.get(key)
            if a == b:
                continue
            if isinstance(a, list) and isinstance(b, list):
                text += [f"  - {key} {json.dumps(item)}" for item in a if item not in b]
                text += [f"  + {key} {json.dumps(item)}" for item in b if item not in a]
            else:
                text += [f"  - {key} {json.dumps(a)}", f"  + {key} {json.dumps(b)}"]
        return [(number, text)]
    if len(theirs) > len(one.table.outcomes):
        return [(one.table.rounds, ["the command has more outcomes"])]
    return []


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--play", required=True, help="command that plays scripts, e.g. 'tablectl play --json'")
    parser.add_argument("--game", default="all", choices=[*MOST_AREAS, "all"])
    parser.add_argument("--seeds", default="1-100", help="A-B, both included")
    parser.add_argument("--rounds", type=int, default=20, help="rounds a script")
    parser.add_argument("--batch", type=int, default=25, help="scripts a call of the command")
    parser.add_argument("--unclear", action="store_true", help="also what hangs on a reading the oracle chose itself")
    parser.add_argument("--avoid", default="", help="with --unclear: tags of such readings to keep out, by commas")
    parser.add_argument("--alerts", action="store_true", help="compare the alerts too")
    parser.add_argument("--differences", type=int, default=1, help="stop after so many differing scripts")
    parser.add_argument("--keep", help="folder where the differing scripts are kept")
    parser.add_argument("--timeout", type=float, default=300)
    args = parser.parse_args()
    low, _, high = args.seeds.partition("-")
    seeds = range(int(low), int(high or low) + 1)
    games = list(MOST_AREAS) if args.game == "all" else [args.game]
    jobs = [(game, seed) for game in games for seed in seeds]
    avoid = frozenset(filter(None, args.avoid.split(",")))
    found = rounds = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for start in range(0, len(jobs), args.batch):
            batch = jobs[start : start + args.batch]
            runs = [Run(game, seed, args.rounds, not args.unclear, avoid) for game, seed in batch]
            rounds += sum(r.table.rounds for r in runs)
            paths = [r.write(folder) for r in runs]
            try:
                messages, complaint = run(args.play, paths, args.timeout)
            except (OSError, subprocess.TimeoutExpired, ValueError) as error:
                print(f"cannot run {args.play!r}: {error}", file=sys.stderr)
                return 2
            if not complaint and agrees(runs, messages, args.alerts):
                continue
            for one, path in zip(runs, paths, strict=True):
                messages, complaint = run(args.play, [path], args.timeout)
                if not complaint and agrees([one], messages, args.alerts):
                    continue
                explain(one, messages, complaint, args.alerts)
                if args.keep:
                    Path(args.keep).mkdir(parents=True, exist_ok=True)
                    one.write(Path(args.keep))
                found += 1
                if found >= args.differences:
                    return 1
    print(f"{len(jobs)} scripts, {rounds} rounds, {found} scripts differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
