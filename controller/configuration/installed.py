"""Where an installed table lies, all by the name of its file: /etc/tabled/TABLE.toml is run by the unit tabled@TABLE.

The unit makes the folder of the journal and that of the console socket and tells the daemon their names; whoever looks
at the table from outside finds the same ones by the file's name.
"""

import os
from pathlib import Path
from typing import Final

CONFIGURATIONS: Final = Path("/etc/tabled")
SERVICE: Final = "tabled"
"""The user that the tables run as, and the group of whoever looks after them."""
JOURNAL: Final = "journal.db"
PEOPLE: Final = "people.json"
CONSOLE: Final = "console"
LAST_END: Final = "last-end.json"
"""What the table ended of, in the folder that is there while it runs (`daemon.failures`)."""


def is_installed(file: Path) -> bool:
    """Whether the unit runs this file."""
    return file.absolute().parent == CONFIGURATIONS


def unit_of(file: Path) -> str:
    """The unit that runs an installed file."""
    return f"tabled@{file.stem}"


def state_folder(file: Path) -> Path:
    """What the unit's `StateDirectory=` is for this file."""
    return Path(os.environ.get("STATE_DIRECTORY") or f"/var/lib/tabled/{file.stem}")


def runtime_folder(file: Path) -> Path:
    """The same of `RuntimeDirectory=`, which is there while the table runs."""
    return Path(os.environ.get("RUNTIME_DIRECTORY") or f"/run/tabled/{file.stem}")


def recordings_folder(journal: Path) -> Path:
    """Where the last frames of the devices are written beside an alert; the oldest files in it are removed."""
    return journal.with_name(journal.name + ".recordings")
