"""Random texts of MUSS that are well typed and well posed by construction: submodels that call each other, states,
choices, events, sampled submodels, an experiment and a study of it.

    text = muss.text(random.Random(7), wild=False)

Conditions that act on states are conditions on the time or on drivers, as in modelica.py. A wild text has shapes that
need not have a meaning.
"""


class Block:
    """What is known while a submodel is written."""

    def __init__(self, text, name):
        self.t, self.name, self.chance = text, name, text.chance
        self.inputs, self.outputs, self.lists, self.initial, self.dynamic = [], [], [], [], []
        self.reals, self.flags, self.called, self.parameters = ["Time"], ["Time > 0.4"], [], []

    def number(self, low=0.1, high=3.0):
        return "%.3g" % self.chance.uniform(low,
            high) if self.chance.random() < 0.8 else "%d" % self.chance.randint(1, 4)

    def real(self, depth=2):
        if depth == 0 or self.chance.random() < 0.25:
            return self.chance.choice(self.reals + [self.number()])
        a, b = self.real(depth - 1), self.real(depth - 1)
        return self.chance.choice(["sin(%s + %s)", "cos(%s)*(%s)", "tanh(%s - (%s))", "(%s)/(1.0 + (%s)^2)",
                                   "exp(-(%s)**2)*(%s)", "atan(%s) - atan(%s)", "0.5*((%s) + (%s))", "min(%s, %s)",
                                   "max(sin(%s), %s)", "ln(2.0 + sin(%s))*(%s)"]) % (a, b)

    def bounded(self):
        return self.chance.choice(["sin(%s)", "tanh(%s)", "atan(%s)"]) % self.real()

    def logical(self):
        return self.chance.choice(["Time > %s" % self.number(0.1, 0.9), "sin(%s*Time) > 0.3" % self.number(1, 6),
                                   "Time < 0.7 && cos(3.0*Time) > 0.1", "not (Time > 0.3)"])

    def declare(self, group, text):
        self.lists.append("%s {%s;}" % (group, text))

    def new(self, letter):
        return self.t.new(letter)


def add_state(b):
    x = b.new("x")
    b.declare("state", "real %s%s" % (x, " = " + b.number() if b.chance.random() < 0.5 else ""))
    if " = " not in b.lists[-1]:
        b.initial.append("%s = %s;" % (x, b.number()))
    b.dynamic.append("%s' = %s - %s*%s;" % (x, b.bounded(), b.number(0.5, 3), x))
    b.reals.append(x)


def add_equation(b):
    y = b.new("a")
    b.declare("auxiliary variables", "real %s" % y)
    b.dynamic.append("%s = %s;" % (y, b.bounded()))
    b.reals.append(y)


def add_choice(b):
    y = b.new("c")
    b.declare("auxiliary variables", "real %s" % y)
    values = [b.bounded() for _ in range(3)]
    if b.chance.random() < 0.5:
        b.dynamic.append("if (%s) {%s = %s;} else if (%s) {%s = %s;} else {%s = %s;};" %
                         (b.logical(), y, values[0], b.logical(), y, values[1], y, values[2]))
    else:
        n = b.new("n")
        b.declare("auxiliary variables", "integer %s" % n)
        b.dynamic.append("if (%s) {%s = 1;} else {%s = 4;};" % (b.logical(), n, n))
        b.dynamic.append("case (%s) {1, 2: %s = %s; 3: %s = %s; else: %s = %s;};" %
                         (n, y, values[0], y, values[1], y, values[2]))
    b.reals.append(y)


def add_event(b):
    n, s = b.new("k"), b.new("s")
    b.declare("auxiliary variables", "integer %s; real %s" % (n, s))
    b.initial += ["%s = 0;" % n, "%s = %s;" % (s, b.number())]
    then = "%s = %s + 1; %s = 0.5*%s + %s;" % (n, n, s, s, b.number())
    if b.chance.random() < 0.3:
        then += " do while (%s > 1.0) {%s = 0.5*%s;};" % (s, s, s)
    b.dynamic.append("when (%s) {%s} when (%s) {%s = %s;};" % (b.logical(), then, b.logical(), s, b.number()))
    b.reals.append("0.2*%s" % s)


def add_call(b):
    if not b.t.blocks:
        return
    other = b.chance.choice(b.t.blocks)
    if other.name not in b.called:
        b.called.append(other.name)
    arguments = [b.bounded() for _ in other.inputs]
    if other.parameters and b.chance.random() < 0.4:
        arguments.append("%s = %s" % (b.chance.choice(other.parameters), b.number()))
    names = [b.new("r") for _ in other.outputs]
    b.declare("auxiliary variables", "real " + ", ".join(names))
    left = names[0] if len(names) == 1 else "(%s)" % ", ".join(names)
    b.dynamic.append("%s = %s(%s);" % (left, other.name, ", ".join(arguments)))
    b.reals += names


