"""Shows that no mutant which the unit tests let live changes a ledger; `make mutants` runs it after mutmut.

Each mutant that survived, or that no test reaches, is put in force in a process of its own and plays the fixed corpus;
what the steps give is compared with what the rules give without it. The mutants are listed by what they change, and the
exit status is 1 when one of them changes a ledger.

    cd mutants && python -m tests.games.mutants.survivors [--workers N] [--seeds N] [PATTERN…]    in mutmut's tree

28 November 2026, commit ea4bde8: 8,166 mutants, 6,681 killed by the unit tests, 1,414 survived, 71 reached by none. Of
these 1,485, played through 2,264 scripts (222,483 steps, 8,412 rounds), none changes a ledger and none fails. 22 change
what an outcome shows of hands, 52 an answer, 67 what is shown at the table, 17 a citation, 511 a text, 145 a state and
nothing that comes out, 158 nothing; 513 lie where no step of the rules comes by: legal moves, views, a new table line.
The functions changed after it, commit 61986cf: 1,108 mutants, 933 killed, 175 survived; none of these changes a ledger,
two fail. `jackpot`, `flow` and `super_bonus` once more, commit 8cb7239: 919 mutants, 821 killed, 98 survived; of these,
through 2,383 scripts, none changes a ledger and one fails: a multiplier between rounds, tested since.
"""

import argparse
import fnmatch
import gc
import os
import resource
import sys
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from controller.core.effects import Effect, RoundEnded
from controller.core.events import AnyEvent
from controller.games import State, new_table, step
from tests.games.mutants.corpus import SEEDS, Script, corpus
from tests.games.mutants.difference import CHANGES_A_LEDGER, Kind, difference
from tests.games.mutants.mutated import Mutant, Trampolines, mutants
from tests.games.mutants.statements import Statement, Statements

CPU_LIMIT_S: Final = 120
"""A mutant that needs longer does not come to its end; the corpus takes a few seconds."""


class Played:
    """The corpus, played without a mutant: what each step gave, the state after it, and the statements it ran.

    Step 0 of a script sets the table up; the steps of all scripts are numbered through.
    """

    def __init__(self, scripts: Sequence[Script], statements: Statements) -> None:
        self.scripts = scripts
        self.states: list[State] = []
        self.given: list[list[Effect]] = []
        self.script_of: list[int] = []
        self.begins: list[int] = []
        self.steps_by_statement: dict[Statement, array[int]] = {}
        hits: set[Statement] = set()
        with statements.trace(hits):
            for place, script in enumerate(scripts):
                self.begins.append(len(self.states))
                for event in (None, *script.events):
                    state, effects = self.step(script, self.states[-1] if event is not None else None, event)
                    for statement in hits:
                        self.steps_by_statement.setdefault(statement, array("L")).append(len(self.states))
                    hits.clear()
                    self.states.append(state)
                    self.given.append(effects)
                    self.script_of.append(place)

    @staticmethod
    def step(script: Script, state: State | None, event: AnyEvent | None) -> tuple[State, list[Effect]]:
        """A step by the functions that are in force."""
        if state is None or event is None:
            return new_table(script.table), []
        return step(state, event)

    def again(self, number: int) -> Iterator[tuple[int, State, list[Effect]]]:
        """The steps of the script from this one on, by the functions that are in force: number, state and effects."""
        place = self.script_of[number]
        script, begin = self.scripts[place], self.begins[place]
        state = None if number == begin else self.states[number - 1]
        for at in range(number - begin, len(script.events) + 1):
            state, effects = self.step(script, state, script.events[at - 1] if at else None)
            yield begin + at, state, effects


class Verdict(NamedTuple):
    """What a mutant changes, and the first script that shows it."""

    mutant: Mutant
    kind: Kind
    script: str


def judge(mutant: Mutant, played: Played, statements: Statements) -> tuple[Kind, str]:
    """The worst that the mutant in force changes in any of the scripts, and which script shows it first.

    Every step that runs a changed statement is played again from the state that it had; where that differs the script
    is played on until nothing differs any more.
    """
    found: set[int] = set()
    for statement in statements.of(mutant):
        found.update(played.steps_by_statement.get(statement, ()))
    worst, shown_by, done = Kind.NOTHING if found else Kind.UNREACHED, "", -1
    for number in sorted(found):
        if number <= done:
            continue
        kind, done = _changed(played, number)
        if kind > worst:
            worst, shown_by = kind, played.scripts[played.script_of[number]].name
        if worst in CHANGES_A_LEDGER:
            break
    return worst, shown_by


