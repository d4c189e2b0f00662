"""Simple bots for the environments of Gravwell: the parts for ``bots_template``."""

from __future__ import annotations

from gravitable.bots.kernels.gravwell_greedy import choose
from gravitable.core.template import fill_in
from gravitable.envs.kernels import bots_template, gravwell_step
from gravitable.gravwell.legal import legal_mask
from gravitable.gravwell.view import mask

fill_in(
    bots_template,
    globals(),
    legal_mask=legal_mask,
    mask=mask,
    choose=choose,
    seat_to_act=gravwell_step.seat_to_act,
    act=vars(gravwell_step)["act"],  # made by a template: type checkers do not know it
)