def add_loop(b):
    v, i = b.new("v"), b.new("i")
    b.declare("auxiliary variables", "real %s[3]" % v)
    b.dynamic.append("for %s = 1 to 3 {%s[%s] = %s*%s;};" % (i, v, i, i, b.bounded()))
    b.reals += ["%s[1]" % v, "%s[3]" % v]


ADD = [add_state, add_state, add_equation, add_choice, add_event, add_call, add_call, add_loop]


class Text:
    def __init__(self, chance, wild):
        self.chance, self.wild, self.count, self.blocks = chance, wild, 0, []

    def new(self, letter):
        self.count += 1
        return "%s%d" % (letter, self.count)

    def body(self, b, head, end, more=""):
        chance = self.chance
        if b.called:
            b.declare("submodels called", "; ".join(b.called))
        if self.wild and chance.random() < 0.5:
            chance.shuffle(b.lists)
            b.dynamic.append(chance.choice(b.dynamic))
        chance.shuffle(b.dynamic)                          # equations have no order
        text = "%s is\n  Static region\n    %s\n  End static region;\n" % (head, "\n    ".join(b.lists))
        if b.initial:
            text += "  Initial region\n    %s\n  End initial region;\n" % "\n    ".join(b.initial)
        text += "  Dynamic region\n    %s\n  End dynamic region;\n%s%s;\n\n" % ("\n    ".join(b.dynamic), more, end)
        return text

    def submodel(self):
        b = Block(self, self.new("S"))
        b.inputs = [self.new("u") for _ in range(self.chance.randint(0, 2))]
        if b.inputs:
            b.declare("inputs", "real " + ", ".join(b.inputs))
        b.parameters = [self.new("P") for _ in range(self.chance.randint(0, 2))]
        if b.parameters:
            b.declare("parameters", "real " + ", ".join("%s = %s" % (p, b.number()) for p in b.parameters))
        b.reals += b.inputs + b.parameters
        for _ in range(self.chance.randint(1, 5)):
            self.chance.choice(ADD)(b)
        b.outputs = [self.new("y") for _ in range(self.chance.randint(1, 2))]
        b.declare("outputs", "real " + ", ".join(b.outputs))
        b.dynamic += ["%s = %s;" % (y, b.bounded()) for y in b.outputs]
        self.blocks.append(b)
        return self.body(b, "Continuous submodel " + b.name, "End submodel " + b.name)

    def sampled(self):
        b = Block(self, self.new("H"))
        u, y = self.new("u"), self.new("y")
        b.inputs, b.outputs = [u], [y]
        self.blocks.append(b)
        return ("Sampled submodel %s is\n  Static region\n    inputs {real %s;}\n    outputs {real %s;}\n    period "
            "{%s;}\n"
                "  End static region;\n  Initial region\n    %s = 0.0;\n  End initial region;\n  Sampled region\n"
                "    %s = %s + 0.4*(%s - %s);\n  End sampled region;\nEnd submodel %s;\n\n" %
                (b.name, u, y, self.chance.choice(["0.1", "0.07", "0.25, 0.05"]), y, y, y, u, y, b.name))

    def experiment(self):
        b = Block(self, "Generated")
        b.declare("parameters", "real gain = 1.5")
        b.reals.append("gain")
        add_call(b)
        for _ in range(self.chance.randint(0, 3)):
            self.chance.choice(ADD)(b)
        b.declare("auxiliary variables", "real last")
        b.dynamic.append("last = %s;" % b.bounded())
        return self.body(b, "Experiment Generated", "End experiment Generated",
                         "  Control region\n    finish = 1.0;\n    interval = 0.02;\n    prepare {last};\n"
                         "  End control region;\n")

    def study(self):
        values = ", ".join("%.2g" % self.chance.uniform(0.5, 3) for _ in range(self.chance.randint(1, 3)))
        return ("Study Several is\n  Static region\n    auxiliary variables {real g; integer n = 0;}\n"
                "    experiments called {Generated;}\n  End static region;\n  Study region\n    for g in {%s} {\n"
                "      Generated.gain = g;\n      run Generated;\n      if (Generated.last > 0.0 or n > 1) {n = n + "
                    "1;};\n"
                "      collect {g, n, e = Generated.last, m = max(abs(Generated.last))};\n    };\n  End study "
                    "region;\n"
                "End study Several;\n" % values)


def text(chance, wild):
    t = Text(chance, wild)
    parts = [t.submodel() for _ in range(chance.randint(1, 3))]
    if chance.random() < 0.4:
        parts.append(t.sampled())
    parts.append(t.submodel())
    return "".join(parts) + t.experiment() + t.study()
