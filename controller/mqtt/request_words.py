"""Requests over MQTT as the whole table knows them: topics, keys, limits. Bodies are in `requests`, for who takes them.

Most tables take none; their bodies, ten models, are loaded where a key is listed.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

from controller.core.dataclass import dataclass
from controller.core.events import Authority

REQUEST: Final = "request"
RESPONSE: Final = "response"
RESENT_MOST: Final = 10_000
"""Messages that one request may have sent again: some hundred rounds."""

Verb = Literal["limits", "open", "close", "multipliers", "resend"]
VERBS: Final[tuple[Verb, ...]] = get_args(Verb)


class RequestError(ValueError):
    """The payload is no request, or none that can be met; the text is a sentence, `result` what the answer has then."""

    def __init__(self, text: str, result: Mapping[str, Any] | None = None) -> None:
        super().__init__(text)
        self.result = result or {}


@dataclass(frozen=True, slots=True)
class RequestKey:
    """A key that may ask, and the rank that the house has given it."""

    name: str
    public: bytes
    rank: Authority
