"""A mosquitto on a free port of the loopback that a test starts, kills, freezes and starts again.

Sessions, retained messages and queues lie in the given folder, so that `stop` and `start` keep them and `forget` loses
them, as a broker does whose disk was replaced. The port stays the same over restarts.
"""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

START_S = 10.0  # mosquitto listens after some milliseconds; more than seconds means that it will not


PORTS = range(10_240, 32_768)  # below those that the kernel gives to connections, so that none takes one meanwhile


def free_port() -> int:
    """Return a TCP port of the loopback that nobody listens on now, and that no connection will be given."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Broker:
    """One mosquitto process; `host` and `port` are where it listens, `log` the file it writes to.

    `settings` are further lines of its configuration, such as an `acl_file`.
    """

    host = "127.0.0.1"

    def __init__(self, folder: Path, *, settings: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.settings = settings
        self.port = free_port()
        self.log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and return once it accepts connections; AssertionError with its log if it does not."""
        assert self._process is None, "the broker runs already"
        self.folder.mkdir(exist_ok=True)
        lines = [
            f"listener {self.port} {self.host}",
            "allow_anonymous true",
            "persistence true",
            f"persistence_location {self.folder}/",
            f"log_dest file {self.log}",
            *(["user root"] if os.geteuid() == 0 else []),  # else it becomes a user who may not write here
            *self.settings,
        ]
        configuration = self.folder / "mosquitto.conf"
        configuration.write_text("\n".join(lines) + "\n")
        program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")  # where Debian puts daemons
        assert program is not None, "mosquitto is not installed; `make test` installs it"
        self._process = subprocess.Popen([program, "-c", configuration], stderr=subprocess.DEVNULL)
        until = time.monotonic() + START_S
        while not self._listens():
            said = self.log.read_text() if self.log.exists() else "nothing"
            assert self._process.poll() is None, f"mosquitto ended with {self._process.returncode}; it said: {said}"
            assert time.monotonic() < until, f"mosquitto does not listen after {START_S} s; it said: {said}"
            time.sleep(0.01)

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None, "the broker does not run"
        return self._process.pid

    def stop(self) -> None:
        """End it in order: it writes its database."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once; nothing happens if it does not run."""
        self._end(signal.SIGKILL)

    def save(self) -> None:
        """Have it write its database, as it does now and then."""
        assert self._process is not None, "the broker does not run"
        self._process.send_signal(signal.SIGUSR1)

    def freeze(self) -> None:
        """Hold it: connections stay open and nobody answers, as behind a dead switch."""
        assert self._process is not None, "the broker does not run"
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self._process is not None, "the broker does not run"
        self._process.send_signal(signal.SIGCONT)

    def forget(self) -> None:
        """Lose all that it kept; only while it does not run."""
        assert self._process is None, "the broker runs still"
        (self.folder / "mosquitto.db").unlink(missing_ok=True)

    def _listens(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection((self.host, self.port), timeout=1):
            return True
        return False

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait()
        self._process = None
