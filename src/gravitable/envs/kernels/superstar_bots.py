"""Simple bots for the environments of Gravity Superstar: the parts for ``bots_template``."""

from __future__ import annotations

from gravitable.bots.kernels.superstar_greedy import choose
from gravitable.core.template import fill_in
from gravitable.envs.kernels import bots_template, superstar_step
from gravitable.superstar.legal import legal_mask
from gravitable.superstar.view import mask

fill_in(
    bots_template,
    globals(),
    legal_mask=legal_mask,
    mask=mask,
    choose=choose,
    seat_to_act=superstar_step.seat_to_act,
    act=vars(superstar_step)["act"],  # made by a template: type checkers do not know it
)
