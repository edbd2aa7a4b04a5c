"""The table controller: rules, journal, devices and messages of one casino table."""

__version__ = "0.1.0"
