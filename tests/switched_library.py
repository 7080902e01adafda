"""A case of tests/switched.py: one list of elements, from which the reference's net and the Modelica text are made.

The components are written once for each formulation of ideal elements:
  a   on = s >= 0; if on then v = 0; s = i; else i = 0; s = v; end if;
  b   off = s < 0 with the parametric curve of the Modelica standard library, Ron = Goff = 0
  bs  the same with Ron = Goff = 1e-5
  c   on = if pre(on) then i >= 0 else v > 0;
  e   as a, but a switch and the diode beside it, the other way round, are one transistor: if fired then ... elseif on
  ec  the same with the condition of c
  en  the same with an if-equation inside of the other
  ee  the same with an enumeration of three states that remembers
  t   off = s < 0; v = if off then s else 0; i = if off then 0 else s;
  ti  the same as an if-equation that has v and i in both branches
  m   the condition of c, whose memory is another Boolean than the one behind the switch: on = not off; if off ...
  n   the condition of c, with a number for the state: if state == 2 ...
  f   as a, with the diodes and the switches of the case as two arrays of components; fb, fc, ft: as b, c, t
and once for each domain: electrical (v, i), rotational (w, tau), hydraulic (head, q), all with the same shape;
translational with positions in its connectors.
"""
import math

from switched_classes import (ARRAYS, BASES, COMMON, CONTACT, CONTROLS, DOMAINS, FORMS, IDEAL, LATCH, TRANSISTOR,
                              TRANSLATION)
from switched_net import Net

SMALL = 1e-5
for form in ("m", "n", "t", "ti"):
    LATCH[form] = LATCH["a"]


class Control:
    """A Boolean of time, and of states where it samples or watches them."""

    def guards(self, run):
        return []

    def next(self, t):
        return math.inf

    def reset(self):
        pass


class Pwm(Control):
    """On from phase + k*T for duty*T. With rule(values) the duty is computed at each of these times; expression says
    the same in Modelica."""

    def __init__(self, name, period, duty, phase=0.0, rule=None, expression=None):
        self.name, self.period, self.duty, self.phase, self.rule = name, period, duty, phase, rule
        self.expression = expression or "%r" % duty
        self.reset()

    def reset(self):
        self.value, self.count, self.t0, self.d = True, 0, self.phase - self.period, self.duty
        self.value = self.t0 + self.d*self.period > 0

    def next(self, t):
        end = self.t0 + self.d*self.period
        start = self.phase + self.count*self.period
        return min(x for x in (start, end if end > t else math.inf) if x > t or x == start)

    def act(self, run, t, values, eps):
        if t >= self.phase + self.count*self.period - eps:
            self.t0 = self.phase + self.count*self.period
            self.count += 1
            if self.rule:
                self.d = self.rule(values)
        self.value = t < self.t0 + self.d*self.period - eps

    def text(self):
        return ("    Pwm %s(T = %r, d0 = %r, phase = %r);" % (self.name, self.period, self.duty, self.phase),
                "    %s.duty = %s;" % (self.name, self.expression))


class Window(Control):
    """Turns at the given times."""

    def __init__(self, name, times, first=False):
        self.name, self.times, self.first = name, times, first
        self.reset()

    def reset(self):
        self.value = self.first

    def next(self, t):
        return min([x for x in self.times if x > t], default=math.inf)

    def act(self, run, t, values, eps):
        self.value = self.first ^ (sum(x <= t + eps for x in self.times) % 2 == 1)

    def text(self):
        ends = list(self.times) if not self.first else [None] + list(self.times)
        spans = []
        for begin, end in zip(ends[::2], ends[1::2] + [None]*(len(ends) % 2)):
            spans.append(" and ".join((["time >= %r" % begin] if begin is not None else [])
                                      + (["time < %r" % end] if end is not None else [])))
        return "    Boolean %s;" % self.name, "    %s = %s;" % (self.name, " or ".join(spans) or "false")


class Hysteresis(Control):
    def __init__(self, name, state, low, high):
        self.name, self.state, self.low, self.high, self.value = name, state, low, high, True

    def reset(self):
        self.value = True

    def guards(self, run):
        k = run.net.states.index(self.state)
        return [({k: -1.0}, self.high)] if self.value else [({k: 1.0}, -self.low)]

    def act(self, run, t, values, eps):
        x, small = values[self.state], 1e-10*(abs(self.low) + abs(self.high))
        self.value = x < self.low + small or self.value and x < self.high - small

    def text(self):
        return "    Hysteresis %s(low = %r, high = %r);" % (self.name, self.low,
                                                            self.high), "    %s.u = %s;" % (self.name, self.state)


