"""What ``make play`` adds to ``gravitable serve``: setting up, and an end without noise."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(shutil.which("make") is None or os.name == "nt", reason="needs make and its signals")
def test_ctrl_c_ends_make_play_without_an_error_of_make(tmp_path: Path) -> None:
    log = tmp_path / "log"
    wish = f"ARGS=--port 0 --no-open --database {tmp_path / 'games.db'}"
    with log.open("wb") as out:
        make = subprocess.Popen(
            ["make", "play", wish],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        while "Ctrl-C ends the server" not in log.read_text():
            assert make.poll() is None, log.read_text()
            time.sleep(0.1)
        # As somebody at a terminal does: make, its shell and the server all hear it.
        os.killpg(make.pid, signal.SIGINT)
        assert make.wait(60) in (0, -signal.SIGINT)
    finally:
        if make.poll() is None:
            os.killpg(make.pid, signal.SIGKILL)
    told = log.read_text()
    assert "Stopped." in told
    assert not any(word in told for word in ("***", "Error", "Traceback")), told
