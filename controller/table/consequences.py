"""What a record brings with it: messages, orders to devices, alerts raised and cleared, and when a snapshot is due.

The table task asks here before it commits, and who verifies a journal asks here again: all of it follows from the
record, the state before and after it, and what was there before, so it comes out the same to the byte. A message's or
an order's number is the next of its lane (`numbering`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from controller.alerts.catalogue import CATALOGUE, ENDED_BY, LASTING, ROUND_LONG
from controller.core.alerts import ActiveAlert
from controller.core.effects import AlertRaised, Effect, RoundEnded, SetButton, SetMeter
from controller.core.writer import effect_to_text
from controller.games import State, view
from controller.games.view import TableView
from controller.journal.draft import Draft
from controller.journal.numbering import Numbering
from controller.journal.start_record import Start
from controller.mqtt import messages
from controller.mqtt.messages import Messages
from controller.table.recovery import IDLE, state_to_json

SNAPSHOT_AFTER: Final = 1000
"""Events after which the next end of a round takes a snapshot: some 25 rounds, replayed in about 0.1 s."""
SNAPSHOT_AT_MOST: Final = 5000
"""Events after which a snapshot is taken in the middle of a round, too."""
TABLE_CLOSED: Final = "table_closed"
"""The alert of a table that is closed by request: while it is active no round is opened."""
PARKED: Final = "message_parked"
"""The alert of a message that the broker refused. Where that was an alert it becomes active and is not published: it
would be the next one to be refused, without end."""


class Consequences:
    """Hangs on drafts what follows from them, since one start; `active_alerts` by code and device."""

    def __init__(self, start: Start, numbers: Numbering) -> None:
        self.active_alerts = {(alert.code, alert.device): alert for alert in start.standing}
        self._start = start
        self._numbers = numbers
        self._messages = Messages(start, numbers)
        self._events_since_snapshot = 0

    def go_on(self, begun: bytes, active: Iterable[ActiveAlert]) -> None:
        """Begin at a snapshot in the life of the start whose link is `begun`, with what was active then."""
        self.active_alerts = {(alert.code, alert.device): alert for alert in active}
        self._messages.begin(begun)

    def begin_again(self, start: Start) -> None:
        """The table goes on in a new life, with the alerts that are active and the numbers that were given out."""
        self._start = start
        self._messages = Messages(start, self._numbers)
        self._events_since_snapshot = 0

    @property
    def life(self) -> str:
        """What every message's id begins with since the start."""
        return self._messages.identity

    @property
    def outcome_id(self) -> str | None:
        """The id of the last `outcome` that was published."""
        return self._messages.outcome_id

    @outcome_id.setter
    def outcome_id(self, outcome_id: str | None) -> None:
        self._messages.outcome_id = outcome_id

    @property
    def signs(self) -> bool:
        """Whether the release of the start signed its messages."""
        return self._start.code_hash is not None

    @property
    def is_at_snapshot(self) -> bool:
        """Whether no event has come since the last snapshot."""
        return self._events_since_snapshot == 0

    @property
    def is_open(self) -> bool:
        """Whether rounds may begin, as far as the house's own system has a say."""
        return (TABLE_CLOSED, "") not in self.active_alerts

    def of_start(self, draft: Draft, state: State) -> None:
        """The table opens: its retained topics, and a snapshot to start from.

        Where it goes on in a new life its devices are connected, and are given what they have to show.
        """
        now = view(state)
        self._messages.begin(draft.link)
        self._messages.post(
            draft,
            [*self._messages.about(), self._messages.state(now, is_open=self.is_open), messages.meter(now.meter)],
        )
        if self._start.taken is not None:
            self._order(draft, self._start.buttons, now.button)
            self._order(draft, self._start.meters, now.meter)
        draft.snapshot = state_to_json(state)

    def of_stop(self, draft: Draft, state: State) -> None:
        """The table closes."""
        self._messages.post(draft, [self._messages.state(view(state), is_open=False)])
        draft.snapshot = state_to_json(state)

    def of_step(
        self, draft: Draft, effects: Sequence[Effect], state: State, *, before: TableView, after: TableView
    ) -> None:
        """The rules have answered an event; `state` is the one after it, looked at as `after`."""
        self._messages.of_step(draft, effects, before, after, is_open=self.is_open)
        for effect in effects:
            if isinstance(effect, SetButton):
                self._order(draft, self._start.buttons, effect)
            elif isinstance(effect, SetMeter):
                self._order(draft, self._start.meters, effect)
            elif isinstance(effect, AlertRaised) and effect.code in LASTING:
                self._activate(draft, ActiveAlert(effect.code, "", effect.severity, effect.text, effect.rule))
            elif isinstance(effect, RoundEnded):
                for ended in ROUND_LONG:
                    for code, device in [key for key in self.active_alerts if key[0] == ended]:
                        self._clear(draft, code, device)
        self._events_since_snapshot += 1
        if self._events_since_snapshot >= (SNAPSHOT_AFTER if after.phase == IDLE else SNAPSHOT_AT_MOST):
            self._events_since_snapshot = 0
            draft.snapshot = state_to_json(state)

    def of_notice(self, draft: Draft, notice: Mapping[str, Any], now: TableView) -> None:
        """The controller has noticed something; `notice` is its JSON in the journal, `now` how the table is."""
        was_open = self.is_open
        device = notice.get("device") or ""
        match notice["type"]:
            case "alert":
                if "used_to" in notice:
                    self._numbers.skip(messages.BROKER, notice["used_to"])
                alert = ActiveAlert(notice["code"], device, notice["severity"], notice["text"], notice["rule"])
                self._raise(draft, alert, lasts=notice["stands"])
            case "alert.cleared":
                self._clear(draft, notice["code"], device)
            case "message.parked":
                which = f"The broker at {notice['broker']}" if "broker" in notice else "The broker"
                text = (
                    f"{which} refused message {notice['seq']} on `{notice['topic']}` ({notice['reason']});"
                    " it is kept in the journal."
                )
                draft.parked.append((messages.BROKER, notice["seq"]))
                parked = ActiveAlert(PARKED, "", CATALOGUE[PARKED].severity, text, None)
                if notice["topic"] != messages.ALERT:
                    self._raise(draft, parked, lasts=True)
                elif (PARKED, "") not in self.active_alerts:
                    self._activate(draft, parked)
            case "device":
                status = {key: value for key, value in notice.items() if key not in {"type", "device"}}
                self._messages.post(draft, [messages.device(device, status)])
            case "report":
                code = notice["code"]
                if notice["severity"] != "info":
                    alert = ActiveAlert(code, device, notice["severity"], f"{device}: {notice['text']}", None)
                    self._raise(draft, alert, lasts=code in LASTING)
                for ended in ENDED_BY.get(code, ()):
                    self._clear(draft, ended, device)
            case "request":
                self._messages.post(draft, [messages.response(notice)])
        if self.is_open != was_open:
            self._messages.post(draft, [self._messages.state(now, is_open=self.is_open)])

    def _order(self, draft: Draft, devices: Iterable[str], level: SetButton | SetMeter) -> None:
        """Rows for the devices that show this level."""
        for lane in map(lane_of, devices):
            draft.post(lane, self._numbers.next(lane), "", retain=False, text=lambda _: effect_to_text(level))

    def _raise(self, draft: Draft, alert: ActiveAlert, *, lasts: bool) -> None:
        if lasts:
            self._activate(draft, alert)
        message = messages.alert(
            code=alert.code, severity=alert.severity, text=alert.text, rule=alert.rule, device=alert.device or None
        )
        self._messages.post(draft, [message])

    def _activate(self, draft: Draft, alert: ActiveAlert) -> None:
        self.active_alerts[alert.code, alert.device] = alert
        draft.raised.append(alert)

    def _clear(self, draft: Draft, code: str, device: str) -> None:
        alert = self.active_alerts.pop((code, device), None)
        if alert is None:
            return
        draft.cleared.append((code, device))
        message = messages.alert(
            code=code, severity=alert.severity, text=alert.text, rule=alert.rule, device=device or None,
            raised=False,
        )  # fmt: skip
        self._messages.post(draft, [message])


def lane_of(device: str) -> str:
    """The outbox's lane of a device's orders."""
    return f"device/{device}"
