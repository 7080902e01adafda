"""Nets of linear elements and ideal devices, and the algebra in long decimal numbers that switched_reference.py
needs."""
import decimal
import math
from decimal import Decimal as D

decimal.getcontext().prec = 130
ZERO, ONE = D(0), D(1)


class Impossible(Exception):
    pass


def add_to(row, column, value):
    new = row.get(column, ZERO) + value
    if new:
        row[column] = new
    else:
        row.pop(column, None)


def subtract(row, factor, other):
    """row -= factor*other; what cancels to 1e-40 is zero."""
    for column, value in other.items():
        old, term = row.get(column, ZERO), factor*value
        new = old - term
        if abs(new) <= D("1e-60")*abs(term):
            row.pop(column, None)
        else:
            row[column] = new


class Echelon:
    """Rows that are solved for one column each, fully reduced; a row added is reduced by them first."""

    def __init__(self, columns):
        # pivot column -> row with the coefficient 1 there; columns: which may be pivots
        self.of, self.columns = {}, columns

    def reduced(self, row):
        row = dict(row)
        for column in [c for c in row if c in self.of]:
            subtract(row, row[column], self.of[column])
        return row

    def insert(self, row):
        """The row without known columns; None if it has become a pivot row."""
        row = self.reduced(row)
        candidates = [c for c in row if c in self.columns]
        if not candidates:
            return row
        pivot = max(candidates, key=lambda c: (abs(row[c]), -c))
        scale = row[pivot]
        row = {c: v/scale for c, v in row.items()}
        for other in self.of.values():
            if pivot in other:
                subtract(other, other[pivot], row)
                other.pop(pivot, None)
        self.of[pivot] = row
        return None


def lemke(m, q):
    """z >= 0, w = m z + q >= 0, z w = 0 for a positive definite m. Ties are broken lexicographically. The z."""
    n = len(q)
    if all(x >= 0 for x in q):
        return [ZERO]*n
    # columns: w 0..n-1, z n..2n-1, z0 2n, right side 2n+1
    rows = [[ONE if i == j else ZERO for j in range(n)] + [-x for x in m[i]] + [-ONE, q[i]] for i in range(n)]
    basis = list(range(n))
    unit = list(range(n))

    def pivot(r, c):
        scale = rows[r][c]
        rows[r] = top = [x/scale if x else ZERO for x in rows[r]]
        for i in range(n):
            if i != r and rows[i][c]:
                f = rows[i][c]
                rows[i] = [x - f*y if y else x for x, y in zip(rows[i], top)]
                rows[i][c] = ZERO
        left, basis[r] = basis[r], c
        return left

    start = min(range(n), key=lambda i: (q[i], i))
    left = pivot(start, 2*n)
    for _ in range(200*n + 200):
        entering = left + n if left < n else left - n
        candidates = [i for i in range(n) if rows[i][entering] > 0]
        if not candidates:
            raise Impossible("Lemke's method ends on a ray")
        ratio = [rows[i][2*n + 1]/rows[i][entering] for i in candidates]
        least = min(ratio)
        best = [i for i, x in zip(candidates, ratio) if x == least]
        zero = [i for i in best if basis[i] == 2*n]
        if zero:
            best = zero
        for k in unit:
            if len(best) == 1:
                break
            values = [rows[i][k]/rows[i][entering] for i in best]
            low = min(values)
            best = [i for i, x in zip(best, values) if x == low]
        left = pivot(best[0], entering)
        if left == 2*n:
            z = [ZERO]*n
            for i, column in enumerate(basis):
                if n <= column < 2*n:
                    z[column - n] = rows[i][2*n + 1]
            return z
    raise Impossible("Lemke's method does not end")


class Device:
    """volt: node -> coefficient of its voltage. gap: (name of a state -> coefficient, constant) for contacts and
    latches."""

    def __init__(self, name, kind, volt, on=None, ron=0, goff=0, gap=None):
        self.name, self.kind, self.volt, self.control, self.gap = name, kind, volt, on, gap
        ron, self.goff = D(repr(ron)), D(repr(goff))
        self.ron = ron/(1 - ron*self.goff)


