"""Our own counters say what Prometheus' would say."""

from __future__ import annotations

import pytest
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from gravitable.server import metrics
from gravitable.server.metrics import Spread, Tally

BOUNDS = (0.001, 0.5, 1, 2.5)
VALUES = (0.0, 0.001, 0.0011, 0.5, 0.75, 1, 2, 2.5, 2.6, 100)


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> tuple[CollectorRegistry, CollectorRegistry]:
    """Return a registry for ours and one for theirs."""
    registries = CollectorRegistry(), CollectorRegistry()
    monkeypatch.setattr(metrics, "REGISTRY", registries[0])
    return registries


def shown(registry: CollectorRegistry) -> list[str]:
    lines = generate_latest(registry).decode().splitlines()
    return [line for line in lines if "_created" not in line]  # when it was made: only theirs say so


def test_a_tally_counts_by_its_labels(both: tuple[CollectorRegistry, CollectorRegistry]) -> None:
    ours = Tally("made_total", "Things made", ["what", "how"])
    theirs = Counter("made_total", "Things made", ["what", "how"], registry=both[1])
    for labels in (("cake", "well"), ("cake", "badly"), ("cake", "well"), ('pie "1"', "well")):
        ours.add(*labels)
        theirs.labels(*labels).inc()
    assert shown(both[0]) == shown(both[1])


def test_a_tally_without_labels_begins_with_zero(both: tuple[CollectorRegistry, CollectorRegistry]) -> None:
    ours, theirs = Tally("made_total", "Things made"), Counter("made_total", "Things made", registry=both[1])
    assert shown(both[0]) == shown(both[1])
    ours.add()
    theirs.inc()
    assert shown(both[0]) == shown(both[1])


def test_a_spread_counts_up_to_each_bound(both: tuple[CollectorRegistry, CollectorRegistry]) -> None:
    ours = Spread("took_seconds", "Time taken", BOUNDS)
    theirs = Histogram("took_seconds", "Time taken", buckets=BOUNDS, registry=both[1])
    for value in VALUES:
        ours.observe(value)
        theirs.observe(value)
    assert shown(both[0]) == shown(both[1])