def _changed(played: Played, number: int) -> tuple[Kind, int]:
    """What differs from this step on, and the last step that was played."""
    worst, at = Kind.NOTHING, number
    try:
        for at, state, effects in played.again(number):
            worst = max(worst, difference(played.given[at], effects))
            if worst in CHANGES_A_LEDGER or state == played.states[at]:
                return worst, at
            worst = max(worst, Kind.STATE)
    except Exception:  # noqa: BLE001 - whatever a mutant raises, the table would stand still
        return Kind.FAILURE, at
    return worst, at


def judged(mutant: Mutant, played: Played, statements: Statements, trampolines: Trampolines) -> tuple[int, int]:
    """Judges the mutant in a process of its own; the process and the pipe that will tell."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT_S, CPU_LIMIT_S))
    trampolines.set_mutant(mutant)
    kind, script = judge(mutant, played, statements)
    os.write(writing, f"{kind.value} {script}".encode())
    os._exit(0)


def verdicts(
    chosen: Sequence[Mutant], played: Played, statements: Statements, trampolines: Trampolines, workers: int
) -> list[Verdict]:
    """The verdicts over the mutants, with a progress bar."""
    found: list[Verdict] = []
    running: dict[int, tuple[Mutant, int]] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task("playing the corpus under each mutant", total=len(chosen))

        def end_one() -> None:
            pid, _ = os.wait()
            mutant, reading = running.pop(pid)
            with os.fdopen(reading, encoding="utf-8") as pipe:
                number, _, script = pipe.read().partition(" ")
            found.append(Verdict(mutant, Kind(int(number or Kind.FAILURE)), script))
            progress.advance(bar)

        for mutant in chosen:
            if len(running) == workers:
                end_one()
            pid, reading = judged(mutant, played, statements, trampolines)
            running[pid] = (mutant, reading)
        while running:
            end_one()
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Judges the survivors; 0 when none changes a ledger."""
    parser = argparse.ArgumentParser(prog="survivors", description="Shows that no surviving mutant changes a ledger.")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="only mutants whose names fit; all without")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="at once (default: %(default)s)")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="of each kind of script (default: %(default)s)")
    options = parser.parse_args(arguments)
    found = mutants(Path())
    if not found:
        parser.error("no mutants below this folder: run `mutmut run` first, and this in the folder `mutants` it makes")
    chosen = [
        mutant
        for mutant in found
        if mutant.status != "killed"
        and (not options.patterns or any(fnmatch.fnmatch(mutant.name, pattern) for pattern in options.patterns))
    ]
    trampolines = Trampolines()
    trampolines.set_original()
    statements = Statements(trampolines)
    played = Played(corpus(options.seeds), statements)
    gc.freeze()  # what the processes share stays shared
    done = verdicts(chosen, played, statements, trampolines, max(1, options.workers))
    print(report(found, played, done))  # noqa: T201 - its business
    return 1 if any(verdict.kind in CHANGES_A_LEDGER for verdict in done) else 0


def report(found: Sequence[Mutant], played: Played, done: Sequence[Verdict]) -> str:
    """The figures, and the surviving mutants by kind, the worst first."""
    status = Counter(mutant.status for mutant in found)
    ended = sum(isinstance(effect, RoundEnded) for effects in played.given for effect in effects)
    lines = [
        f"{len(found)} mutants: " + ", ".join(f"{count} {what}" for what, count in sorted(status.items())),
        f"corpus: {len(played.scripts)} scripts, {len(played.given)} steps, {ended} rounds",
    ]
    for kind in sorted(Kind, reverse=True):
        these = sorted(verdict for verdict in done if verdict.kind is kind)
        lines.append(f"{len(these)} {kind.name.lower()}")
        lines.extend(f"    {verdict.mutant.name}  {verdict.script}".rstrip() for verdict in these)
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
