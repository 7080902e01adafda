"""One mode of tests/switched_reference.py: its linear system, and a step of it by exact arithmetic."""
import decimal
from collections import deque
from decimal import Decimal as D
from operator import mul

from switched_net import ONE, ZERO, Echelon, Impossible, add_to, lemke, source_rate

TINY = D("1e-50")
LEVELS = 52


class Mode:
    """The equations with a set of conducting devices, as x' = A x + B r for the independent states, and all else from
    these."""

    def __init__(self, net, on, delta):
        self.net, self.on, self.shares = net, on, False
        unknowns = {1000 + k for k in range(net.algebraic)}
        self.values, self.bonds = Echelon(unknowns), Echelon(set(range(len(net.states))))
        work = deque(list(net.kcl.values()) + net.laws)
        for k, device in enumerate(net.devices):
            if k in on:
                row = dict(device.law)
                add_to(row, device.column, -device.ron)
                work.append(row)
            else:
                work.append({device.column: ONE})
        while work:
            self.insert(work.popleft(), work)
            if not work:
                self.share(work)
        self.finish(delta)

    def insert(self, row, work):
        rest = self.values.insert(row)
        if rest is None:
            return
        rest = self.bonds.reduced(rest)
        if not any(c < 1000 for c in rest):
            if any(abs(v) > D("1e-30") for v in rest.values()):
                raise Impossible("the sources contradict each other in the mode " + self.name())
            return
        self.bonds.insert(rest)
        work.append(self.derivative(rest))

    def derivative(self, row):
        """d/dt of a row over states and sources."""
        new = {}
        for column, value in row.items():
            for c, v in (self.net.rates[column] if column < 1000 else source_rate(self.net, column)).items():
                add_to(new, c, value*v)
        return new

    def share(self, work):
        """What nothing determines: open devices share by equal leaks, closed ones by equal resistances."""
        net = self.net
        free = [c for c in sorted(self.values.columns) if c not in self.values.of]
        for column in free:
            null = {column: ONE}
            for pivot, row in self.values.of.items():
                if column in row:
                    null[pivot] = -row[column]
            row = {}
            for k, device in enumerate(net.devices):
                if k in self.on:
                    if device.column in null:
                        self.shares = True
                        add_to(row, device.column, null[device.column])
                else:
                    along = sum((v*null.get(c, ZERO) for c, v in device.law.items()), ZERO)
                    if along:
                        for c, v in device.law.items():
                            add_to(row, c, along*v)
            if not any(c in self.values.columns for c in self.values.reduced(row)):
                row = {c: v for c, v in null.items()}
            work.append(row)
            return

    def name(self):
        return "{" + ", ".join(self.net.devices[k].name for k in sorted(self.on)) + "}"

    def express(self, row):
        """A row over independent states and sources as two lists of floats; None if it is identically zero."""
        row = self.bonds.reduced(self.values.reduced(row))
        size = max([abs(v) for v in row.values()], default=ZERO)
        if size < D("1e-25"):
            return None
        return [float(row.get(c, ZERO)) for c in self.free], [float(row.get(2000 + k, ZERO))
                                                              for k in range(len(self.net.exogenous))]

    def finish(self, delta):
        net = self.net
        self.free = [k for k in range(len(net.states)) if k not in self.bonds.of]
        sources = len(net.exogenous)
        a = []
        for k in self.free:
            row = self.bonds.reduced(self.values.reduced(net.rates[k]))
            a.append([row.get(c, ZERO) for c in self.free] + [row.get(2000 + c, ZERO) for c in range(sources)])
        n = len(self.free)
        for k in range(sources):
            rate = source_rate(net, 2000 + k)
            a.append([ZERO]*n + [rate.get(2000 + c, ZERO) for c in range(sources)])
        self.slope = [[float(x) for x in row] for row in a[:n]]
        self.ladder = ladder(a, n, delta)
        self.states = []
        zero = [0.0]*n, [0.0]*sources
        for k in range(len(net.states)):
            self.states.append(self.express({k: ONE}) or zero)
        self.watched, self.unwatched = {}, 0
        for k, device in enumerate(net.devices):
            if k in self.on:
                row = self.express({device.column: ONE})
            else:
                row = self.express({c: -v for c, v in device.law.items()})
            if row is None:
                self.unwatched += device.kind == "diode" or device.kind in ("contact", "thyristor") and k in self.on
            else:
                self.watched[k] = row
        self.unwatched += self.has_loop() or self.shares

    def has_loop(self):
        """Devices without resistance that conduct in a loop: how they share the current is a matter of taste."""
        tree = {}

        def root(node):
            while node in tree:
                node = tree[node]
            return node
        for k in sorted(self.on):
            device = self.net.devices[k]
            ends = [root(node) for node in device.volt] + [root(0)]*(len(device.volt) < 2)
            if device.ron or len(ends) != 2:
                continue
            if ends[0] == ends[1]:
                return True
            tree[ends[0]] = ends[1]
        return False


def ladder(a, n, delta):
    """exp(a*delta/2^k) for k = 0 .. LEVELS, rows of states only, as floats."""
    size = len(a)
    with decimal.localcontext() as context:
        context.prec = 42
        h = D(delta)/2**LEVELS
        step = [[x*h for x in row] for row in a]
        power = [[ONE if i == j else ZERO for j in range(size)] for i in range(size)]
        total = [list(row) for row in power]
        for k in range(1, 5):
            power = [[x/k for x in row] for row in product(power, step)]
            total = [[x + y for x, y in zip(r, s)] for r, s in zip(total, power)]
        all_levels = [[[float(x) for x in row] for row in total[:n]]]
        for _ in range(LEVELS):
            total = product(total, total)
            all_levels.append([[float(x) for x in row] for row in total[:n]])
    all_levels.reverse()
    return all_levels


