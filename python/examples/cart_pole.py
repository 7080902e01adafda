# %% [markdown]
# # A cart-pole learns, with the plant stepped from Python
#
# The environment has the shape that reinforcement learning expects: `reset`, and `step(action)` with observation,
# reward and end. Each step is one call of the library (Run.stepper). The policy is linear, and learns by the
# cross-entropy method, which needs no library: from a few hundred episodes it balances the pole for all of the time.

# %%
import os

import numpy as np

import saltus

MODEL = """
model CartPole "the benchmark of Barto, Sutton and Anderson (1983): cart 1 kg, pole 0.1 kg, half length 0.5 m"
  parameter Real M = 1, m = 0.1, l = 0.5, g = 9.8;
  parameter Real x0 = 0, theta0 = 0;
  input Real u(start = 0);
  Real x(start = x0, fixed = true), v(start = 0, fixed = true);
  Real theta(start = theta0, fixed = true), w(start = 0, fixed = true);
protected
  Real push = (u + m*l*w^2*sin(theta))/(M + m);
equation
  der(x) = v;
  der(theta) = w;
  der(w) = (g*sin(theta) - cos(theta)*push)/(l*(4/3 - m*cos(theta)^2/(M + m)));
  der(v) = push - m*l*der(w)*cos(theta)/(M + m);
end CartPole;
"""


class CartPole:
    """Force +10 or -10 N for 0.02 s; the episode ends beyond 12 degrees, 2.4 m, or after 500 steps."""

    def __init__(self) -> None:
        self.run = saltus.load_text(MODEL).run(stop=11, rows="ends", tolerance=1e-5)
        self.advance = self.run.stepper(["u"], ["x", "v", "theta", "w"])
        self.begun = False

    def reset(self, noise: np.random.Generator) -> np.ndarray:
        if self.begun:
            self.run.end()
        x0, theta0 = noise.uniform(-0.05, 0.05, 2)
        self.run.set(x0=x0, theta0=theta0).begin()
        self.begun, self.steps = True, 0
        return np.array([x0, 0, theta0, 0])

    def step(self, action: int) -> tuple[np.ndarray, float, bool]:
        self.steps += 1
        state = np.array(self.advance([10.0 if action else -10.0], 0.02*self.steps))
        fell = abs(state[0]) > 2.4 or abs(state[2]) > np.radians(12)
        return state, 1.0, bool(fell or self.steps >= 500)


def episode(env: CartPole, weights: np.ndarray, noise: np.random.Generator) -> float:
    state, total, done = env.reset(noise), 0.0, False
    while not done:
        state, reward, done = env.step(int(weights @ state > 0))
        total += reward
    return total


# %% Twenty policies a generation; the best four say where the next ones are drawn from.
env, noise = CartPole(), np.random.default_rng(3)
mean, spread = np.zeros(4), np.ones(4)*2
for generation in range(3 if os.environ.get("QUICK") else 15):
    policies = noise.normal(mean, spread, (20, 4))
    rewards = np.array([episode(env, p, noise) for p in policies])
    best = policies[np.argsort(rewards)[-4:]]
    mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1
    print(f"generation {generation + 1}: mean {rewards.mean():5.1f} steps, best {rewards.max():.0f}")
    if rewards.mean() > 450:
        break
final = np.mean([episode(env, mean, noise) for _ in range(5)])
print(f"the mean policy balances for {final:.0f} of 500 steps")
assert final > (50 if os.environ.get("QUICK") else 450)
