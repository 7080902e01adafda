"""Random models in Modelica that are well typed and well posed by construction.

    text = modelica.model(random.Random(7), wild=False)

A model is built in layers, so that every one of its equations can be solved and every run of it ends:

    drivers    oscillators and functions of time, which nothing else acts on
    switches   conditions on drivers, and what is discrete: when-clauses, clocks, counters
    followers  stable states that drivers, switches and other followers act on; loops, functions, delays, components
    observers  anything at all that reads the layers before and acts on none

Conditions that act on states are thus conditions on drivers: no solution can slide along a switching surface. What is
added to a layer is bounded, whatever it reads. With `wild` the layers are mixed, and a run may end with a message about
what it met.
"""

from parts import Parts

WORDS = ["a", "b", "c", "g", "h", "k", "m", "q", "r", "s", "u", "v", "w", "x", "y", "z"]


class Model(Parts):
    def __init__(self, chance, wild):
        self.chance, self.wild = chance, wild
        self.grid = chance.choice([None, None, 0.05, 0.1, 0.25])
        self.classes, self.declared, self.equations, self.initial, self.algorithms = [], [], [], [], []
        self.local, self.initial_algorithms = [], []
        self.count = 0
        self.parameters = ["1.5"]    # Real expressions, each bounded by about 5
        self.whole_parameters = ["2"]
        self.flags_parameters = ["true"]
        self.reals, self.wholes, self.flags = ["time/10"], [], []
        self.conditions = ["sin(time) > 0.3"]     # on drivers alone
        self.functions = []          # of one Real, giving a bounded one
        self.open = False            # there are start values that are not fixed
        self.smooth = True           # no event depends on what a solver computed

    # What is drawn

    def name(self, letter=None):
        self.count += 1
        return "%s%d" % (letter or self.chance.choice(WORDS), self.count)

    def number(self, low=0.1, high=3.0):
        """Any, or in some models one of a grid: periods, delays and thresholds that coincide but for rounding."""
        value = self.chance.uniform(low, high)
        if self.grid and self.often(0.8):
            value = max(round(value/self.grid), 1 if low > 0 else 0 if low == 0 else -99)*self.grid
        return "%.3g" % value

    def some(self, *ways):
        return self.chance.choice(ways)()

    def often(self, part):
        return self.chance.random() < part

    # Expressions

    def constant(self):
        """A Real expression of parameter variability."""
        return self.some(self.number, lambda: self.chance.choice(self.parameters),
                         lambda: "sin(%s)" % self.chance.choice(self.parameters),
                         lambda: "(%s + %s)/2" % (self.chance.choice(self.parameters), self.number()),
                         lambda: "abs(%s)" % self.chance.choice(self.parameters))

    def leaf(self):
        return self.chance.choice(self.reals + [self.constant(), self.constant()])

    def whole(self, depth=2):
        """An Integer expression of at most discrete variability."""
        leaves = self.wholes + self.whole_parameters + [str(self.chance.randint(0, 9)),
                                                        "(-%d)" % self.chance.randint(1, 3)]
        if depth == 0 or self.often(0.3):
            return self.chance.choice(leaves)
        a, b = self.whole(depth - 1), self.whole(depth - 1)
        return self.chance.choice(["mod(%s + %s, 7)", "div(%s - %s, 2)", "min(%s, %s)", "max(%s, %s)",
                                   "rem(%s*(%s), 11)",
                                   "(if %s > %s then 1 else 2)", "((%s) - (%s))"]) % (a, b)

    def flag(self, depth=2, conditions=None):
        """A Boolean expression; its relations of what is continuous are among the conditions, or new ones on
        anything."""
        leaves = list(self.flags) + self.flags_parameters + ["%s > %s" % (self.whole(1), self.whole(1))]
        leaves += conditions if conditions is not None else [self.relation()]
        if depth == 0 or self.often(0.3):
            return "(%s)" % self.chance.choice(leaves)
        a, b = self.flag(depth - 1, conditions), self.flag(depth - 1, conditions)
        return self.chance.choice(["(%s and %s)", "(%s or %s)", "(not %s or %s)", "(%s <> %s)",
                                   "(if %s then %s else true)"]) % (a, b)

    def relation(self):
        self.smooth = False
        return "%s %s %s" % (self.real(1), self.chance.choice([">", "<", ">=", "<="]), self.number(-0.8, 0.8))

    def real(self, depth=3):
        """A Real expression, smooth where its parts are, bounded by about ten where they are."""
        if depth == 0 or self.often(0.15):
            return self.leaf()
        a, b = self.real(depth - 1), self.real(depth - 1)
        forms = ["sin(%s + %s)", "cos(%s)*%s", "tanh(%s - %s)", "(%s)/(1 + (%s)^2)", "(sqrt(1 + (%s)^2) - (%s)/3)",
                 "log(1 + (%s)^2)/(1 + (%s)^2)",
                 "exp(-(%s)^2)*(%s)", "(atan(%s) - atan(%s))", "atan2(%s, 3 + sin(%s))", "(%s + %s)/2", "(%s - (%s))/2",
                 "smooth(1, tanh(%s)*%s)",
                 "homotopy(tanh(%s), %s)", "(-(%s)/2 + (%s)/4)"]
        if self.functions and self.often(0.3):
            return "(%s(%s) + (%s)/5)" % (self.chance.choice(self.functions), a, b)
        if self.wholes and self.often(0.1):
            return "(%s)*%s/(3 + abs(%s))" % (a, self.chance.choice(self.wholes), self.chance.choice(self.wholes))
        return self.chance.choice(forms) % (a, b)

    def bounded(self, depth=3):
        return self.chance.choice(["sin(%s)", "tanh(%s)", "atan(%s)", "cos(%s)"]) % self.real(depth)

    def acting(self):
        """A condition that may act on states."""
        return self.flag(1, self.conditions) if not self.wild else self.flag(1)

    # Declarations

    def declare(self, text):
        self.declared.append(text)

    def parameter(self):
        name = self.name("p")
        kind = self.chance.randrange(5)
        if kind == 0:
            self.declare("parameter Integer %s = %s;" % (name, self.chance.choice([str(self.chance.randint(1, 6)),
                    "2 + 1", "integer(2.7)"])))
            self.whole_parameters.append(name)
        elif kind == 1:
            self.declare("%sparameter Boolean %s = %s;" % (self.chance.choice(["", "final "]), name,
                                                           self.chance.choice(["true", "false", "1 > 2"])))
            self.flags_parameters.append(name)
        elif kind == 2:
            size = self.chance.randint(1, 4)
            self.declare("parameter Real %s[%d] = {%s};" % (name, size,
                                                            ", ".join(self.constant() for _ in range(size))))
            self.parameters += ["%s[%d]" % (name, self.chance.randint(1, size)), "sum(%s)/%d" % (name, size),
                                "max(%s)" % name]
        elif kind == 3 and self.often(0.5):
            self.declare("parameter Real %s(fixed = false, start = 1);" % name)
            self.initial.append("%s + 0.2*sin(%s) = %s;" % (name, name, self.constant()))
            self.parameters.append(name)
        else:
            self.declare("parameter Real %s(min = -100, max = 100%s) = %s;" % (name,
                    self.chance.choice(["", ', unit = "m"', ", nominal = 2"]), self.constant()))
            self.parameters.append(name)

    def function(self):
        """A function with branches, loops, arrays or a second result; what it gives is bounded."""
        name = self.name("f")
        kind = self.chance.randrange(6)
        k, n = self.number(), self.chance.randint(1, 5)
        head = "function %s\n  input Real u;\n  input Real t = %s;\n  output Real y;\n" % (name, k)
        body = {
            0: "algorithm\n  y := sin(u*t);\n",
            1: "protected\n  Real s;\nalgorithm\n  s := 0;\n  for i in 1:%d loop s := s + cos(i*u)/i; end for;\n  y := "
            "s/(1 + t^2);\n" % n,
            2: "protected\n  Real s[%d];\nalgorithm\n  for i in 1:size(s, 1) loop s[i] := u/i; end for;\n  y := "
            "tanh(s*s);\n" % n,
            3: "protected\n  Integer i;\nalgorithm\n  i := 0;\n  y := tanh(u);\n  while i < %d loop i := i + 1; y := "
            "0.5*y + 0.1*t*tanh(u); end while;\n" % n,
            4: "protected\n  Real v = u/(1 + abs(t));\nalgorithm\n  y := atan(v);\n  if %d > 3 then return; end if;\n  "
            "y := y - 0.2*v/(1 + v^2);\n" % n,
            5: "algorithm\n  y := sum(sin(u + i)/%d for i in 1:%d)*t/(1 + t^2);\n" % (n, n),
        }[kind]
        self.classes.append(head + body + self.chance.choice(["", "  annotation(Inline = true);\n"])
                            + "end %s;\n" % name)
        self.functions.append(name)

    # Drivers

    def oscillator(self):
        x, v = self.name("x"), self.name("v")
        self.declare("Real %s(start = %s, fixed = true), %s(start = %s, fixed = true);" % (x, self.number(-1, 1), v,
                self.number(-1, 1)))
        w = self.number(0.5, 6)
        self.equations += ["der(%s) = %s*%s;" % (x, w, v), "der(%s) = -%s*%s%s;" % (v, w, x,
                self.chance.choice(["", " + 0.3*sin(time)"]))]
        self.reals += [x, v]
        self.conditions += ["%s > %s" % (x, self.number(-0.9, 0.9)), "%s < %s" % (v, self.number(-0.9, 0.9)),
                            "%s*%s > 0.21" % (x, v)]
        self.smooth = False

    def forcing(self):
        y = self.name("y")
        self.declare("Real %s;" % y)
        w = self.number(0.5, 8)
        form = self.chance.choice(["%s = sin(%s*time);", "%s = if time > 0.371 then cos(%s*time) else 0.5;",
                                   "%s = max(sin(%s*time), 0.1);",
                                   "%s = abs(sin(%s*time)) - 0.4;", "%s = noEvent(if time < 2 then sin(%s*time) else "
                                   "sin(2*%s*time));"])
        self.equations.append(form % ((y, w, w) if form.count("%s") == 3 else (y, w)))
        self.reals.append(y)
        self.conditions += ["%s > %s" % (y, self.number(-0.3, 0.8)), "time > %s" % self.number(0.05, 1),
                            "mod(time, %s) > %s" % (self.number(0.2, 1), self.number(0.05, 0.2))]

    def pulse(self):
        """A square wave, straight or behind delays; in a model on a grid it jumps together with other things."""
        y, low = self.name("y"), self.number(0.05, 0.2)
        wave = self.chance.choice(["if mod(time, %s) < %s then 1 else 0.2", "if time > %s and mod(time, 2*%s) > 0.05 "
                                   "then 0.7 else -0.4"]) % (self.number(0.3, 0.6), low)
        for _ in range(self.chance.randint(0, 2)):
            wave = "delay(%s, %s)" % (wave, self.number(0.1, 0.7))
        self.declare("Real %s = %s;" % (y, wave))
        self.reals.append(y)
        self.conditions.append("%s > 0.5" % y)

    # Switches

    def counter(self):
        n = self.name("n")
        self.declare("discrete Integer %s(start = %d, fixed = true);" % (n, self.chance.randint(0, 3)))
        step = self.chance.choice(["pre(%s) + 1" % n, "mod(pre(%s) + %d, 5)" % (n, self.chance.randint(1, 4)),
                                   "if pre(%s) > 3 then 0 else pre(%s) + 1" % (n, n)])
        when = self.chance.choice([self.sampler(), self.acting(), "{%s, %s}" % (self.sampler(), self.acting())])
        other = " elsewhen %s then %s = pre(%s) - 1;" % (self.acting(), n, n) if self.often(0.3) else ""
        if self.often(0.3):
            self.algorithms.append("when %s then %s := %s;%s end when;" % (when, n, step, other.replace(" = ", " := ")))
        else:
            self.equations.append("when %s then %s = %s;%s end when;" % (when, n, step, other))
        self.wholes.append(n)

    def sampler(self):
        return "sample(%s, %s)" % (self.number(0, 0.3), self.number(0.05, 0.4))

    def held(self):
        """A discrete Real or Boolean."""
        z = self.name("z")
        if self.often(0.5):
            self.declare("discrete Real %s(start = %s, fixed = true);" % (z, self.number()))
            self.equations.append("when %s then %s = %s; end when;" % (self.chance.choice([self.sampler(),
                    self.acting()]), z, "tanh(pre(%s) + %s)" % (z, self.real(2))))
            self.reals.append(z)
        else:
            self.declare("Boolean %s(start = %s, fixed = true);" % (z, self.chance.choice(["true", "false"])))
            self.equations.append("when %s then %s = not pre(%s); end when;"
                                  % (self.chance.choice([self.sampler(), self.acting()]), z, z))
            self.flags.append(z)
            self.conditions.append(z)

    def switched(self):
        b = self.name("b")
        self.declare("Boolean %s = %s;" % (b, self.acting()))
        self.flags.append(b)
        self.conditions += [b] + (["edge(%s)" % b, "change(%s)" % b] if self.wild else [])

    def clocked(self):
        u, y = self.name("u"), self.name("y")
        self.declare("Real %s, %s(start = 0.1);" % (u, y))
        clock = self.chance.choice(["Clock(1, %d)" % self.chance.randint(3, 20), "Clock(%s)" % self.number(0.05, 0.5)])
        self.equations += ["%s = sample(%s, %s);" % (u, self.real(2), clock),
                           "%s = 0.5*previous(%s) + 0.5*tanh(%s);" % (y, y, u)]
        h = self.name("h")
        self.declare("Real %s = hold(%s);" % (h, y))
        self.reals.append(h)

    # Followers

    def follower(self):
        x = self.name("x")
        start = self.chance.choice(["start = %s, fixed = true" % self.number(-1, 1), "start = %s" % self.number(-1, 1)])
        self.declare("Real %s(%s);" % (x, start))
        if "fixed" not in start:
            # a start value that is not fixed would be an unknown of der(x) = 0, too
            self.initial.append(self.chance.choice(["%s = %s;" % (x, self.constant()),
                                                    "%s = 0;" % x if self.open else "der(%s) = 0;" % x]))
        drive = self.bounded()
        if self.often(0.4):
            drive = "(if %s then %s else %s)" % (self.acting(), drive, self.bounded(2))
        self.equations.append("der(%s) = -%s*%s + %s;" % (x, self.number(0.5, 4), x, drive))
        self.reals.append(x)
        if self.often(0.3):
            self.equations.append("when %s then reinit(%s, %s); end when;" % (self.acting(), x,
                    self.chance.choice(["0.5*pre(%s)" % x, self.number(-1, 1), "-%s/2" % x])))

    def vector(self):
        x, n = self.name("x"), self.chance.randint(2, 6)
        self.declare("Real %s[%d](each start = 0.2, each fixed = true);" % (x, n))
        if self.often(0.5):
            self.equations.append("for i in 1:%d loop der(%s[i]) = -%s*%s[i] + %s/i; end for;" % (n, x,
                    self.number(0.5, 4), x, self.bounded(2)))
        else:
            rows = ["{%s}" % ", ".join("-1" if i == j else "%.2g" % self.chance.uniform(-0.3, 0.3) if self.often(0.5)
                                       else "0" for j in range(n)) for i in range(n)]
            self.declare("parameter Real %s_m[%d, %d] = {%s};" % (x, n, n, ", ".join(rows)))
            self.equations.append("der(%s) = %s_m*%s + fill(%s, %d);" % (x, x, x, self.bounded(2), n))
        self.reals += ["%s[%d]" % (x, self.chance.randint(1, n)), "sum(%s)/%d" % (x, n),
                       "max(%s)/2" % x if self.wild else "%s*%s/%d" % (x, x, n)]

    def chain(self):
        y = self.name("y")
        self.declare("Real %s%s;" % (y, self.chance.choice(["", "(min = -1000, max = 1000)", ' "a quantity"'])))
        left = self.chance.choice(["%s = %s;", "2*%s = %s;", "%s + 1 = %s;", "0 = %s - (%s);",
                                   "exp(%s) = 1.2 + tanh(%s);", "%s^3 + %s = 2*(%s);"])
        e = self.real()
        self.equations.append(left % ((y, y, e) if left.count("%s") == 3 else (y, e)))
        self.reals.append(y if "^3" not in left else "tanh(%s)" % y)

    def loop(self):
        a, b = self.name("a"), self.name("b")
        self.declare("Real %s, %s;" % (a, b))
        if self.often(0.5):
            self.equations += ["%s = %s + 0.3*%s;" % (a, self.bounded(2), b),
                               "%s = %s - 0.4*%s;" % (b, self.bounded(2), a)]
        else:
            self.equations += ["%s = %s + 0.3*sin(%s);" % (a, self.bounded(2), b),
                               "%s + 0.2*tanh(%s) = %s + 0.3*%s;" % (b, b, self.bounded(2), a)]
        self.reals += [a, b]

    def branches(self):
        y, w = self.name("y"), self.name("w")
        self.declare("Real %s, %s;" % (y, w))
        middle = "elseif %s then %s = %s; %s = %s; " % (self.acting(), y, self.bounded(2), w,
                                                        self.bounded(1)) if self.often(0.4) else ""
        self.equations.append("if %s then %s = %s; %s = %s; %selse %s = %s; %s = 0.5*%s; end if;" % (
            self.acting(), y, self.bounded(2), w, self.bounded(1), middle, w, self.bounded(2), y, w))
        self.reals += [y, w]

    def late(self):
        y = self.name("y")
        self.declare("Real %s = delay(%s, %s);" % (y, self.bounded(2), self.number(0.02, 0.6)))
        self.reals.append(y)

    def steps(self):
        """An algorithm."""
        y, k = self.name("y"), self.name("k")
        self.declare("Real %s;" % y)
        self.declare("Real %s;" % k)
        body = ["%s := %s;" % (k, self.bounded(2)), "%s := 0;" % y]
        body.append(self.chance.choice([
            "for i in 1:%d loop %s := %s + %s/(i + 1); end for;" % (self.chance.randint(1, 5), y, y, k),
            "if %s then %s := %s; else %s := -%s/2; end if;" % (self.acting(), y, k, y, k),
            "while %s < %s loop %s := %s + 0.25; end while;" % (y, self.number(0.5, 2), y, y),
            "for i in {1, 3, 4} loop if i > 2 then break; end if; %s := %s - i*%s; end for;" % (y, y, k)]))
        body.append("%s := tanh(%s) + 0.1*%s;" % (y, y, k))
        self.algorithms.append("\n  ".join(body))
        self.reals += [y, k]

    def record(self):
        r, v = self.name("R"), self.name("r")
        self.classes.append("record %s\n  Real p;\n  Real q[2];\n  Integer n = 2;\nend %s;\n" % (r, r))
        f = self.name("f")
        self.classes.append("function %s\n  input %s r;\n  input Real u;\n  output %s y;\nalgorithm\n  y.p := tanh(r.p "
                            "+ u);\n  y.q := {r.q[2], sin(u)};\n"
                            "  y.n := r.n;\nend %s;\n" % (f, r, r, f))
        w = self.name("r")
        self.declare("%s %s(p = %s, q = {%s, %s});" % (r, v, self.bounded(2), self.leaf(), self.bounded(1)))
        self.declare("%s %s = %s(%s, %s);" % (r, w, f, v, self.leaf()))
        self.reals += ["%s.p" % v, "%s.q[1]" % w, "%s.p" % w]

    def component(self):
        """A class with states, in one or several copies."""
        c, x, n = self.name("C"), self.name("c"), self.chance.randint(1, 4)
        extra = self.chance.choice(["", "  Boolean high = x > 0.4;\n"]) if self.wild or self.often(0.3) else ""
        if extra:
            self.smooth = False
        self.classes.append("model %s\n  parameter Real k = 1;\n  input Real u;\n  output Real y;\n  Real x(start = "
                            "0.3, fixed = true);\n%sequation\n"
                            "  der(x) = -k*x + tanh(u);\n  y = %s;\nend %s;\n" % (c, extra,
                                    self.chance.choice(["x", "2*x - u/9", "sin(x + u)"]), c))
        if n == 1:
            self.declare("%s %s(k = %s);" % (c, x, self.number(0.5, 4)))
            self.equations.append("%s.u = %s;" % (x, self.bounded(2)))
            self.reals.append("%s.y" % x)
            return
        self.declare("%s %s[%d](k = {%s});" % (c, x, n, ", ".join(self.number(0.5, 4) for _ in range(n))))
        self.equations.append("%s[1].u = %s;" % (x, self.bounded(2)))
        self.equations.append("for i in 2:%d loop %s[i].u = %s[i - 1].y; end for;" % (n, x, x))
        self.reals += ["%s[%d].y" % (x, n), "sum(%s.x)/%d" % (x, n)]

    def circuit(self):
        """Pins, resistors and capacitors in a row, driven by a source."""
        if "Pin" not in "".join(self.classes):
            self.classes.append("connector Pin\n  Real v;\n  flow Real i;\nend Pin;\n")
            self.classes.append("partial model Two\n  Pin p, n;\n  Real u;\nequation\n  u = p.v - n.v;\n  p.i + n.i = "
                                "0;\nend Two;\n")
            self.classes.append("model Res\n  extends Two;\n  parameter Real R = 1;\n"
                                "equation\n  u = R*p.i;\nend Res;\n")
            self.classes.append("model Cap\n  extends Two(u(start = 0.1, fixed = true));\n  parameter Real C = "
                                "1;\nequation\n  C*der(u) = p.i;\nend Cap;\n")
            self.classes.append("model Ground\n  Pin p;\nequation\n  p.v = 0;\nend Ground;\n")
            self.classes.append("model Source\n  extends Two;\n  input Real e;\nequation\n  u = e;\nend Source;\n")
        n, q = self.chance.randint(1, 4), self.name("q")
        self.declare("Res %sr[%d](each R = %s);" % (q, n, self.number(0.5, 3)))
        self.declare("Cap %sc[%d](each C = %s);" % (q, n, self.number(0.2, 1)))
        self.declare("Ground %sg;" % q)
        self.declare("Source %ss(e = %s);" % (q, self.bounded(2)))
        self.equations += ["connect(%ss.n, %sg.p);" % (q, q), "connect(%ss.p, %sr[1].p);" % (q, q),
                           "for i in 1:%d loop connect(%sr[i].n, %sc[i].p); connect(%sc[i].n, %sg.p); end for;" % (n, q,
                                   q, q, q),
                           "for i in 2:%d loop connect(%sr[i - 1].n, %sr[i].p); end for;" % (n, q, q)]
        self.reals += ["%sc[%d].u" % (q, n), "%sr[1].p.i" % q]

    def constraint(self):
        """A state that depends on another: the index must be reduced."""
        x, y = self.name("x"), self.name("y")
        v = self.name("v")
        self.declare("Real %s(start = 0.4, fixed = true, stateSelect = StateSelect.prefer), %s, %s;" % (x, y, v))
        self.equations += ["der(%s) = -%s + 0.5*sin(time);" % (x, x), "%s = 2*%s + sin(%s)/4;" % (y, x, x),
                           "%s = der(%s);" % (v, y)]
        self.reals += [y, v]

    # Observers

    def observer(self):
        y = self.name("o")
        self.some(
            lambda: self.declare("Real %s = %s;" % (y, self.real())),
            lambda: self.declare("Boolean %s = %s;" % (y, self.flag())),
            lambda: self.declare("Integer %s = if %s then %s else 0;" % (y, self.flag(), self.whole())),
            lambda: self.declare("Real %s[3] = {%s, %s, 1};" % (y, self.real(2), self.real(1))),
            lambda: self.declare("Real %s = if %s then %s else %s;" % (y, self.flag(), self.real(2), self.real(2))),
            lambda: self.declare("Real %s = noEvent(if %s > 0 then %s else %s);" % (y, self.leaf(), self.real(2),
                    self.real(2))),
            lambda: self.declare("Integer %s = integer(5*(%s));" % (y, self.bounded(2))),
            lambda: self.declare("Real %s = floor(3*(%s)) + abs(%s) + sign(%s);" % (y, self.bounded(2), self.real(1),
                    self.real(1))),
            lambda: self.declare("Real %s = max(%s, min(%s, %s));" % (y, self.real(1), self.real(1), self.real(1))),
            lambda: self.declare("Real %s[2, 2] = [%s, 1; 0, %s]*transpose([1, 2; 3, %s]);" % (y, self.leaf(),
                    self.leaf(), self.leaf())),
            lambda: self.equations.append('assert(abs(%s) < 1e6, "as large as " + String(%s));' % (self.leaf(),
                    self.leaf())),
            lambda: self.counted(y), lambda: self.counted(y))
        self.smooth = False

    def counted(self, y):
        self.declare("Integer %s(start = 0, fixed = true);" % y)
        self.equations.append("when %s then %s = pre(%s) + 1; end when;" % (self.flag(1), y, y))

    def write(self):
        name = "Generated"
        parts = ["".join(c + "\n" for c in self.classes), "model %s\n" % name]
        parts += ["  %s\n" % d for d in self.local + self.declared]
        if self.initial:
            parts += ["initial equation\n"] + ["  %s\n" % e for e in self.initial]
        for a in self.initial_algorithms:
            parts.append("initial algorithm\n  %s\n" % a)
        if self.equations:
            parts += ["equation\n"] + ["  %s\n" % e for e in self.equations]
        for a in self.algorithms:
            parts.append("algorithm\n  %s\n" % a)
        parts.append("  annotation(experiment(StopTime = %s));\nend %s;\n" % (self.number(0.5, 3), name))
        return "".join(parts)


