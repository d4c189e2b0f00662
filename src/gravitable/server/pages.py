"""The browser client: static files that came with the package, or a friendly page when they are missing."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from gravitable.server.errors import NoSuchThing

STATIC: Final = Path(__file__).parent / "static"

_MISSING: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Gravitable</title></head>
<body><h1>Gravitable is running</h1>
<p>The server works, but the browser client has not been built in this checkout.
Build it with <code>make client</code> and load this page again.</p>
<p>Programs can play already: see <a href="/api/openapi.json">the interface</a> and docs/protocol.md.</p>
</body></html>"""

router = APIRouter(include_in_schema=False)


@router.get("/{path:path}")
async def page(path: str, request: Request) -> Response:
    """Return a file of the client; every address without a file is a place inside the client."""
    if path.startswith(("api/", "ws")):
        raise NoSuchThing("there is nothing under this address")
    index = STATIC / "index.html"
    if not index.is_file():
        return HTMLResponse(_MISSING)
    wanted = (STATIC / path).resolve()
    if wanted.is_file() and wanted.is_relative_to(STATIC.resolve()):
        return FileResponse(wanted, headers={"Cache-Control": _caching(path)})
    if "." in path.rsplit("/", 1)[-1]:
        raise NoSuchThing("there is no such file")
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


def _caching(path: str) -> str:
    """Files with a hash in their name never change; the others may."""
    return "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
