"""Alerts of the MQTT broker. While it is unreachable they wait like every message, and arrive in order afterwards."""

from typing import Final

from controller.alerts.catalogue.entry import Case, Entry, Lasting

BROKER: Final = (
    Entry(
        code="broker_unreachable",
        severities=("critical", "warning"),
        meaning="the table has no connection to its broker, or to that one of several (a warning while another has"
        " one), for the reason in the text (raised again where another holds for a minute); rounds go on, messages wait"
        " in the journal",
        action="check network, broker and the section [mqtt]; nothing is lost. `tablectl doctor` looks at the broker",
        lasting=Lasting(cleared_by="technician", until="the broker is connected again"),
        cases=(
            Case(
                pattern="it does not accept",
                meaning="the broker refuses the table's login (`does not accept` in the text)",
                action="`mosquitto_passwd /etc/mosquitto/passwords TABLE` and `systemctl reload mosquitto` at"
                " the broker, the same password into /etc/tabled/TABLE.mqtt-password, then `systemctl restart"
                " tabled@TABLE`",
            ),
        ),
    ),
    Entry(
        code="message_parked",
        severities=("critical",),
        meaning="the broker refused a message for good; it is kept in the journal, the others go on",
        action="correct what the text names at the broker, its access list or its limit of size, then clear it; the"
        " message is not sent again",
        lasting=Lasting(cleared_by="technician"),
    ),
    Entry(
        code="retained_refused",
        severities=("warning",),
        meaning="the broker refused to renew a retained topic: readers see an old value or none until it changes again",
        action="correct the broker's access list, then clear it",
        lasting=Lasting(cleared_by="technician"),
    ),
    Entry(
        code="broker_deaf",
        severities=("warning",),
        meaning="the broker does not pass on the table's own `availability`: nobody sees there when the table is gone,"
        " and an older journal is not noticed",
        action="let the table's login read its own topics in the broker's access list",
    ),
    Entry(
        code="broker_taken_over",
        severities=("critical",),
        meaning="another client is at the broker under this table's client id, or says there that it is this table",
        action="find the second daemon or the copied configuration and stop it: two must not share a `client_id`",
    ),
    Entry(
        code="topic_forged",
        severities=("warning",),
        meaning="another client has published on a retained topic of this table; the table's own value was sent again",
        action="find the client in the broker's log, and let only the table's login write its topics (`mosquitto.acl`);"
        " readers tell forged messages by their signature",
        lasting=Lasting(cleared_by="pit_supervisor"),
    ),
)
