"""Functions of time as samples for an input: cubics where they are smooth, ends where they jump."""
from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._error import Error

# A cubic goes through four points of an interval; three others tell whether it is the function.
_NODES = np.array([0, 1, 2, 3]) / 3
_CHECKS = np.array([0.11, 0.5, 0.87])
_WEIGHTS = np.array([[np.prod([(c - m) / (n - m) for m in _NODES if m != n]) for n in _NODES] for c in _CHECKS])
_INTERVALS, _MOST = 50, 400_000


def of_function(name: str, given: Callable[[float], Any], start: float, stop: float, tolerance: float) -> tuple[Any,
        ...]:
    """Times and values of cubics that are the function to a part of its size, and the method that makes them of these.

    Each interval has four samples, and the last one is the first of the next: two samples at one time end a piece. An
    interval in which the cubic is not the function is halved. Where halving does not help, the function jumps."""
    smallest = 1e-12 * max(abs(start), abs(stop), stop - start)
    calls = 0

    def at(times: Any) -> Any:
        nonlocal calls
        calls += len(times)
        if calls > _MOST:
            raise Error(f"the function of the input '{name}' cannot be followed to the tolerance {tolerance:g}: it "
                        f"moves too much "
                        f"near time {times[0]:g}; give every=, or a larger tolerance")
        values = np.array([float(given(float(t))) for t in times])
        if not np.isfinite(values).all():
            where = times[np.argmin(np.isfinite(values))]
            raise Error(f"the function of the input '{name}' has no value at time {where:.9g}")
        return values

    edges = np.linspace(start, stop, _INTERVALS + 1)
    todo = [(a, b, at(a + (b - a) * _NODES), at(a + (b - a) * _CHECKS)) for a, b in zip(edges[-2::-1], edges[:0:-1])]
    size = max(max(np.abs(y).max(), np.abs(c).max()) for _, _, y, c in todo)
    allowed, times, values, begin = tolerance * (size or 1), [], [], start
    while todo:
        a, b, y, checks = todo.pop()
        wide = b - a > smallest
        if wide and not np.abs(_WEIGHTS @ y - checks).max() <= allowed:
            middle = a + (b - a) / 2
            for low, high in ((middle, b), (a, middle)):
                todo.append((low, high, at(low + (high - low) * _NODES), at(low + (high - low) * _CHECKS)))
            continue
        if not wide:                     # a jump: what follows begins where it is
            continue
        where = a + (b - a) * _NODES
        where[0] = begin
        times.extend(where)
        values.extend(y)
        begin = b
    level = np.reshape(values, (-1, 4))
    if (level == level[:, :1]).all():    # steps, as Integers and Booleans have them
        return np.array(times[::4]), level[:, 0], "floor"
    return np.array(times), np.array(values), "not_a_knot"