def product(a, b):
    columns = list(zip(*b))
    return [[sum(map(mul, row, column)) for column in columns] for row in a]


class Step:
    """One implicit Euler step of length h with given closed bilateral devices: x+ and the voltages of unilateral
    devices as linear functions of x-, the sources, and the impulses P = h*i of these devices."""

    def __init__(self, net, closed, h):
        self.net, self.h = net, h
        unilateral = [k for k, d in enumerate(net.devices) if d.kind not in ("switch", "latch")]
        self.unilateral = unilateral
        unknowns = {k for k in range(len(net.states))} | {1000 + k for k in range(net.algebraic)}
        impulse = {net.devices[k].column: 3000 + k for k in unilateral}
        for column in impulse:
            unknowns.discard(column)
        rows = []
        for k, rate in enumerate(net.rates):         # x+ - h*rate = x-
            row = {k: ONE, 4000 + k: -ONE}
            for column, value in rate.items():
                add_to(row, column, -h*value)
            rows.append(row)
        for law in net.laws:
            rows.append(dict(law))
        for node, law in net.kcl.items():
            row = {}
            for column, value in law.items():
                if column in impulse:
                    add_to(row, impulse[column], value/h)
                else:
                    add_to(row, column, value)
            for device in net.devices:               # leaks
                coefficient = device.volt.get(node, 0)
                if coefficient:
                    for column, value in device.law.items():
                        add_to(row, column, TINY*D(repr(coefficient))*value)
            rows.append(row)
        for k, device in enumerate(net.devices):
            if device.kind in ("switch", "latch"):
                if k in closed:
                    row = dict(device.law)
                    add_to(row, device.column, -(device.ron + TINY))
                    rows.append(row)
                else:
                    rows.append({device.column: ONE})
        solved = Echelon(unknowns)
        for row in rows:
            if solved.insert(row) is not None:
                raise Impossible("the implicit step is singular")
        if len(solved.of) != len(unknowns):
            raise Impossible("the implicit step is singular: something floats that no device touches")
        self.new = [solved.of[k] for k in range(len(net.states))]
        self.w = {k: solved.reduced({c: -v for c, v in net.devices[k].law.items()}) for k in unilateral}
        for k in unilateral:                         # w = -v + r*i
            add_to(self.w[k], 3000 + k, (net.devices[k].ron + TINY)/h)
        self.supplied = [(signal, solved.of[i]) for signal, i in net.supply]

    def go(self, x, r, allowed):
        """x+, the impulses of the allowed devices, and the work of the voltage sources."""
        given = {4000 + k: D(v) for k, v in enumerate(x)}
        h = self.h
        rate = [source_rate(self.net, 2000 + k) for k in range(len(r))]
        term = {2000 + k: D(v) for k, v in enumerate(r)}
        given.update(term)
        for order in range(1, 4):                    # the sources at the end of the step
            term = {2000 + k: h/order*sum((v*term[c] for c, v in rate[k].items()), ZERO) for k in range(len(r))}
            for c, v in term.items():
                given[c] += v
        allowed = [k for k in self.unilateral if k in allowed]
        q = [sum((v*given[c] for c, v in self.w[k].items() if c in given), ZERO) for k in allowed]
        m = [[self.w[k].get(3000 + j, ZERO) for j in allowed] for k in allowed]
        z = lemke(m, q)
        for k, value in zip(allowed, z):
            given[3000 + k] = value
        # solved rows read 1*unknown + sum of the rest = 0
        value = lambda row, own: -sum((v*given[c] for c, v in row.items() if c in given and c != own), ZERO)
        new = [value(row, k) for k, row in enumerate(self.new)]
        work = ZERO
        for (signal, row), (_, own) in zip(self.supplied, self.net.supply):
            volt = sum((v*given[c] for c, v in signal.items()), ZERO)
            work -= h*volt*value(row, own)
        return new, dict(zip(allowed, z)), work


def impulse_bonds(net, on):
    """The directions in which impulses through the conducting devices can move the states."""
    unknowns = {1000 + k for k in range(net.algebraic)}
    values = Echelon(unknowns)
    only = lambda row: {c: v for c, v in row.items() if c in unknowns}
    for row in list(net.kcl.values()) + net.laws:
        values.insert(only(row))
    for k, device in enumerate(net.devices):
        row = dict(device.law) if k in on else {device.column: ONE}
        if k in on:
            add_to(row, device.column, -device.ron)
        values.insert(row)
    moves = []                                       # directions of the jump of x
    for column in [c for c in unknowns if c not in values.of]:
        null = {column: ONE}
        for pivot, row in values.of.items():
            if column in row:
                null[pivot] = -row[column]
        move = {}
        for k, rate in enumerate(net.rates):
            total = sum((v*null.get(c, ZERO) for c, v in rate.items()), ZERO)
            if abs(total) > D("1e-40"):
                move[k] = total
        if move:
            moves.append(move)
    ways = Echelon(set(range(len(net.states))))
    for move in moves:
        ways.insert(move)
    return ways


def conserved(net, on):
    """Rows over states that no impulse changes."""
    ways = impulse_bonds(net, on)
    rows = []
    pivots = list(ways.of)
    for k in range(len(net.states)):
        if k in ways.of:
            continue
        # x_k - sum over pivots of (component of the way of p at k)*x_p
        row = {k: ONE}
        for p in pivots:
            if k in ways.of[p]:
                row[p] = -ways.of[p][k]
        rows.append({net.states[c]: float(v) for c, v in row.items()})
    return rows
