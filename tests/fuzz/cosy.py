"""Random programs in COSY that are well typed and well posed by construction: states, equations, events, processes,
resources, statistics, random numbers, experiments.

    text = cosy.program(random.Random(7), wild=False)

Conditions that act on states are conditions on the drivers, as in modelica.py. Processes hold for some time in each of
their rounds, so that time goes on.
"""


from cosy_parts import Parts


class Program(Parts):
    def __init__(self, chance, wild):
        self.chance, self.wild, self.count = chance, wild, 0
        self.consts, self.vars, self.initcond, self.initial, self.continuous = [], [], [], [], []
        self.events, self.processes, self.terminal, self.parts, self.functionals = [], [], [], [], []
        self.reals = ["SIN(TIME)", "1.5"]         # for equations
        self.numbers = ["TIME", "2.5"]            # for statements
        self.wholes, self.flags, self.drivers = ["2"], ["TRUE"], ["SIN(3.0*TIME)"]
        self.functions = []
        self.settable, self.states = [], []
        self.streams = []

    def name(self, letter):
        self.count += 1
        return "%s%d" % (letter, self.count)

    def number(self, low=0.1, high=3.0):
        text = "%.3g" % self.chance.uniform(low, high)
        return (text if "." in text else text + ".0") if "e" not in text else "0.05"

    def often(self, part):
        return self.chance.random() < part

    def real(self, leaves, depth=2):
        if depth == 0 or self.often(0.2):
            return self.chance.choice(leaves + [self.number()])
        a, b = self.real(leaves, depth - 1), self.real(leaves, depth - 1)
        if self.functions and self.often(0.2):
            return "%s(%s)" % (self.chance.choice(self.functions), a)
        return self.chance.choice(["SIN(%s + %s)", "COS(%s)*(%s)", "TANH(%s - (%s))", "(%s)/(1.0 + SQR(%s))",
                                   "SQRT(1.0 + SQR(%s)) - (%s)/3.0", "EXP(-SQR(%s))*(%s)",
                                   "ATAN(%s) - ATAN(%s)", "((%s) + (%s))/2.0", "LN(1.0 + SQR(%s))/(1.0 + SQR(%s))",
                                   "(IF TIME > 0.4 THEN %s ELSE %s)"]) % (a, b)

    def bounded(self, leaves=None, depth=2):
        return self.chance.choice(["SIN(%s)", "TANH(%s)", "ATAN(%s)"]) % self.real(leaves or self.reals, depth)

    def whole(self, depth=1):
        if depth == 0 or self.often(0.4):
            return self.chance.choice(self.wholes + [str(self.chance.randint(0, 9))])
        return self.chance.choice(["(%s + %s) MOD 7", "(%s - %s) DIV 2", "MIN(%s, %s)",
                                   "MAX(%s, %s)"]) % (self.whole(depth - 1), self.whole(depth - 1))

    def flag(self, depth=1):
        leaves = self.flags + ["%s > %s" % (self.whole(), self.whole()), "ODD(%s)" % self.whole(),
                               "%s > %s" % (self.chance.choice(self.numbers), self.number())]
        if depth == 0 or self.often(0.4):
            return "(%s)" % self.chance.choice(leaves)
        return self.chance.choice(["(%s AND %s)", "(%s OR %s)", "(NOT %s OR %s)"]) % (self.flag(depth - 1),
                self.flag(depth - 1))

    # What a program is made of

    def const(self):
        c = self.name("C")
        self.consts.append("%s = %s;" % (c, self.number()))
        self.reals.append(c)
        self.numbers.append(c)

    def function(self):
        f = self.name("F")
        body = self.chance.choice(["%s := SIN(U)", "BEGIN S := 0.0; FOR I := 1 TO %d DO S := S + COS(I*U)/I; %%s := "
                                                   "S/2.0 END" % self.chance.randint(1, 4),
                                   "IF U > 0.0 THEN %s := U/(1.0 + U) ELSE %s := U/(1.0 - U)"])
        self.parts.append("FUNCTION %s (REAL U): REAL; VAR REAL S; INTEGER I; BEGIN S := U; I := 1; %s END;" % (f,
                body.replace("%s", f)))
        self.functions.append(f)

    def table(self):
        t, x, points = self.name("T"), -3.0, []
        for _ in range(self.chance.randint(2, 6)):
            points.append("(%.2f : %s)" % (x, self.number(0, 1)))
            x += self.chance.uniform(0.3, 2)
        kind = self.chance.choice(["SPLINE", "LINEAR"] if not self.wild else ["SPLINE", "LINEAR", "STEPS"])
        self.functionals.append("%s %s = (%s);" % (kind, t, " ".join(points)))
        self.reals.append("%s(SIN(%s))" % (t, self.chance.choice(self.reals)))

    def driver(self):
        x, v, w = self.name("X"), self.name("V"), self.number(0.5, 6)
        self.vars.append("STATE %s, %s;" % (x, v))
        self.initcond += ["%s = %s" % (x, self.number(-1, 1)), "%s = %s" % (v, self.number(-1, 1))]
        self.continuous += ["%s' = %s*%s" % (x, w, v), "%s' = -%s*%s" % (v, w, x)]
        self.reals += [x, v]
        self.numbers += [x, v]
        self.drivers += [x, v]

    def follower(self):
        x = self.name("Y")
        self.vars.append("STATE %s;" % x)
        self.initcond.append("%s = %s" % (x, self.number(-1, 1)))
        self.continuous.append("%s' = -%s*%s + %s" % (x, self.number(0.5, 4), x, self.bounded()))
        self.reals.append(x)
        self.numbers.append(x)
        self.states.append(x)

    def vector(self):
        x, n = self.name("W"), self.chance.randint(2, 5)
        self.vars.append("STATE %s[1..%d];" % (x, n))
        self.initial.append("FOR I0 := 1 TO %d DO %s[I0] := 0.2*I0" % (n, x))
        self.continuous.append("FOR I := 1 TO %d DO %s[I]' = -%s*%s[I] + %s/I END" % (n, x, self.number(0.5, 3), x,
                self.bounded()))
        self.reals.append("%s[%d]" % (x, self.chance.randint(1, n)))

    def algebraic(self):
        a = self.name("A")
        self.vars.append("ALGEBR %s;" % a)
        kind = self.chance.choice(["%s = %s", "2.0*%s = %s", "%s + 0.2*SIN(%s) = %s", "%s = LIMIT(%s, -0.5, 0.6)",
                                   "%s = DEADSPACE(%s, -0.2, 0.3)", "%s = DELAY(%s, 0.1)", "%s = QUANTIZE(%s, 0.25)"])
        e = self.bounded()
        if "LIMIT" in kind or "DEAD" in kind or "QUANT" in kind:
            e = "SIN(%s)" % self.chance.choice(self.drivers)
        self.continuous.append(kind % ((a, a, e) if kind.count("%s") == 3 else (a, e)))
        self.reals.append(a)
        self.numbers.append(a)

    def variable(self):
        kind = self.chance.randrange(3)
        v = self.name("RNB"[kind])
        first = [self.number(), str(self.chance.randint(0, 4)), self.chance.choice(["TRUE", "FALSE"])][kind]
        self.vars.append("%s %s;" % (["REAL", "INTEGER", "BOOLEAN"][kind], v))
        self.initial.append("%s := %s" % (v, first))
        self.settable.append((kind, v))
        [self.numbers, self.wholes, self.flags][kind].append(v)
        if kind == 0:
            self.reals.append(v)
        elif kind == 2:
            self.reals.append("(IF %s THEN 0.5 ELSE -0.5)" % v)

    def assignment(self):
        if not self.settable or (self.states and self.often(0.2)):
            return "%s := %s" % (self.chance.choice(self.states),
                                 self.bounded(self.numbers)) if self.states else "FINISHED := FINISHED + 1"
        kind, v = self.chance.choice(self.settable)
        return "%s := %s" % (v, [lambda: self.bounded(self.numbers), lambda: self.whole(2), self.flag][kind]())

    def statement(self, depth=1):
        a = self.assignment()
        if depth == 0 or self.often(0.4):
            return a
        return self.chance.choice([
            lambda: "IF %s THEN %s" % (self.flag(), a), lambda: "IF %s THEN BEGIN %s END ELSE %s" % (self.flag(), a,
                    self.assignment()),
            lambda: "BEGIN %s; %s END" % (a, self.statement(depth - 1)),
            lambda: "FOR I0 := 1 TO %d DO %s" % (self.chance.randint(1, 3), a),
            lambda: "WRITELN (\"%s\", %s:8:3, %s)" % (self.name("says "), self.chance.choice(self.numbers),
                                                      self.whole())])()

    def event(self):
        e = self.name("E")
        body = "; ".join(self.statement() for _ in range(self.chance.randint(1, 3)))
        if self.often(0.5):
            self.vars.append("TEVENT %s;" % e)
            self.initial.append("SCHEDULE %s AT %s" % (e, self.number(0.05, 1)))
            body += self.chance.choice(["", "; SCHEDULE %s IN %s" % (e, self.number(0.1, 0.6)),
                                        "; SCHEDULE %s IN %s PRIORITY 2" % (e, self.number(0.1, 0.6))])
        else:
            self.vars.append("SEVENT %s;" % e)
            self.continuous.append("CONDIT %s: %s CROSSES %s %sTOL = 1.0E-6 END" % (e, self.chance.choice(self.drivers),
                    self.number(-0.7, 0.7), self.chance.choice(["", "POS ", "NEG "])))
        self.events.append("%s: %s END;" % (e, body))

    def when(self):
        self.continuous.append("WHEN %s > %s DO %s END" % (self.chance.choice(self.drivers), self.number(-0.6, 0.6),
                                                           self.statement()))

    def random(self):
        if not self.streams or self.often(0.3):
            r = self.name("S")
            self.vars.append("RANDOM %s;" % r)
            self.streams.append(r)
        r = self.chance.choice(self.streams)
        return self.chance.choice(["EXPONENTIAL(%s, 0.2)", "UNIFORM(%s, 0.05, 0.4)", "ERLANG(%s, 2, 0.3)",
                                   "TRIANGULAR(%s, 0.1, 0.2, 0.5)", "WEIBULL(%s, 2.0, 0.3)",
                                   "0.1*RANDINT(%s, 1, 4)"]) % r

    def service(self):
        """A source, customers, and what they use."""
        source, customer, f, w = self.name("SRC"), self.name("CUS"), self.name("FAC"), self.name("STAY")
        self.vars.append("PROCESS %s, %s; COLLECT %s;" % (source, customer, w))
        kind = self.chance.randrange(4)
        self.vars.append(["FACILITY %s;", "FACILITY %s (2);", "STORAGE %s (3);", "GATE %s (OPEN);"][kind] % f)
        use = ["SEIZE %s; HOLD %s; RELEASE %s", "SEIZE %s PRIORITY %s; HOLD %s; RELEASE %s",
               "ENTER %s, 2; HOLD %s; LEAVE %s, 2", "PASS %s; HOLD %s"][kind]
        times = self.random()
        use = use % {0: (f, times, f), 1: (f, self.whole(0), times, f), 2: (f, times, f), 3: (f, times)}[kind]
        extra = self.chance.choice(["", "WAIT UNTIL %s > %s; " % (self.chance.choice(self.drivers),
                                                                  self.number(-0.3, 0.3)), self.statement(0) + "; "])
        self.initial.append("CREATE %s" % source)
        self.processes.append("PROCESS %s; BEGIN WHILE TRUE DO BEGIN HOLD %s; CREATE %s(TIME) END END;" % (source,
                self.random(), customer))
        self.processes.append("PROCESS %s (REAL CAME); VAR REAL Q; BEGIN Q := TIME; %s%s; %s := TIME - CAME END;"
                              % (customer, extra, use, w))
        self.terminal.append('WRITELN ("n ", COUNT(%s))' % w)

    def sets(self):
        t, s, r, p = self.name("TYP"), self.name("SET"), self.name("REC"), self.name("PRO")
        self.parts.append("TYPE %s = RECORD REAL SIZE; INTEGER KIND END;" % t)
        self.vars.append("SETFILE %s OF %s %s;" % (s, t, self.chance.choice(["", "LIFO", "RANKED BY SIZE",
                "RANKED BY KIND DESCENDING"])))
        self.vars.append("%s %s; PROCESS %s;" % (t, r, p))
        self.initial.append("CREATE %s" % p)
        self.processes.append("PROCESS %s; BEGIN WHILE TRUE DO BEGIN HOLD %s; %s.SIZE := TIME; %s.KIND := %s; INSERT "
                              "%s INTO %s; IF LENGTH(%s) > %d THEN REMOVE %s FROM %s %s END END;" % (
            p, self.random(), r, r, self.whole(), r, s, s, self.chance.randint(1, 5), r, s,
            self.chance.choice(["", "LAST", "AT 1"])))
        self.numbers.append("%s.SIZE" % r)

    def statistics(self):
        kind = self.chance.randrange(3)
        c = self.name("Q")
        self.vars.append(["COLLECT %s;", "TIMEPERS %s;", "HISTOGRAM %s (0.0, 0.25, 8);"][kind] % c)
        e = self.name("E")
        self.vars.append("TEVENT %s;" % e)
        self.initial.append("SCHEDULE %s AT 0.1" % e)
        self.events.append("%s: %s := %s; SCHEDULE %s IN 0.15 END;" % (e, c, self.bounded(self.numbers), e))

    def write(self):
        stop = self.number(1, 4)
        replications = " REPLICATIONS = %d" % self.chance.randint(2, 4) if self.often(0.15) else ""
        one = ("INITCOND %s; " % "; ".join(self.initcond) if self.initcond else "") + "SIMULATE FROM 0.0 TO %s%s%s" % (
            stop, self.chance.choice(["", " COMINT = 0.1", " TOL = 1.0E-7"]), replications)
        lines = ["PROGRAM GENERATED;"]
        if self.consts:
            lines.append("CONST REAL " + " ".join(self.consts))
        lines += [p for p in self.parts if p.startswith("TYPE")]
        lines.append("VAR INTEGER I0, FINISHED; " + "\n  ".join(self.vars))
        if self.functionals:
            lines.append("FUNCTIONAL " + " ".join(self.functionals))
        lines += [p for p in self.parts if not p.startswith("TYPE")]
        lines.append("MONITOR %s END;" % one)
        lines.append("SYSTEM")
        lines.append("  INITIAL FINISHED := 0; I0 := 0;\n    %s END;" % ";\n    ".join(self.initial))
        if self.continuous:
            lines.append("  CONTINUOUS\n    %s\n  END;" % ";\n    ".join(self.continuous))
        if self.events or self.processes:
            lines.append("  DISCRETE")
            if self.events:
                lines.append("    EVENTS\n      %s\n    END;" % "\n      ".join(self.events))
            if self.processes:
                lines.append("    PROCESSES\n      %s\n    END;" % "\n      ".join(self.processes))
            lines.append("  END;")
        self.terminal.append('WRITELN ("end ", FINISHED, %s:10:4)' % self.chance.choice(self.numbers))
        lines.append("  TERMINAL %s END" % "; ".join(self.terminal))
        lines += ["END;", "END."]
        return "\n".join(lines) + "\n"


def program(chance, wild=False):
    """A program as text."""
    p = Program(chance, wild)
    for make, most in [(p.const, 3), (p.function, 2), (p.driver, 2), (p.table, 1), (p.variable, 4)]:
        for _ in range(chance.randint(0, most)):
            make()
    for _ in range(chance.randint(1, 8)):
        chance.choice([p.follower, p.follower, p.vector, p.algebraic, p.algebraic, p.event, p.event, p.when, p.service,
                       p.sets, p.statistics,
                       p.discontinuity, p.memory, p.logic, p.branches, p.macro, p.module, p.procedure, p.difference,
                       p.shared, p.gate, p.masters, p.searched])()
    if wild:
        p.drivers += p.states
        for _ in range(chance.randint(0, 3)):
            chance.choice([p.event, p.when, p.service])()
    return p.write()


if __name__ == "__main__":
    import random
    import sys
    sys.stdout.write(program(random.Random(int(sys.argv[1])), len(sys.argv) > 2))
