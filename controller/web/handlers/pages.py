"""The shells of the pages and their files: nothing of the table is in them."""

from aiohttp import web

from controller.web.context import CONTEXT


async def dealer(request: web.Request) -> web.Response:
    """The dealer's console."""
    return request.app[CONTEXT].assets.shell("dealer")


async def approve(request: web.Request) -> web.Response:
    """The pit's page for a yes."""
    return request.app[CONTEXT].assets.shell("approve")


async def signage(request: web.Request) -> web.Response:
    """The sign above the table."""
    return request.app[CONTEXT].assets.shell("signage")


async def asset(request: web.Request) -> web.Response:
    """A file of this build."""
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    return request.app[CONTEXT].assets.file(request.match_info["build"], request.match_info["name"], packed=packed)
