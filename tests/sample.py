"""Some of many cases, where all of them would take too long.

The sanitizers look at what is executed, not at numbers: they get a part of long lists of cases. The part is drawn from
a seed that changes and is printed; SALTUS_SEED=N draws the same part again."""
import os
import random
import time

SANITIZED = bool(os.environ.get("SANITIZED"))
SEED = int(os.environ.get("SALTUS_SEED") or time.time_ns() // 1000 % 1000000)


def drawn(cases, one_of):
    """About one of so many, in their order."""
    cases = list(cases)
    chosen = random.Random(SEED).sample(range(len(cases)), -(-len(cases) // one_of))
    print("SALTUS_SEED=%d: %d of %d cases" % (SEED, len(chosen), len(cases)), flush=True)
    return [cases[k] for k in sorted(chosen)]


def sanitized(cases, one_of):
    """All cases; with the sanitizers about one of so many."""
    return drawn(cases, one_of) if SANITIZED else list(cases)


def part(count):
    """How many generated cases: all, a fifth with the sanitizers."""
    return -(-count // 5) if SANITIZED else count