class Not:
    """The opposite of a control."""

    def __init__(self, control):
        self.control, self.name = control, control.name

    @property
    def value(self):
        return not self.control.value


def boolean(control):
    if isinstance(control, Not):
        return "not " + boolean(control.control)
    return control.name if isinstance(control, Window) else control.name + ".on"


class Case:
    """Elements with nodes (0: ground). `delta` is the step of the reference, `points` the number of points
    compared."""

    def __init__(self, name, stop, delta, domain="e", points=16, forms=FORMS):
        self.name, self.stop, self.delta, self.domain = name, stop, delta, domain
        self.points, self.forms, self.small, self.leak = points, forms, SMALL, None
        # The form bs is not close to the ideal one. States jump in spite of its resistances; or a diode conducts on the
        # way to the values after a jump, and blocks there
        self.no_limit = False
        self.elements, self.controls = [], []

    def add(self, kind, name, *rest, **more):
        self.elements.append((kind, name, rest, more))

    def R(self, name, p, n, value): self.add("R", name, p, n, value)
    def L(self, name, p, n, value, start=0.0, fixed=True): self.add("L", name, p, n, value, start, fixed=fixed)
    def C(self, name, p, n, value, start=0.0): self.add("C", name, p, n, value, start)
    def V(self, name, p, n, *rest, **more): self.source("Source", name, p, n, source_of(*rest, **more))
    def I(self, name, p, n, *rest, **more): self.source("Inflow", name, p, n, source_of(*rest, **more))

    def source(self, kind, name, p, n, more):
        if more["pulse"]:
            self.control(more["pulse"])
        self.add(kind, name, p, n, **more)

    def diode(self, name, p, n): self.add("Diode", name, p, n)
    def transformer(self, name, p1, n1, p2, n2, ratio): self.add("Transformer", name, p1, n1, p2, n2, ratio)
    def coupled(self, name, p1, n1, p2, n2, l1, l2, m): self.add("Coupled", name, p1, n1, p2, n2, l1, l2, m)

    def control(self, control):
        plain = control.control if isinstance(control, Not) else control
        if plain not in self.controls:
            self.controls.append(plain)
        return control

    def switch(self, name, p, n, control): self.add("Switch", name, p, n, self.control(control))
    def thyristor(self, name, p, n, control): self.add("Thyristor", name, p, n, self.control(control))

    # translational: a node is a body
    def mass(self, name, m, s=0.0, v=0.0): self.add("mass", name, m, s, v)
    def force(self, name, body, const=0.0, sin=()): self.add("force", name, body, const=const, sin=sin)
    def spring(self, name, a, b, c, d0): self.add("spring", name, a, b, c, d0)
    def damper(self, name, a, b, c): self.add("damper", name, a, b, c)
    def clamp(self, name, a, b, control): self.add("clamp", name, a, b, self.control(control))
    def stop_(self, name, a, b, length=0.0): self.add("stop", name, a, b, length, 1)
    def rope(self, name, a, b, length): self.add("stop", name, a, b, length, -1)
    def latch(self, name, a, b, length=0.0, side=1): self.add("latch", name, a, b, length, side)

    # the reference
    def net(self, form):
        net = Net()
        across, through = DOMAINS.get(self.domain, {"V": "v", "I": "f"})["V"], DOMAINS.get(self.domain,
                                                                                           {"I": "f"})["I"]
        ron, goff = self.resistances(form)
        at = {name: rest for kind, name, rest, _ in self.elements if kind == "mass"}
        at[0] = (0, 0.0, 0.0)
        for kind, name, rest, more in self.elements:
            if kind == "R":
                net.resistor(*rest)
            elif kind == "C":
                net.capacitor("%s.%s" % (name, across), *rest)
            elif kind == "L":
                net.inductor("%s.%s" % (name, through), *rest)
            elif kind in ("Source", "Inflow"):
                spec = {"const": more["const"], "ramp": more["ramp"], "sin": list(more["sin"])}
                if more["pulse"]:
                    spec["pulse"], spec["height"] = more["pulse"], more["height"]
                (net.voltage if kind == "Source" else net.current)(rest[0], rest[1], spec)
            elif kind == "Transformer":
                net.transformer(*rest)
            elif kind == "Coupled":
                p1, n1, p2, n2, l1, l2, m = rest
                net.coupled([name + ".i1", name + ".i2"], [{p1: 1, n1: -1}, {p2: 1, n2: -1}], [[l1, m], [m, l2]])
            elif kind in ("Switch", "Diode", "Thyristor"):
                net.device(name, kind.lower(), {rest[0]: 1, rest[1]: -1}, on=rest[2] if len(rest) > 2 else None,
                           ron=ron, goff=goff)
            elif kind == "mass":
                net.capacitor(name + ".v", name, 0, rest[0], rest[2])
                net.position(name + ".s", {name: 1}, rest[1])
        for kind, name, rest, more in self.elements:
            if kind == "force":
                net.current(0, rest[0], {"const": more["const"], "sin": list(more["sin"])})
            elif kind == "spring":                   # its force on b is -c*(d - d0); i from b to a is c*(d - d0)
                a, b, c, d0 = rest
                net.inductor("(%s)" % name, b, a, 1/c, c*(at[b][1] - at[a][1] - d0))
            elif kind == "damper":
                net.resistor(rest[1], rest[0], 1/rest[2])
            elif kind == "clamp":
                net.device(name, "switch", {rest[0]: 1, rest[1]: -1}, on=rest[2])
            elif kind in ("stop", "latch"):          # gap = side*(s_b - s_a - length), its rate is -v
                a, b, length, side = rest
                states = {body + ".s": coefficient for body, coefficient in ((b, side), (a, -side)) if body != 0}
                net.device(name, "contact" if kind == "stop" else "latch", {a: side, b: -side},
                           gap=(states, -side*length))
        return net

    def resistances(self, form):
        """Of a device that is on, and the conductance of one that is off."""
        leak = self.small if self.leak is None else self.leak
        return (self.small, leak) if form == "bs" else (0, 0)

    def hooks(self):
        for control in self.controls:
            control.reset()
        return self.controls

    # Modelica
    def text(self, form):
        base = BASES.get(form, form)
        merged = self.transistors() if form in TRANSISTOR else {}
        renamed, arrays = self.array_names() if form in ARRAYS else ({}, {})
        names, lines, body, pins = DOMAINS.get(self.domain), [], [], {}
        if self.domain == "t":
            library = TRANSLATION + CONTACT[base] + LATCH[base]
        else:
            ron, goff = self.resistances(form)
            library = COMMON + IDEAL[base].replace("@leak", repr(goff)).replace("@", repr(ron))
            for key in sorted(names, key=len, reverse=True):
                library = library.replace("$" + key, names[key])
            library += TRANSISTOR.get(form, "")

        def pin(node, where):
            pins.setdefault(node, []).append(where)

        for kind, count in arrays.items():
            lines.append("    %s %s[%d];" % (names[kind], array_of(kind), count))
        for kind, name, rest, more in self.elements:
            cls = names.get(kind) if names else None
            if name in merged.values():              # the diode of a transistor
                continue
            if name in merged:
                lines.append("    Transistor %s;" % name)
                body.append("    %s.fired = %s;" % (name, boolean(rest[2])))
                pin(rest[0], name + ".p")
                pin(rest[1], name + ".n")
                continue
            name = renamed.get(name, name)
            if kind in ("R", "L", "C"):
                start = ""
                if kind != "R":
                    fixed = ", fixed = true" if more.get("fixed", True) else ""
                    start = ", %s(start = %r%s)" % (names["V" if kind == "C" else "I"], rest[3], fixed)
                lines.append("    %s %s(%s = %r%s);" % (cls, name, kind, rest[2], start))
            elif kind in ("Source", "Inflow"):
                lines.append("    %s %s;" % (cls, name))
                body.append("    %s.u = %s;" % (name, signal(more)))
            elif kind in ("Switch", "Thyristor"):
                if not renamed:
                    lines.append("    %s %s;" % (cls, name))
                body.append("    %s.%s = %s;" % (name, "on" if kind == "Switch" else "fire", boolean(rest[2])))
            elif kind == "Diode" and not renamed:
                lines.append("    %s %s;" % (cls, name))
            elif kind == "Transformer":
                lines.append("    %s %s(ratio = %r);" % (cls, name, rest[4]))
            elif kind == "Coupled":
                starts = "i1(start = 0, fixed = true), i2(start = 0, fixed = true)"
                lines.append("    %s %s(L1 = %r, L2 = %r, M = %r, %s);" % ((cls, name) + rest[4:] + (starts,)))
            if kind in ("Transformer", "Coupled"):
                for node, end in zip(rest, ("p1", "n1", "p2", "n2")):
                    pin(node, name + "." + end)
            elif names:
                pin(rest[0], name + ".p")
                pin(rest[1], name + ".n")
            if kind == "mass":
                lines.append("    Mass %s(m = %r, s(start = %r, fixed = true), v(start = %r, fixed = true));"
                             % ((name,) + rest))
                pin(name, name + ".a")
            elif kind == "force":
                lines.append("    Force %s;" % name)
                body.append("    %s.u = %s;" % (name, signal(more)))
                pin(rest[0], name + ".a")
            elif not names:
                made = {"spring": "LinearSpring %s(c = %r, d0 = %r)", "damper": "LinearDamper %s(c = %r)",
                        "stop": "Stop %s(length = %r, side = %r)",
                        "latch": "Latch %s(length = %r, side = %r)", "clamp": "Clamp %s"}[kind]
                lines.append("    %s;" % (made % ((name,) + (() if kind == "clamp" else rest[2:]))))
                if kind == "clamp":
                    body.append("    %s.on = %s;" % (name, boolean(rest[2])))
                pin(rest[0], name + ".a")
                pin(rest[1], name + ".b")
        if 0 in pins:
            lines.append("    %s ground;" % (names["Ground"] if names else "Wall"))
            pins[0].insert(0, "ground.p" if names else "ground.a")
        for control in self.controls:
            declaration, equation = control.text()
            lines.append(declaration)
            if equation:
                body.append(equation)
        for where in pins.values():
            body += ["    connect(%s, %s);" % (where[0], other) for other in where[1:]]
        model = ["  model M"] + lines + ["  equation"] + body + ["  end M;", "end P;", ""]
        return "package P\n" + library + CONTROLS + "\n".join(model)

    def transistors(self):
        """Switches with the diode that lies beside each, the other way round."""
        diodes = {rest[:2]: name for kind, name, rest, _ in self.elements if kind == "Diode"}
        return {name: diodes[rest[1::-1]] for kind, name, rest, _ in self.elements
                if kind == "Switch" and rest[1::-1] in diodes}

    def array_names(self):
        """name -> name as an element of an array, and the length of each array by kind."""
        renamed, count = {}, {}
        for kind, name, _, _ in self.elements:
            if kind in ("Switch", "Diode", "Thyristor"):
                count[kind] = count.get(kind, 0) + 1
                renamed[name] = "%s[%d]" % (array_of(kind), count[kind])
        return renamed, count

    def remembers(self):
        """Is there an element whose condition may remember its side?"""
        return any(kind in ("Diode", "Thyristor", "stop") for kind, _, _, _ in self.elements)

    def flags(self, form="a"):
        """The devices whose state is told by a Boolean: name -> name of that Boolean."""
        renamed = self.array_names()[0] if form in ARRAYS else {}
        merged = self.transistors() if form in TRANSISTOR else {}
        alone = [name for kind, name, _, _ in self.elements
                 if kind in ("Switch", "Diode", "Thyristor", "stop", "latch", "clamp") and name not in merged
                 and name not in merged.values()]
        return {name: renamed.get(name, name) + ".on" for name in alone}


def source_of(const=0.0, sin=(), ramp=0.0, pulse=None, height=1.0):
    """pulse: a control, while which the source has this height more."""
    return dict(const=const, sin=sin, ramp=ramp, pulse=pulse, height=height)


def array_of(kind):
    return kind.lower() + "s"


def signal(more):
    terms = []
    if more["const"]:
        terms.append(repr(float(more["const"])))
    if more.get("ramp"):
        terms.append("%r*time" % more["ramp"])
    for amplitude, frequency, phase in more["sin"]:
        terms.append("%r*sin(2*3.141592653589793*%r*time%s)" % (amplitude, frequency, " + (%r)" % phase
                                                                if phase else ""))
    if more.get("pulse"):
        terms.append("(if %s then %r else 0)" % (boolean(more["pulse"]), more["height"]))
    return " + ".join(terms) or "0"
