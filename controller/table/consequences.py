"""What a record brings with it: messages, orders to devices, what stands from then on, and when a snapshot is due.

The table task asks here before it commits, and who verifies a journal asks here again: all of it follows from the
record, the state before and after it, and what was there before, so it comes out the same to the byte. A message's or
an order's number is the next of its lane (`numbering`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from controller.alerts.notices import CLEARED_BY, ROUND_LONG, STANDING
from controller.core.effects import Effect, RoundEnded, SetButton, SetMeter
from controller.core.outcomes import dumps
from controller.core.writer import effect_to_json
from controller.games import State, view
from controller.games.view import TableView
from controller.journal.draft import Draft, OutboxRow, Standing
from controller.journal.numbering import Numbering
from controller.journal.start_record import Start
from controller.mqtt import messages
from controller.mqtt.messages import Messages
from controller.table.recovery import IDLE, state_to_json

SNAPSHOT_AFTER: Final = 1000
"""Events after which the next end of a round takes a snapshot: some 25 rounds, replayed in about 0.1 s."""
SNAPSHOT_AT_MOST: Final = 5000
"""Events after which a snapshot is taken in the middle of a round, too."""
RESTARTED: Final = "restarted_in_round"
"""The alert that the end of the round clears."""
PARKED: Final = "message_parked"
"""The alert of a message that the broker refused. Of an alert that it refused it only stands and is not said: that
would be the next alert to be refused, without end."""


class Consequences:
    """Hangs on drafts what follows from them, since one start; `standing` is what stands now."""

    def __init__(self, start: Start, numbers: Numbering) -> None:
        self.standing = {(alert.code, alert.device): alert for alert in start.standing}
        self._start = start
        self._numbers = numbers
        self._messages = Messages(start, numbers)
        self._events_since_snapshot = 0

    def of_start(self, draft: Draft, state: State) -> None:
        """The table opens: its retained topics, and a snapshot to start from."""
        now = view(state)
        self._messages.begin(draft.link)
        self._messages.post(draft, [self._messages.state(now, is_open=True), messages.meter(now.meter)])
        draft.snapshot = state_to_json(state)

    def of_stop(self, draft: Draft, state: State) -> None:
        """The table closes."""
        self._messages.post(draft, [self._messages.state(view(state), is_open=False)])
        draft.snapshot = state_to_json(state)

    def of_step(
        self, draft: Draft, effects: Sequence[Effect], state: State, *, before: TableView, after: TableView
    ) -> None:
        """The rules have answered an event; `state` is the one after it, looked at as `after`."""
        self._messages.of_step(draft, effects, before, after)
        for effect in effects:
            if isinstance(effect, SetButton):
                self._order(draft, self._start.buttons, effect)
            elif isinstance(effect, SetMeter):
                self._order(draft, self._start.meters, effect)
            elif isinstance(effect, RoundEnded):
                self._clear(draft, RESTARTED, "")
                for code, device in [key for key in self.standing if key[0] in ROUND_LONG]:
                    self._clear(draft, code, device)
        self._events_since_snapshot += 1
        if self._events_since_snapshot >= (SNAPSHOT_AFTER if after.phase == IDLE else SNAPSHOT_AT_MOST):
            self._events_since_snapshot = 0
            draft.snapshot = state_to_json(state)

    def of_notice(self, draft: Draft, notice: Mapping[str, Any]) -> None:
        """The controller has noticed something; `notice` is its JSON in the journal."""
        device = notice.get("device") or ""
        match notice["type"]:
            case "alert":
                if "used_to" in notice:
                    self._numbers.skip(messages.BROKER, notice["used_to"])
                standing = Standing(notice["code"], device, notice["severity"], notice["text"], notice["rule"])
                self._raise(draft, standing, stands=notice["stands"])
            case "alert.cleared":
                self._clear(draft, notice["code"], device)
            case "message.parked":
                text = (
                    f"The broker refused message {notice['seq']} on `{notice['topic']}` ({notice['reason']});"
                    " it is kept in the journal."
                )
                draft.parked.append((messages.BROKER, notice["seq"]))
                parked = Standing(PARKED, "", "critical", text, None)
                if notice["topic"] != messages.ALERT:
                    self._raise(draft, parked, stands=True)
                elif (PARKED, "") not in self.standing:
                    self._stand(draft, parked)
            case "device":
                status = {key: value for key, value in notice.items() if key not in {"type", "device"}}
                self._messages.post(draft, [messages.device(device, status)])
            case "report":
                code = notice["code"]
                if notice["severity"] != "info":
                    standing = Standing(code, device, notice["severity"], f"{device}: {notice['text']}", None)
                    self._raise(draft, standing, stands=code in STANDING)
                for ended in CLEARED_BY.get(code, ()):
                    self._clear(draft, ended, device)

    def _order(self, draft: Draft, devices: Iterable[str], level: SetButton | SetMeter) -> None:
        """Rows for the devices that show this level."""
        record, payload = draft.record, dumps(effect_to_json(level))
        for name in devices:
            lane = lane_of(name)
            draft.rows.append(OutboxRow(lane, self._numbers.next(lane), record.n, record.utc_ns, "", False, payload))

    def _raise(self, draft: Draft, alert: Standing, *, stands: bool) -> None:
        if stands:
            self._stand(draft, alert)
        message = messages.alert(
            code=alert.code, severity=alert.severity, text=alert.text, rule=alert.rule, device=alert.device or None
        )
        self._messages.post(draft, [message])

    def _stand(self, draft: Draft, alert: Standing) -> None:
        self.standing[alert.code, alert.device] = alert
        draft.raised.append(alert)

    def _clear(self, draft: Draft, code: str, device: str) -> None:
        standing = self.standing.pop((code, device), None)
        if standing is None:
            return
        draft.cleared.append((code, device))
        message = messages.alert(
            code=code, severity=standing.severity, text=standing.text, rule=standing.rule, device=device or None,
            raised=False,
        )  # fmt: skip
        self._messages.post(draft, [message])


def lane_of(device: str) -> str:
    """The outbox's lane of a device's orders."""
    return f"device/{device}"
