"""What a configuration may hold and is seldom meant: shown by `tabled --check` and `tablectl doctor`, never refused.

A table may open without a device (a trial, a replacement on its way), so nothing here is an error.
"""

from controller.configuration.checks import CREDENTIALS
from controller.configuration.config import Config
from controller.core.events import RANK
from controller.core.tables import PokerTable
from controller.games.registry import find
from controller.terminal.rights import shut_out


def unusual(config: Config) -> list[str]:
    """Each a sentence: what is not there, and what that means at the table."""
    return [*_devices(config), *_around(config)]


def _devices(config: Config) -> list[str]:
    if not config.devices:
        return ["No devices: the table hears events from its console socket alone, and shows nothing."]
    roles = {entry.role for entry in config.devices}
    found = []
    if not roles & {"shoe", "shuffler"}:
        found.append("No device with role shoe: cards come from a console alone.")
    if "console" not in roles and config.console_socket is None:
        found.append("No console and no [console] socket: the dealer cannot enter anything.")
    elif "console" not in roles:
        found.append("No device with role console: only programs at the [console] socket enter anything.")
    given = (entry.rank_here for entry in config.devices)
    ranks = {*given, *config.console.logins.values(), *config.console.groups.values()} - {None}
    if not any(RANK[rank] >= RANK["pit_supervisor"] for rank in ranks if rank is not None):
        found.append(
            "Nobody has the rank of a pit supervisor, by `rank` of a console or in [console]: no round can be made void"
            " and no card corrected."
        )
    game = find(config.table.game)
    if game.multipliers:
        if "button" not in roles:
            found.append(f"{game.title} with no button: no player can draw a multiplier until a console says so.")
        if "meter" not in roles:
            found.append(f"{game.title} with no meter: players do not see the multiplier (4.2).")
    else:
        found += [
            f"Device {entry.name}: {config.table.game} has no {entry.role}, so it is never used."
            for entry in config.devices
            if entry.role in {"button", "meter"}
        ]
    if isinstance(config.table, PokerTable) and config.table.dealing == "shuffler" and "shuffler" not in roles:
        found.append('Dealing "shuffler" with no device with role shuffler: nothing counts the sets of cards (3.10).')
    return found


def _around(config: Config) -> list[str]:
    found = []
    if config.mqtt is None:
        found.append("No [mqtt]: MQTT is off, outcomes are recorded locally only.")
    elif config.mqtt.username is not None and config.mqtt.password_file is None:
        found.append("mqtt.username without mqtt.password_file: the broker gets no password.")
    elif config.mqtt.password_file is not None:
        file = config.beside(config.mqtt.password_file)
        if file.is_relative_to(CREDENTIALS) and shut_out(file) is None and not file.is_file():
            found.append(f"mqtt.password_file {file} is not there now: systemd shows it to the service while it runs.")
    return found
