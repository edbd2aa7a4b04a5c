"""A request's body read into its model; a wrong one is answered with its field and what was expected."""

from typing import TypeVar

from aiohttp import web
from pydantic import BaseModel, ValidationError

from controller.core.complaints import expected_and_actual

Model = TypeVar("Model", bound=BaseModel)


async def body_of(request: web.Request, model: type[Model]) -> Model:
    """Raises HTTPUnprocessableEntity with a sentence."""
    try:
        return model.model_validate_json(await request.read())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"])) or "body"
        expected, actual = expected_and_actual(first)
        raise web.HTTPUnprocessableEntity(text=f"`{field}`: expected {expected}, got {actual}.") from error
