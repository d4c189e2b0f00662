"""Write ``requirements/*.txt``: the newest versions that fit pyproject.toml, each with its hashes.

For all platforms and Python versions at once, without the address of any registry. ``make upgrade`` runs this and the
tests; ``--check`` changes nothing and says whether the files still fit pyproject.toml.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETS = {"play": "client", "dev": "dev"}
"""Each file, with the extra of pyproject.toml that it is for."""


def write(extra: str, target: Path, *, upgrade: bool) -> None:
    """Write one file."""
    uv = Path(sysconfig.get_path("scripts")) / "uv"
    command = [str(uv) if uv.exists() else "uv", "pip", "compile", "pyproject.toml", "--extra", extra]
    command += ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-emit-index-url"]
    command += ["--no-header", "--no-annotate", "--quiet", "--output-file", str(target)]
    subprocess.run(command + ["--upgrade"] * upgrade, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def fits(name: str, extra: str) -> bool:
    """Say whether a file still is what pyproject.toml asks for, its versions kept."""
    kept = ROOT / "requirements" / f"{name}.txt"
    with tempfile.TemporaryDirectory() as folder:
        again = Path(folder) / "again.txt"
        again.write_bytes(kept.read_bytes())
        write(extra, again, upgrade=False)
        return _versions(again) == _versions(kept)


def _versions(path: Path) -> list[str]:
    return re.findall(r"^\S+==\S+", path.read_text(), re.MULTILINE)


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        stale = [name for name, extra in SETS.items() if not fits(name, extra)]
        sys.exit(f"out of date: {', '.join(stale)}; run python tools/lock.py" if stale else 0)
    for name, extra in SETS.items():
        write(extra, ROOT / "requirements" / f"{name}.txt", upgrade=True)
