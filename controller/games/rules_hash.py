"""The hash of what is in force at a table: the rules' version, the table line with its defaults, the readings."""

import hashlib
import json
from dataclasses import asdict
from typing import Final

from controller.core.tables import Table

RULES_VERSION: Final = "5"
"""Raised with every change that can change an outcome; a journal is replayed only by the version that wrote it."""


def rules_hash(table: Table) -> str:
    """SHA-256, in hexadecimal, of the effective table line and the rules' version."""
    text = json.dumps({"rules": RULES_VERSION, "table": asdict(table)}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