def model(chance, wild=False):
    """A model as text."""
    m = Model(chance, wild)
    for _ in range(chance.randint(0, 4)):
        m.parameter()
    for _ in range(chance.randint(0, 2)):
        m.function()
    drivers = [m.oscillator, m.forcing, m.pulse]
    switches = [m.counter, m.held, m.switched, m.clocked, m.counter, m.enumeration, m.text, m.ordered, m.at_start,
                m.clocks, m.clocked_state, m.machine, m.edges]
    followers = [m.follower, m.follower, m.vector, m.chain, m.loop, m.branches, m.late, m.steps, m.record, m.component,
                 m.circuit, m.constraint, m.follower,
                 m.outside, m.object, m.several, m.slices, m.replaced, m.streams, m.pendulum, m.rigid, m.carried,
                 m.operators,
                 m.structural, m.structural, m.clutch, m.rectifier]
    layers = [drivers, switches, followers, [m.observer]*6 + [m.ending]]
    for layer, most in zip([sum(layers, [])] * 4 if wild else layers, [2, 3, 6, 4]):
        for _ in range(chance.randint(0, most)):
            chance.choice(layer)()
    if not m.equations and not m.declared:
        m.follower()
    return m.write()


if __name__ == "__main__":
    import random
    import sys
    sys.stdout.write(model(random.Random(int(sys.argv[1])), len(sys.argv) > 2))
