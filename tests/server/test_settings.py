"""Settings come from the environment; what cannot be is refused with a sentence that says what would be right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gravitable.server.errors import BadSetting
from gravitable.server.settings import Settings, from_environment


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"GRAVITABLE_{name.upper()}", raising=False)


def test_without_any_and_with_all(monkeypatch: pytest.MonkeyPatch) -> None:
    assert from_environment().bot_threads == 2
    wanted = {
        "DATABASE": "postgresql://me@db/games",
        "ORIGINS": " https://a.example/, https://b.example ,",
        "SECURE_COOKIES": "yes",
        "BOT_THREADS": "3",
        "BOT_PACE_MS": "0",
        "BOT_IDLE_PACE_MS": "5",
        "KEEP_GUESTS_DAYS": "0",
        "PATIENCE_S": "2.5",
        "CACHED_GAMES": "",
        "LIMIT_SCALE": "0.5",
        "METRICS_TOKEN": "123",
        "LOG_LEVEL": "DEBUG",
    }
    for name, value in wanted.items():
        monkeypatch.setenv(f"GRAVITABLE_{name}", value)
    settings = from_environment()
    assert settings.url == "postgresql+asyncpg://me@db/games"
    assert settings.origins == ("https://a.example", "https://b.example")
    assert settings.secure_cookies is True
    assert (settings.bot_threads, settings.bot_pace_ms, settings.cached_games) == (3, 0, 2000)
    assert (settings.bot_idle_pace_ms, settings.keep_guests_days, settings.patience_s) == (5, 0, 2.5)
    assert (settings.limit_scale, settings.metrics_token, settings.log_level) == (0.5, "123", "debug")


def test_every_setting_is_in_the_hosting_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    missing = [name for name in Settings.model_fields if f"`GRAVITABLE_{name.upper()}`" not in page]
    assert not missing


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("BOT_THREADS", "0", "GRAVITABLE_BOT_THREADS takes a whole number from 1, not '0'"),
        ("BOT_THREADS", "many", "GRAVITABLE_BOT_THREADS takes a whole number from 1, not 'many'"),
        ("BOT_PACE_MS", "-1", "GRAVITABLE_BOT_PACE_MS takes a whole number from 0, not '-1'"),
        ("CACHED_GAMES", "1.5", "GRAVITABLE_CACHED_GAMES takes a whole number from 1, not '1.5'"),
        ("LIMIT_SCALE", "nan", "GRAVITABLE_LIMIT_SCALE takes a number from 0 to 1000, not 'nan'"),
        ("LIMIT_SCALE", "1001", "GRAVITABLE_LIMIT_SCALE takes a number from 0 to 1000, not '1001'"),
        ("SECURE_COOKIES", "perhaps", "GRAVITABLE_SECURE_COOKIES takes yes or no, not 'perhaps'"),
        ("LOG_LEVEL", "loud", "GRAVITABLE_LOG_LEVEL takes debug, info, warning or error, not 'loud'"),
    ],
)
def test_bad_ones_are_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str, message: str) -> None:
    monkeypatch.setenv(f"GRAVITABLE_{name}", value)
    with pytest.raises(BadSetting, match=re.escape(message)):
        from_environment()
