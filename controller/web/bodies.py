"""The bodies of requests; strict: an unknown field is an error, and nothing is bent to fit."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from controller.people.pins import LONGEST
from controller.people.register import Badge

Secret = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST)]


class Body(BaseModel):
    """What all have in common."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SignInBody(Body):
    """Who signs in."""

    badge: Badge
    pin: Secret


class EnrolBody(Body):
    """The code that `tablectl enrol` has printed."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ApprovalBody(Body):
    """The yes to what waits under `id`."""

    id: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    badge: Badge
    pin: Secret


class WhyBody(Body):
    """The event that is asked about."""

    event: Annotated[dict[str, Any], Field(max_length=32)]


class ClearBody(Body):
    """Whose alert, where more than one device has it."""

    device: Annotated[str, StringConstraints(max_length=64)] | None = None


class TestBody(Body):
    """Nothing: the device is in the path, and what is tried follows from its role."""
