"""What the catalogue holds of a code: how grave it is, what it means, what to do, who clears it and what ends it."""

from controller.core.alerts import Severity
from controller.core.dataclass import dataclass
from controller.core.events import Authority


@dataclass(frozen=True, slots=True, kw_only=True)
class Lasting:
    """How an alert ends that stays active, also across a restart.

    `cleared_by` is the least authority that may clear it; whoever is above him may, a dealer never. `until` says in
    words what ends it by itself: one of the `reports` of its device, the end of the round, or what its raiser looks at;
    empty where a person has to. `not_while_gone`: nobody clears it while its device is not connected.
    """

    cleared_by: Authority
    until: str = ""
    reports: tuple[str, ...] = ()
    round_end: bool = False
    not_while_gone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What an alert means and what to do where `pattern` (a regular expression) is found in its text."""

    pattern: str
    meaning: str
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """`severities` the gravest first; `meaning` and `action` are one sentence each, without a capital and a full stop.

    The first of `cases` that its text has goes before these. TABLE is the table's name; behind "clear it" the command
    is printed. Without `lasting` there is nothing to clear: the alert tells of a moment.
    """

    code: str
    severities: tuple[Severity, ...]
    meaning: str
    action: str
    lasting: Lasting | None = None
    cases: tuple[Case, ...] = ()

    @property
    def printed(self) -> "tuple[Entry | Case, ...]":
        """Itself and its cases, each with what it means and what to do."""
        return (self, *self.cases)

    @property
    def severity(self) -> Severity:
        """The gravest."""
        return self.severities[0]
