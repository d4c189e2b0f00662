"""What the newcomer types into Python: small programs that fail when something is not as the docs say."""

BOT = """\
class Last:
    def choose(self, view, legal):
        return legal[-1]
"""

PLAYS = """
import importlib.resources, sys
import gravitable
assert (importlib.resources.files("gravitable.server") / "static" / "index.html").is_file(), "no client"
for name in ("superstar", "gravwell"):
    game = gravitable.new(name, players=2, seed=1, **({"rounds": 3} if name == "superstar" else {}))
    while not game.over:
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
print(gravitable.__version__, sys.version, game.result["reason"])
"""

LIBRARY = """
import gravitable
class First:
    def choose(self, view, legal):
        return legal[0]
played = gravitable.arena.run("superstar", [First, "random"], games=4, rounds=3)
assert {line.bot for line in played.standings} == {"First", "random"} and not played.forfeits
assert len(played.data_frame()) >= 4
assert "First" in str(played)
for name in ("superstar", "gravwell"):
    game = gravitable.new(name, players=2, seed=1)
    assert game._repr_svg_().startswith("<svg")
    seat = game.to_act[0]
    assert game.preview(seat, game.legal(seat)[0])
"""

ENVIRONMENTS = """
import warnings
import gymnasium, numpy
import gravitable.envs.seat
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from gravitable.envs import gravwell_parallel_v0, gravwell_v0, superstar_v0
warnings.simplefilter("ignore")
for name in ("Superstar-v0", "Gravwell-v0"):
    env = gymnasium.make(f"gravitable/{name}")
    check_env(env.unwrapped)
    observation, info = env.reset(seed=1)
    assert env.unwrapped.action_masks().dtype == numpy.bool_
    many = gymnasium.make_vec(f"gravitable/{name}", num_envs=8, vectorization_mode="vector_entry_point")
    many.reset(seed=1)
    many.close()
for module in (superstar_v0, gravwell_v0):
    api_test(module.env(), num_cycles=200)
    seed_test(module.env, num_cycles=50)
parallel_api_test(gravwell_parallel_v0.parallel_env(), num_cycles=100)
parallel_seed_test(gravwell_parallel_v0.parallel_env)
max_cycles_test(gravwell_parallel_v0)
"""

MASKABLE = """
import gymnasium
import gravitable.envs.seat
from sb3_contrib import MaskablePPO
env = gymnasium.make("gravitable/Superstar-v0", players=2, rounds=3)
model = MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=64)
model.learn(128)
"""
