"""A reference for piecewise linear systems with ideal switches, diodes, thyristors, free wheels, stops, ropes.

A net has nodes (potentials, or speeds), states (voltages of capacitors, currents of coils, speeds of masses,
positions) and *devices*. A device has a voltage v (a combination of potentials) and a current i. It is bilateral
(closed: v = 0, open: i = 0) or unilateral: i >= 0, -v >= 0 and one of them is zero. A stop is a unilateral device that
exists while its gap is closed, a thyristor one that exists from its gate on until its current ends.

Between events the solution is exact: the equations of the mode are reduced to an ordinary differential equation in
long decimal numbers. Its matrix exponentials for a step and all binary fractions of it are made by squaring.
Switching times follow from these by bisection.

The jump and the mode after an event come from *one* principle, which tests no candidate modes. A step of the implicit
Euler method (Moreau's catching-up algorithm) turns states, impulses and unilateral conditions into a linear
complementarity problem, which Lemke's method solves. In long numbers the step can be so short (1e-24 of the time
scale) that its result is the jump: the consistent point which is nearest in the metric of inductances, capacitances
and masses. A second, longer step from there shows which devices conduct afterwards. What floats is shared by equal
leaks, what is parallel by equal resistances (1e-50). At each jump the reference asserts what must hold whatever the
method: conservation of each charge, flux and momentum that no impulse can change, and no gain of energy.
"""
import math
from decimal import Decimal as D
from operator import mul

from switched_mode import LEVELS, Mode, Step, conserved, impulse_bonds
from switched_net import ZERO, Impossible, source_rate

LOOKS = (17, 24, 30, 36, 42)                         # levels of steps that find a mode


