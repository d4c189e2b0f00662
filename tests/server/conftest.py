"""What the server's tests share: one ordinary server, and one PostgreSQL, for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from needs import lacks
from server.harness import Postgres, ServerProcess, postgres_binaries, running


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[ServerProcess]:
    with running(str(folder / "shared.db"), folder) as process:
        yield process


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    if postgres_binaries() is None:
        lacks("no PostgreSQL is installed here (initdb, createdb): install it to run these tests")
    # Not below pytest's own folder, which other users (PostgreSQL runs as its own) cannot enter.
    import tempfile  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="gravitable-postgres-") as place:
        Path(place).chmod(0o755)
        cluster = Postgres(Path(place))
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
