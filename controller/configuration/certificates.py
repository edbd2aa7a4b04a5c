"""Until when a certificate file holds."""

from datetime import datetime
from pathlib import Path

from cryptography import x509

from controller.terminal.inputs import MIB, read_input


def first_end(file: Path) -> datetime:
    """The first end of a certificate in the file; raises OSError, ValueError."""
    return min(one.not_valid_after_utc for one in x509.load_pem_x509_certificates(read_input(file, most=MIB)))
