"""The laboratory: both games as standard environments, one at a time or thousands at once.

* ``gravitable.envs.batched``: N games in one array, stepped in compiled code on all cores
* ``gravitable.envs.superstar_v0``, ``gravwell_v0``, ``gravwell_parallel_v0``: PettingZoo
* ``gravitable.envs.seat``: Gymnasium, one seat against bots
* ``gravitable.envs.openspiel``: both games registered with OpenSpiel

What an agent sees is the same everywhere: see ``gravitable.envs.observation``.
"""