class Run:
    """A simulation. values: name -> list on the grid; events: what happened at each instant."""

    def __init__(self, net, stop, step, delta, hooks=()):
        self.net, self.stop, self.delta = net, stop, delta
        self.modes, self.steps, self.bonds = {}, {}, {}
        self.short = D(delta)*D("1e-24")
        self.t, self.x = 0.0, list(net.initial)
        self.on, self.closed, self.touching, self.gates = frozenset(), set(), set(), set()
        self.hooks = list(hooks)
        self.fresh, self.blur, self.patience = True, 0.0, 1.0
        self.offsets = {}                            # gaps of contacts that have let go, zero but for rounding
        self.levels = {}                             # index of pulse -> value
        self.grid = [k*step for k in range(int(round(stop/step)) + 1)]
        self.values = {name: [] for name in net.states}
        self.events, self.ambiguous = [], False
        self.simulate()

    def sources(self, t):
        r = []
        for k, key in enumerate(self.net.exogenous):
            r.append(1.0 if key[0] == "one" else t if key[0] == "time" else math.sin(2*math.pi*key[1]*t)
                     if key[0] == "sin" else
                     math.cos(2*math.pi*key[1]*t) if key[0] == "cos" else float(self.levels.get(k, 0.0)))
        return r

    def named(self):
        return dict(zip(self.net.states, self.x))

    # the instant
    def decide(self):
        """Time events due now, gaps that are closed, hooks; then the jump and the mode."""
        net, before = self.net, self.named()
        eps = 1e-9*self.delta
        for hook in self.hooks:
            hook.act(self, self.t, before, eps)
        self.closed, self.gates = set(), set()
        for k, device in enumerate(net.devices):
            if device.kind == "switch" and device.control.value:
                self.closed.add(k)
            if device.kind == "thyristor" and device.control.value:
                self.gates.add(k)
            if device.kind == "latch" and (k in self.touching or self.gap(k) <= eps_gap(self, k)):
                self.touching.add(k)
                self.closed.add(k)
            if device.kind == "contact" and k not in self.touching and self.gap(k) <= eps_gap(self, k):
                self.touching.add(k)
        for k, key in enumerate(net.exogenous):
            if key[0] == "pulse":
                self.levels[k] = float(key[1].value)
        allowed = {k for k, d in enumerate(net.devices) if d.kind == "diode" or d.kind == "contact"
                   and k in self.touching or
                   d.kind == "thyristor" and (k in self.gates or k in self.on)}
        r = self.sources(self.t)
        new, impulses, work = self.step(self.short).go(self.x, r, allowed)
        self.check_jump(new, impulses, work)
        old, self.x = self.x, [float(v) if abs(v) > D("1e-25") else 0.0 for v in new]
        on_before, flags_before = self.on, getattr(self, "flags", None)
        self.find_mode(r, allowed)
        self.flags = self.on
        size = self.scale(old, self.x)
        jumped = [k for k, name in enumerate(net.states) if abs(self.x[k] - old[k]) > 1e-9*size[k] + 1e-14]
        if self.on != on_before or jumped or self.t == 0:
            self.events.append({"time": self.t, "before": dict(zip(net.states, old)), "after": self.named(),
                                "on": self.mode.name(), "blur": self.blur,
                                "jumps": [net.states[k] for k in jumped],
                                "mode": flags_before is not None and self.on != on_before,
                                # by what conducts in the jump: a diode may begin to conduct after it, in the same
                                # instant
                                "conserved": conserved(net, self.closed | {k for k, v in impulses.items()
                                                                           if v > 0}) if jumped else []})

    def find_mode(self, r, allowed):
        """By a step that is short enough: what it finds must still hold at its end."""
        x, touching = self.x, set(self.touching)
        for level in LOOKS:
            self.x, self.touching = x, set(touching)
            _, currents, _ = self.step(D(self.delta)/2**level).go(x, r, allowed)
            self.on = frozenset([k for k, v in currents.items() if v > 0] + list(self.closed))
            for k, device in enumerate(self.net.devices):
                if device.kind == "contact" and k not in self.on and k in self.touching:
                    self.touching.discard(k)
                    self.offsets[k] = min(0.0, self.gap(k))
            self.mode = self.modes.get(self.on)
            if self.mode is None:
                self.mode = self.modes[self.on] = Mode(self.net, self.on, self.delta)
            if not self.enter():
                continue
            functions, later = self.watch(1e-12), [k for k in LOOKS if k >= level]
            if not any(self.violated(functions, self.move(self.free, self.t, k),
                                     self.sources(self.t + self.delta/2**k)) for k in later):
                break
        else:
            raise Impossible("no step is short enough to tell the mode at %r" % self.t)
        self.ambiguous = self.ambiguous or bool(self.mode.unwatched) or self.is_idle(functions)
        self.fresh = True

    def is_idle(self, functions):
        """A device with neither current nor voltage, and none to come: it may conduct or not."""
        size = self.scale(self.x)
        points = [self.entry] + [(self.move(self.free, self.t, k), self.sources(self.t + self.delta/2**k))
                                 for k in LOOKS]
        for a, b, constant, _ in functions:
            weight = abs(constant) + sum(abs(p)*size[k] for p, k in zip(a, self.mode.free)) + sum(map(abs, b))
            if all(abs(constant + sum(map(mul, a, x)) + sum(map(mul, b, r))) <= 1e-10*weight for x, r in points):
                return True
        return False

    def scale(self, *vectors):
        """The size of each state, but at least a thousandth of the largest of its kind."""
        kinds = {}
        self.sizes = getattr(self, "sizes", [0.0]*len(self.x))
        for vector in vectors:
            self.sizes = [max(a, abs(b)) for a, b in zip(self.sizes, vector)]
        for name, size in zip(self.net.states, self.sizes):
            kind = name.rsplit(".", 1)[-1]
            kinds[kind] = max(kinds.get(kind, 0.0), size)
        return [kinds[name.rsplit(".", 1)[-1]] or 1.0 for name in self.net.states]

    def step(self, h):
        key = frozenset(self.closed), h
        if key not in self.steps:
            self.steps[key] = Step(self.net, *key)
        return self.steps[key]

    def check_jump(self, new, impulses, work):
        """Conservation and energy, whatever the method."""
        net = self.net
        active = frozenset(k for k, v in impulses.items() if v > 0) | frozenset(self.closed)
        if active not in self.bonds:
            self.bonds[active] = impulse_bonds(net, active)
        jump = {k: v - D(self.x[k]) for k, v in enumerate(new)}
        size = self.scale(self.x)
        rest = self.bonds[active].reduced({k: v for k, v in jump.items() if v})
        for k, value in rest.items():
            assert abs(value) <= D(1e-11*size[k] + 1e-14), "%s jumps at %g by %g, and no impulse can move it so" % (
                net.states[k], self.t, value)
        energy = lambda x: sum((v*x[i]*x[j] for (i, j), v in net.metric.items()), ZERO)/2
        old, after = energy([D(v) for v in self.x]), energy(new)
        rounding = D("1e-11")*(abs(old) + abs(after)) + D("1e-30")
        assert after - old <= work + rounding, "energy is won at %g: %g to %g, work %g" % (self.t, old, after, work)

    def enter(self):
        """The independent states. Whether the others agree with the mode's bonds."""
        mode, size = self.mode, self.scale(self.x)
        self.free = [self.x[k] for k in mode.free]
        full = self.full(self.free, self.t)
        if any(abs(a - b) > 1e-8*size[k] + 1e-14 for k, (a, b) in enumerate(zip(full, self.x))):
            return False
        self.x, self.entry = full, (self.free, self.sources(self.t))
        return True

    def full(self, free, t):
        r = self.sources(t)
        return [sum(map(mul, a, free)) + sum(map(mul, b, r)) for a, b in self.mode.states]

    def gap(self, k):
        row, constant = self.net.devices[k].gap_row
        return constant + sum(c*self.x[s] for s, c in row.items())

    # between instants
    def watch(self, part=3e-13):
        """Functions that must not become negative: (row over independent states, row over sources, constant, limit).
        Down to its limit a function is zero but for rounding."""
        functions = []
        for k, row in self.mode.watched.items():
            kind = self.net.devices[k].kind
            on = k in self.on
            if kind == "diode" or kind == "contact" and on or kind == "thyristor" and (on or k in self.gates):
                functions.append((row[0], row[1], 0.0))
        for k, device in enumerate(self.net.devices):
            if device.kind in ("contact", "latch") and k not in self.touching:
                functions.append(self.state_function(device.gap_row[0], device.gap_row[1] - self.offsets.get(k, 0.0)))
        for hook in self.hooks:
            for row, constant in hook.guards(self):
                functions.append(self.state_function(row, constant))
        size, (free, r) = self.scale(self.x), self.entry
        limited, part = [], part*self.patience
        for a, b, constant in functions:
            weight = abs(constant) + sum(abs(p)*size[k] for p, k in zip(a, self.mode.free)) + sum(map(abs, b))
            first = constant + sum(map(mul, a, free)) + sum(map(mul, b, r))
            limited.append((a, b, constant, min(0.0, max(2*first, -1e-11*weight)) - part*weight - 1e-20))
        return limited

    def state_function(self, row, constant):
        a, b = [0.0]*len(self.free), [0.0]*len(self.net.exogenous)
        for s, c in row.items():
            x, y = self.mode.states[s]
            a = [p + c*q for p, q in zip(a, x)]
            b = [p + c*q for p, q in zip(b, y)]
        return a, b, constant

    def violated(self, functions, free, r):
        return any(constant + sum(map(mul, a, free)) + sum(map(mul, b, r)) < limit for a, b, constant,
                   limit in functions)

    def dips(self, functions, free, r, free2, r2):
        """Whether a function could be negative between two points at which it is not."""
        for a, b, _, _ in functions:
            if self.rate(a, b, free, r) < 0 < self.rate(a, b, free2, r2):
                return True
        return False

    def rate(self, a, b, free, r):
        both = free + r
        total = sum(p*sum(map(mul, row, both)) for p, row in zip(a, self.mode.slope) if p)
        for k, q in enumerate(b):
            if q:
                total += q*sum(float(v)*r[c - 2000] for c, v in source_rate(self.net, 2000 + k).items())
        return total

    def move(self, free, t, level):
        both = free + self.sources(t)
        return [sum(map(mul, row, both)) for row in self.mode.ladder[level]]

    def search(self, functions, free, t, level, depth):
        """The end of this piece, and None; or a point just before the first violation in it, and its time."""
        length = self.delta/2**level
        end = self.move(free, t, level)
        r, r2 = self.sources(t), self.sources(t + length)
        bad = self.violated(functions, end, r2)
        if not bad and (depth >= 7 or not self.dips(functions, free, r, end, r2)):
            return end, None
        if level >= LEVELS - 4:
            return (free, t) if bad else (end, None)
        middle, when = self.search(functions, free, t, level + 1, depth + (not bad))
        if when is not None:
            return middle, when
        end, when = self.search(functions, middle, t + length/2, level + 1, depth + (not bad))
        if when is None and bad:                     # by rounding its end was bad on one way and is not on the other
            return middle, t + length/2
        return end, when

    def flow_to(self, target):
        """Up to the target or the first event before; whether it was an event. After a change of mode the steps begin
        very short: a stiff part may turn a device in a millionth of the usual step and back again."""
        functions = self.watch()
        begin, free, gone, level = self.t, self.free, 0.0, 44 if self.fresh else 0
        self.fresh, self.blur = False, 0.0
        span, rising = target - begin, False
        while span - gone > self.delta*2.0**-LEVELS*8 and level <= LEVELS:
            length = self.delta/2**level
            if gone + length > span:
                level, rising = level + 1, True
                continue
            end, when = self.search(functions, free, begin + gone, level, 0)
            if when is not None:
                return self.arrive(end, when, functions)
            free, gone = end, gone + length
            if not rising:
                level = max(0, level - 2)
        return self.arrive(free, target, None)

    def arrive(self, free, t, functions):
        """At this point; functions: it is an event of one of these. blur: by how much its time changes for a relative
        error of states."""
        self.t, self.free = t, free
        self.x = self.full(free, t)
        size, r = self.scale(self.x), self.sources(t)
        for a, b, constant, _ in functions or []:
            weight = abs(constant) + sum(abs(p)*size[k] for p, k in zip(a, self.mode.free)) + sum(map(abs, b))
            value = constant + sum(map(mul, a, free)) + sum(map(mul, b, r))
            if abs(value) <= 1e-9*weight:
                self.blur = max(self.blur, weight/max(abs(self.rate(a, b, free, r)), 1e-300))
        return functions is not None

    def simulate(self):
        point, eps, same = 0, 1e-9*self.delta, 0
        self.decide()
        last = self.t
        while True:
            due = min([hook.next(self.t + eps) for hook in self.hooks], default=math.inf)
            while point < len(self.grid) and self.grid[point] <= self.t + eps:
                for name, value in self.named().items():
                    self.values[name].append(value)
                point += 1
            if self.t >= self.stop - eps:
                return
            target = min(due, self.stop, self.grid[point] if point < len(self.grid) else math.inf)
            if abs(due - target) <= eps:             # a point of the grid that is an event by rounding
                target = due
            event = self.flow_to(min(target, self.stop))
            if event or abs(self.t - due) <= eps:
                same = same + 1 if self.t - last < eps else 0
                self.patience = 10.0**min(same//8, 3)  # where devices turn to and fro by rounding
                if same > 60:
                    raise Impossible("events without end at %g, last mode %s" % (self.t, self.mode.name()))
                last = self.t
                self.decide()


def eps_gap(run, k):
    row, constant = run.net.devices[k].gap_row
    return 1e-11*(abs(constant) + sum(abs(c*run.x[s]) for s, c in row.items())) + 1e-13
