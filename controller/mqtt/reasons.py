"""Why a connection to the broker ended or did not come about: a person's words for what the libraries say.

The words follow "the broker at HOST:PORT is unreachable:", so `it` is the broker. What is not known here is left as
the library says it, without its numbers.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from aiomqtt import MqttCodeError, MqttError

_NUMBERS: Final = re.compile(r"\[(?:Errno -?|code:)\d+\] |\[[A-Z0-9]+: [A-Z_0-9]+\] | ?\(_ssl\.c:\d+\)|_ssl\.c:\d+: ")
"""Of the operating system, of paho and of OpenSSL, around their words."""
_CODES: Final = {
    4: "it does not accept user name and password",
    5: "it does not accept user name and password",
    128: "it closed the connection",
    134: "it does not accept user name and password",
    135: "it does not accept this user here (Not authorized)",
    138: "it has banned this table",
    139: "it is shutting down",
    142: "another client is there under this table's client id",
}
"""Reason codes of CONNACK and DISCONNECT (MQTT 5, 2.4; 3.1.1, 3.2.2.3)."""
LOGIN_REFUSED: Final[Mapping[int | None, str]] = MappingProxyType(
    {4: "Bad user name or password", 5: "Not authorized", 134: "Bad user name or password", 135: "Not authorized"}
)
"""Those of CONNACK that are about user and password, as the standard calls them."""
_WORDS: Final = {
    "Connection refused": "nothing accepts connections there (Connection refused)",
    "Name or service not known": "no machine of this name is known",
    "Temporary failure in name resolution": "no name server answers",
    "No route to host": "the network does not lead there",
    "Network is unreachable": "this machine has no network",
    "Operation timed out": "no broker answers there",
    "The handshake operation timed out": "it does not answer with TLS",
    "Connection reset by peer": "it closed the connection",
    "wrong version number": "it does not use TLS at this port",
}
_ALERT: Final = re.compile(r"(?:tls|ssl)v\d+ alert (certificate \w+|bad certificate|unknown ca|decrypt error)")
"""By which a broker refuses our certificate."""
_CERTIFICATE: Final = "certificate verify failed: "
_VALID: Final = {
    "certificate has expired": "certificate has expired, by this machine's clock",
    "certificate is not yet valid": "certificate is not yet valid, by this machine's clock",
}


def reason_of(group: BaseException) -> tuple[str, int | None]:
    """The words and, where the broker gave one, the reason code of what ended a connection."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    cause = error.__cause__ if isinstance(error.__cause__, MqttCodeError) else error
    rc = getattr(cause, "rc", None)
    value = getattr(rc, "value", rc)
    code = value if isinstance(value, int) else None
    return _CODES.get(code or 0) or words_of(cause), code


def words_of(cause: BaseException) -> str:
    """The words of one error."""
    text = str(cause) if isinstance(cause, MqttError | OSError) else f"{type(cause).__name__}: {cause}"
    text = _NUMBERS.sub("", text).rstrip(".")
    if text.startswith(_CERTIFICATE):
        why = text.removeprefix(_CERTIFICATE)
        return f"its certificate is not accepted: {_VALID.get(why, why)}"
    if alert := _ALERT.fullmatch(text):
        wanted = alert[1] == "certificate required"
        return "it wants a certificate of ours" if wanted else f"it does not accept our certificate: {alert[1]}"
    return _WORDS.get(text) or text or type(cause).__name__
