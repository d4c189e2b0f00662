"""What every SVG drawing must be, whichever game it shows."""

import re
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('x')</script>&\"\x1b[31m\x00\u202e]]>"
"""A name that tries to break out of XML, of a terminal line and of the reading direction."""


def parts(svg: str, name: str) -> list[ET.Element]:
    """Find the elements that carry a class."""
    return [part for part in ET.fromstring(svg).iter() if name in part.get("class", "").split()]  # noqa: S314


def check_document(svg: str) -> None:
    """Assert that a drawing is one complete, scalable, self-contained and inert document."""
    root = ET.fromstring(svg)  # noqa: S314
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox", "").startswith("0 0 ")
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    tags = {part.tag.removeprefix(SVG) for part in root.iter()}
    assert not tags & {"script", "image", "foreignObject", "style", "a"}
    assert not [name for part in root.iter() for name in part.attrib if name.startswith("on")]
    ids = [part.get("id", "") for part in root.iter() if part.get("id")]
    assert len(ids) == len(set(ids))
    links = {part.get("href", "") for part in root.iter()} - {""}
    assert links <= {f"#{name}" for name in ids}
    assert set(re.findall(r"url\(([^)]*)\)", svg)) <= {f"#{name}" for name in ids}
    assert "http" not in svg.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert len(svg) < 200_000


def check_harmless(svg: str, text: str) -> None:
    """Assert that nothing of the hostile name reaches a page or a terminal as more than letters."""
    check_document(svg)
    assert "<script" not in svg
    for drawing in (svg, text):
        assert not any(sign in drawing for sign in "\x1b\x00\u202e")


def check_colouring(plain: str, coloured: str) -> None:
    """Assert that colour only adds escape codes to a text, and that without it there are none."""
    assert "\x1b" not in plain
    assert "\x1b[" in coloured
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()
