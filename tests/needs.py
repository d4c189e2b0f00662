"""What a test needs from the machine."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def lacks(what: str) -> NoReturn:
    """Skip a test on somebody's machine; on the machine that decides about a change (``CI=true``) it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} (not skipped, since CI=true)", pytrace=False)
    pytest.skip(what)
