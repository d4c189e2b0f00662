"""What Python asks the rules of Gravity Superstar, as compiled functions: see ``core.entry_template``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gravitable.core import entry_template
from gravitable.core.chance import Rng
from gravitable.core.events import Events
from gravitable.core.jit import door
from gravitable.core.state import States
from gravitable.core.template import fill_in
from gravitable.superstar import apply as apply_rules
from gravitable.superstar import legal as legal_rules
from gravitable.superstar import setup
from gravitable.superstar import view as view_rules

if TYPE_CHECKING:  # made by ``fill_in`` below
    from gravitable.core.entry_template import apply, determinize, is_legal, legal, mask, to_act

__all__ = ["apply", "chance", "determinize", "is_legal", "legal", "mask", "start", "to_act"]


@door
def start(states: States, players: int, goodies: int, expert: int, round_limit: int) -> None:
    """See ``setup.start``."""
    setup.start(states[0], players, goodies, expert, round_limit)


@door
def chance(states: States, faces: Any, picks: setup.Picks, rng: Rng, events: Events) -> None:
    """See ``setup.chance``."""
    setup.chance(states[0], faces, picks, rng, events)


fill_in(
    entry_template,
    globals(),
    seats_to_act=legal_rules.to_act,
    legal_actions=legal_rules.legal,
    legal_mask=legal_rules.legal_mask,
    apply_action=apply_rules.apply,
    mask_state=view_rules.mask,
    fill_hidden=view_rules.determinize,
)
