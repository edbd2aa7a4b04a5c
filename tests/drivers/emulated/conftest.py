"""These tests need a USB bus: they run under `umockdev-wrapper`, started by `tests/drivers/test_emulated_usb.py`."""

import os

import pytest

from drivers.virtual.kernel.usb_bed import UsbBed

collect_ignore_glob = [] if "libumockdev" in os.environ.get("LD_PRELOAD", "") else ["test_*.py"]


@pytest.fixture(scope="session")
def bed() -> UsbBed:
    """One bus for all tests; each plugs its devices in at ports of its own."""
    return UsbBed()
