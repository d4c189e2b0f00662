"""The browser client: static files that came with the package, or a friendly page when they are missing.

Written for Starlette alone: the server shows its pages before FastAPI is loaded (``opening.py``).
"""

from __future__ import annotations

import gzip
import json
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response

from gravitable.server.compiling import Compiling
from gravitable.server.errors import NoSuchThing

STATIC: Final = Path(__file__).parent / "static"
_INDEX: Final = STATIC / "index.html"
_AHEAD: Final = STATIC / "ahead.json"
"""Written by the build: which files the page at an address will need (``web/ahead.ts``)."""

_WORTH_PACKING: Final = frozenset({".html", ".js", ".css", ".svg", ".json"})

_MISSING: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Gravitable</title></head>
<body><h1>Gravitable is running</h1>
<p>The server works, but the browser client has not been built in this checkout.
Build it with <code>make client</code> and load this page again.</p>
<p>Programs can play already: see <a href="/api/openapi.json">the interface</a> and docs/protocol.md.</p>
</body></html>"""


async def warming(request: Request) -> JSONResponse:
    """Say how far the bots are that are compiled behind a first start."""
    return JSONResponse({"share": round(request.app.state.compiling.share, 3), "playable": True})


async def page(request: Request) -> Response:
    """Return a file of the client; every address without a file is a place inside the client."""
    path, compiling = request.path_params["path"], request.app.state.compiling
    if path.startswith(("api/", "ws")):
        raise NoSuchThing("there is nothing under this address")
    if not _INDEX.is_file():
        return HTMLResponse(_MISSING)
    found = file_of_client(path, request, compiling)
    if found is None and "." in path.rsplit("/", 1)[-1]:
        raise NoSuchThing("there is no such file")
    return found or _index(request, compiling)


def file_of_client(path: str, request: Request, compiling: Compiling | None) -> Response | None:
    """Return a file of the client, its one page for the empty path; None: there is no such file."""
    try:
        wanted = (STATIC / path).resolve()
        is_there = wanted.is_file() and wanted.is_relative_to(STATIC.resolve())
    except (ValueError, OSError):  # a name that no file can have
        raise NoSuchThing("there is no such file") from None
    if is_there:
        return _file(wanted, request, _caching(path))
    return _index(request, compiling) if not path and _INDEX.is_file() else None


def _index(request: Request, compiling: Compiling | None) -> Response:
    """Return the client's page: with what to fetch for this address, and a mark while bots are still being compiled."""
    text = _INDEX.read_text("utf-8").replace("</head>", f"{_links(request)}</head>", 1)
    if compiling is not None and compiling.share < 1:
        text = text.replace("<html", "<html data-warming", 1)
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding, Accept-Language"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return HTMLResponse(text, headers=headers)
    packed = gzip.compress(text.encode(), mtime=0)
    return HTMLResponse(packed, headers=headers | {"Content-Encoding": "gzip"})


def _links(request: Request) -> str:
    """Return what lets a browser fetch the files of a page at once, before its scripts ask for them one by one."""
    path = request.url.path.strip("/")
    rows = _rows(_AHEAD.stat().st_mtime_ns) if _AHEAD.is_file() else []
    row = next((row for row in rows if re.fullmatch(row["path"], path)), None)
    if row is None:
        return ""
    wishes = request.headers.get("accept-language", "").split(",")
    spoken = (wish.strip()[:2].lower() for wish in wishes)
    language = next((one for one in spoken if one in row["texts"]), "en")
    return "".join(_link(name) for name in (*row["texts"][language], *row["files"]))


def _link(name: str) -> str:
    how = 'rel="preload" as="style"' if name.endswith(".css") else 'rel="modulepreload"'
    return f'<link {how} crossorigin href="{name}">'


@lru_cache(maxsize=1)
def _rows(_changed: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(_AHEAD.read_text("utf-8"))
    return found


def _file(path: Path, request: Request, caching: str) -> Response:
    """Return a file, packed when the browser can unpack it; these files are public, so that gives nothing away."""
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    media_type = mimetypes.guess_type(path.name)[0]
    takes_gzip = "gzip" in request.headers.get("accept-encoding", "")
    if not takes_gzip or path.suffix not in _WORTH_PACKING or "range" in request.headers:
        return FileResponse(path, headers=headers)
    packed = _packed(path, path.stat().st_mtime_ns)
    return Response(packed, media_type=media_type, headers=headers | {"Content-Encoding": "gzip"})


@lru_cache(maxsize=256)
def _packed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)


def _caching(path: str) -> str:
    """Files with a hash in their name never change; the others may. Icons are fetched at every turn: kept a day."""
    if path.startswith("assets/"):
        return "public, max-age=31536000, immutable"
    return "public, max-age=86400" if path.endswith(".svg") else "no-cache"
