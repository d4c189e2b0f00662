"""Some tests have a long form: every size of screen, whole games by hand. ``make soak`` runs those."""

from __future__ import annotations

import os
from typing import Final

LONG: Final = os.environ.get("GRAVITABLE_LONG") == "yes"
"""Whether the long forms are wanted; ``make test`` has to be over in a quarter of an hour."""
