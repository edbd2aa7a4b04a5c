"""Another record with some fields changed, in one expression: for what does not happen in every step (`record`).

Whoever checks the types sees `dataclasses.replace`, and so every field's name and type; it does what that does in a
third of the time. This module is never compiled: mypyc would take what mypy sees for what there is.
"""

from typing import TYPE_CHECKING

__all__ = ["altered"]

if TYPE_CHECKING:
    from dataclasses import replace as altered
else:

    def altered(record, /, **changes):  # noqa: ANN001, ANN003, ANN201 - as above
        """The record with these fields; AttributeError for a name that is no field."""
        return record._replace(**changes)