class Net:
    """A system under construction. Node 0 is the ground."""

    def __init__(self):
        self.nodes, self.states, self.initial, self.rates, self.metric = {}, [], [], [], {}
        self.algebraic, self.laws, self.kcl, self.devices = 0, [], {}, []
        self.exogenous = [("one",)]
        # (row of the voltage in r, column of the current): power of sources
        self.supply = []

    # columns are numbers: states 0.., algebraic 1000.., exogenous 2000..
    def node(self, name):
        if name not in self.nodes:
            self.nodes[name] = self.unknown()
            self.kcl[name] = {}
        return self.nodes[name]

    def unknown(self):
        self.algebraic += 1
        return 999 + self.algebraic

    def state(self, name, start, inertia):
        k = len(self.states)
        self.states.append(name)
        self.initial.append(float(start))
        self.rates.append({})
        if inertia is not None:
            self.metric[k, k] = D(repr(inertia))
        return k

    def across(self, volt):
        row = {}
        for node, coefficient in volt.items():
            if node != 0:
                add_to(row, self.node(node), D(repr(coefficient)))
        return row

    def flow(self, column, volt, factor=ONE):
        """The current of this column leaves the nodes of volt with their coefficients."""
        for node, coefficient in volt.items():
            if node != 0:
                self.node(node)
                add_to(self.kcl[node], column, factor*D(repr(coefficient)))

    def signal(self, spec):
        """A source {"const": c, "ramp": s, "sin": [(amplitude, frequency, phase)], "pulse": control, "height": h}: its
        row over exogenous columns."""
        row = {}
        if spec.get("const"):
            add_to(row, 2000, D(repr(float(spec["const"]))))
        if spec.get("ramp"):
            add_to(row, self.exo(("time",)), D(repr(float(spec["ramp"]))))
        for amplitude, frequency, phase in spec.get("sin", []):
            self.exo(("sin", frequency)), self.exo(("cos", frequency))
            add_to(row, self.exo(("sin", frequency)), D(repr(amplitude*math.cos(phase))))
            add_to(row, self.exo(("cos", frequency)), D(repr(amplitude*math.sin(phase))))
        if "pulse" in spec:
            self.exogenous.append(("pulse", spec["pulse"]))
            add_to(row, 1999 + len(self.exogenous), D(repr(float(spec["height"]))))
        return row

    def exo(self, key):
        if key not in self.exogenous:
            self.exogenous.append(key)
        return 2000 + self.exogenous.index(key)

    def resistor(self, p, n, value):
        g = 1/D(repr(value))
        for column, coefficient in self.across({p: 1, n: -1}).items():
            self.flow(column, {p: 1, n: -1}, g*coefficient)

    def capacitor(self, name, p, n, value, start=0.0):
        k, i = self.state(name, start, value), self.unknown()
        self.rates[k] = {i: 1/D(repr(value))}
        self.flow(i, {p: 1, n: -1})
        law = self.across({p: 1, n: -1})
        add_to(law, k, -ONE)
        self.laws.append(law)
        return k

    def inductor(self, name, p, n, value, start=0.0):
        k = self.state(name, start, value)
        self.rates[k] = {c: v/D(repr(value)) for c, v in self.across({p: 1, n: -1}).items()}
        self.flow(k, {p: 1, n: -1})
        return k

    def coupled(self, names, ports, inductances):
        """Two coils with their matrix of inductances."""
        (a, b), (c, d) = [[D(repr(x)) for x in row] for row in inductances]
        k = [self.state(name, 0.0, None) for name in names]
        for i, row in enumerate(((a, b), (c, d))):
            for j in range(2):
                self.metric[k[i], k[j]] = row[j]
            self.flow(k[i], ports[i])
        det = a*d - b*c
        for i, row in enumerate(((d/det, -b/det), (-c/det, a/det))):
            for j in range(2):
                for column, value in self.across(ports[j]).items():
                    add_to(self.rates[k[i]], column, row[j]*value)

    def position(self, name, volt, start):
        k = self.state(name, start, None)
        self.rates[k] = self.across(volt)

    def voltage(self, p, n, spec):
        i, law = self.unknown(), self.across({p: 1, n: -1})
        signal = self.signal(spec)
        self.flow(i, {p: 1, n: -1})
        self.supply.append((signal, i))
        for column, value in signal.items():
            add_to(law, column, -value)
        self.laws.append(law)

    def current(self, p, n, spec):
        """A current (force) from p through the source to n."""
        for column, value in self.signal(spec).items():
            self.flow(column, {p: 1, n: -1}, value)

    def transformer(self, p1, n1, p2, n2, ratio):
        """v1 = ratio*v2, i2 = -ratio*i1."""
        i, law = self.unknown(), self.across({p1: 1, n1: -1})
        for column, value in self.across({p2: ratio, n2: -ratio}).items():
            add_to(law, column, -value)
        self.flow(i, {p1: 1, n1: -1})
        self.flow(i, {p2: -ratio, n2: ratio})
        self.laws.append(law)

    def device(self, name, kind, volt, on=None, ron=0, goff=0, gap=None):
        device = Device(name, kind, volt, on, ron, goff, gap)
        device.column = self.unknown()
        device.law = self.across(volt)
        self.flow(device.column, volt)
        if goff:
            for column, coefficient in device.law.items():
                self.flow(column, volt, device.goff*coefficient)
        if gap is not None:
            device.gap_row = {self.states.index(s): float(c) for s, c in gap[0].items()}, float(gap[1])
        self.devices.append(device)


def source_rate(net, column):
    key = net.exogenous[column - 2000]
    if key[0] == "time":
        return {2000: ONE}
    if key[0] in ("sin", "cos"):
        other = net.exogenous.index(("cos" if key[0] == "sin" else "sin", key[1]))
        w = D(repr(2*math.pi*key[1]))
        return {2000 + other: w if key[0] == "sin" else -w}
    return {}
