"""What the pages see of a table, in parts: each whole, replaced when it has changed, never patched.

    table turn areas dealer owed jackpot seats board pots …   from `games.floor`: nothing the players cannot see
    moves                                                     what may be done now, each with the id that names it
    alerts                                                    what is active
    changes                                                   what the last revision of the outcome changed in money
    shoe                                                      whether one is connected: else cards are entered by hand
    devices events trial                                      what is connected, what came last, a device being tried

Made in a thread after a commit, and only while somebody looks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from controller.alerts.wording import to_do_about
from controller.core.alerts import ActiveAlert
from controller.core.outcomes import to_json_object
from controller.games import State
from controller.games.floor.moves import named_moves
from controller.games.floor.view import floor_view
from controller.games.moves import LegalMove
from controller.games.registry import GAMES
from controller.table.task import TableTask
from controller.web.revised import Revised
from controller.web.rolling import Rolling
from controller.web.training import Training

Parts = dict[str, Any]
SIGNAGE: Final = "signage"
LOOKERS: Final = frozenset(("technician", "pit_supervisor", "pit_manager", "shift_manager"))
"""Who sees INSIDE."""
INSIDE: Final = frozenset(("devices", "events", "trial"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where it is seen: the table, its name and game, the name of this run, its devices' states by name."""

    table: TableTask
    name: str
    game: str
    life: str
    devices: Callable[[], list[dict[str, Any]]]
    rolling: Rolling
    revised: Revised
    training: Training | None = None
    trial: Callable[[], dict[str, Any] | None] = lambda: None

    def parts(self, state: State, alerts: list[ActiveAlert]) -> Parts:
        """All parts; pure, for a thread."""
        game = GAMES[self.game]
        floor: Parts = to_json_object(floor_view(game, state))
        floor["moves"] = [move_to_json(move) for move in named_moves(game, state)]
        floor["table"]["name"] = self.name
        if self.training is not None:
            floor["training"] = {"mode": self.training.mode}
        floor["alerts"] = [alert_to_json(alert, self.name) for alert in alerts]
        return floor


def move_to_json(move: LegalMove) -> dict[str, Any]:
    """A legal move as a page gets it."""
    shown: dict[str, Any] = {"id": move.id, "type": move.type, "fields": dict(move.fields), "clause": move.clause}
    if move.amounts is not None:
        shown["amounts"] = list(move.amounts)
    if move.takers:
        shown["takers"] = [list(taker) for taker in move.takers]
    if len(move.positions) > 1:
        shown["positions"] = list(move.positions)
    if move.faces:
        shown["faces"] = move.faces
    return shown


def alert_to_json(alert: ActiveAlert, table: str) -> dict[str, Any]:
    """An active alert with what to do about it."""
    return {
        "code": alert.code, "device": alert.device, "severity": alert.severity, "text": alert.text,
        "todo": to_do_about(alert, table=table),
    }  # fmt: skip


def allowed(parts: Parts, role: str) -> Parts:
    """What somebody of this role may see of them; `signage` is nobody's role, but a screen's."""
    if role == SIGNAGE:
        return {name: part for name, part in parts.items() if name == "sign"}
    return parts if role in LOOKERS else {name: part for name, part in parts.items() if name not in INSIDE}
