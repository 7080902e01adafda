"""More parts of random programs in COSY: discontinuities, memories, branches of equations, macros, modules, procedures,
statements with loops, and processes that act on each other: facilities with several servers, gates, storages,
references, interruptions, sets that are searched. Each is well posed by itself (cosy.py)."""


class Parts:
    def discontinuity(self):
        a = self.name("A")
        x = self.chance.choice(self.drivers)
        self.vars.append("ALGEBR %s;" % a)
        self.continuous.append("%s = %s" % (a, self.chance.choice([
            "HYSTERESIS(%s, -0.3, 0.4, 0.1, 0.9)", "BACKLASH(%s, 0.2, 0.0)", "0.5*COMPARE(%s, 0.15)",
            "FCNSW(%s, -0.4, 0.0, 0.6)", "INSW(%s, 0.2, 0.7)",
            "(IF RELAY(%s, 0.4, -0.2) THEN 0.5 ELSE -0.5)", "SAMPLEHOLD(SIN(%s), 0.1, 0.23)", "0.3*SQUARE(0.1, 0.37)",
            "STEP(0.31) - 0.2*RAMP(0.5)", "PULSE(0.1, 0.4, 0.15)"]
        ).replace("%s", x)))
        self.reals.append(a)
        self.numbers.append(a)

    def memory(self):
        m, a = self.name("M"), self.name("A")
        self.vars.append("MEMORY %s; ALGEBR %s;" % (m, a))
        self.continuous += ["%s = SIN(%s)" % (m, self.chance.choice(self.drivers)),
                            "%s = %s(0.15) - 0.5*%s" % (a, m, m)]
        self.reals.append(a)

    def logic(self):
        b = self.name("L")
        self.vars.append("LOGIC %s;" % b)
        self.continuous.append("%s = %s > %s" % (b, self.chance.choice(self.drivers), self.number(-0.6, 0.6)))
        self.reals.append("(IF %s THEN 0.4 ELSE -0.3)" % b)
        self.flags.append(b)

    def branches(self):
        """Equations of which some hold at a time, chosen by a variable that events set."""
        x, k, e = self.name("Y"), self.name("K"), self.name("E")
        self.vars.append("STATE %s; INTEGER %s; TEVENT %s;" % (x, k, e))
        self.initcond.append("%s = 0.3" % x)
        self.initial += ["%s := 1" % k, "SCHEDULE %s AT %s" % (e, self.number(0.1, 0.5))]
        if self.often(0.5):
            self.continuous.append("CASE %s OF 1: %s' = -%s + %s END; 2: %s' = -2.0*%s END; ELSE: %s' = 0.1 - %s END"
                                   % (k, x, x, self.bounded(), x, x, x, x))
        else:
            self.continuous.append("IF %s = 1 THEN %s' = -%s + %s ELSEIF %s = 2 THEN %s' = -2.0*%s ELSE %s' = 0.1 - %s "
                                   "END" % (k, x, x, self.bounded(), k, x, x, x, x))
        self.events.append("%s: CASE %s OF 1, 2: %s := %s + 1 END; ELSE: %s := 1 END; SCHEDULE %s IN 0.27 END;" % (e, k,
                k, k, k, e))
        self.reals.append(x)
        self.wholes.append(k)

    def macro(self):
        m, a = self.name("MAC"), self.name("A")
        self.parts.append("MACRO %s (Y <- U, T, CONST N); MACVAR STATE Z[1..N]; MACCONTIN Z[1]' = (U - Z[1])/T; "
                          "MACFOR I := 2 TO N DO MACBEGIN Z[I]' = (Z[I - 1] - Z[I])/T; MACEND Y = Z[N] MACEND MACEND "
                          "%s;" % (m, m))
        self.vars.append("ALGEBR %s;" % a)
        self.continuous.append("%s (%s <- %s, 0.5, %d)" % (m, a, self.bounded(), self.chance.randint(1, 4)))
        self.reals.append(a)

    def module(self):
        m, a, b = self.name("MOD"), self.name("A"), self.name("A")
        self.parts.append("MODULE %s (P, Q, R); VAR STATE C; CONTINUOUS C' = P - C; Q = C + R*P END END %s;" % (m, m))
        self.vars.append("ALGEBR %s, %s;" % (a, b))
        if self.often(0.5):
            self.continuous += ["%s = %s" % (b, self.bounded()), "%s (%s=Q <- %s=P, 0.5=R)" % (m, a, b)]
        else:
            self.continuous += ["%s = %s" % (a, self.bounded()), "%s (%s=P <- %s=Q, 0.5=R)" % (m, b, a)]
        self.reals += [a, b]

    def procedure(self):
        p, v, e = self.name("PROC"), self.name("R"), self.name("E")
        self.parts.append("PROCEDURE %s (REAL U; VAR REAL Y); VAR INTEGER I; BEGIN I := 0; Y := 0.0; %s END;" % (p,
                self.chance.choice([
            "WHILE I < 4 DO BEGIN I := I + 1; Y := Y + U/I END", "REPEAT I := I + 1; Y := 0.5*Y + U UNTIL I >= 3",
            "FOR I := 3 DOWNTO 1 DO Y := Y + SIN(I*U)",
            "CASE TRUNC(ABS(U)) OF 0: Y := U END; 1, 2: Y := 1.0 END; ELSE: Y := 2.0 END"])))
        self.vars.append("REAL %s; TEVENT %s;" % (v, e))
        self.initial += ["%s := 0.1" % v, "SCHEDULE %s AT 0.05" % e]
        self.events.append("%s: %s (%s, %s); SCHEDULE %s IN 0.31 END;" % (e, p, self.bounded(self.numbers), v, e))
        self.numbers.append(v)

    def difference(self):
        d, e = self.name("D"), self.name("E")
        self.vars.append("DSTATE %s; TEVENT %s;" % (d, e))
        self.initial += ["%s := 0.5" % d, "SCHEDULE %s AT 0.1" % e]
        self.events.append("%s: %s := 0.5*%s + 0.3; SCHEDULE %s IN 0.2 END;" % (e, d, d, e))
        self.reals.append(d)

    def shared(self):
        """Processes at several facilities, with priorities and others that push them out."""
        source, one, f = self.name("SRC"), self.name("JOB"), self.name("FAC")
        self.vars.append("PROCESS %s, %s; FACILITY %s[1..3]; INTEGER %s_N;" % (source, one, f, f))
        self.initial += ["%s_N := 0" % f, "CREATE %s" % source]
        use = self.chance.choice(["SEIZE %s[K] PRIORITY K", "PREEMPT %s[K] PRIORITY K"]) % f
        self.processes.append("PROCESS %s; VAR INTEGER K; BEGIN K := 1; WHILE TRUE DO BEGIN HOLD %s; K := K MOD 3 + 1; "
                              "CREATE %s(K) END END;" % (source, self.random(), one))
        self.processes.append("PROCESS %s (INTEGER K); BEGIN %s; HOLD %s; RELEASE %s[K]; %s_N := %s_N + 1 END;" % (one,
                use, self.random(), f, f, f))
        self.terminal.append('WRITELN ("done ", %s_N, UTIL(%s[1]):8:4)' % (f, f))
        self.wholes.append("%s_N" % f)

    def gate(self):
        g, s, door, guest, n = self.name("GATE"), self.name("STO"), self.name("DOOR"), self.name("GUEST"), self.name(
                "N")
        self.vars.append("GATE %s; STORAGE %s (%d); PROCESS %s, %s; INTEGER %s;" % (g, s, self.chance.randint(2, 5),
                door, guest, n))
        self.initial += ["%s := 0" % n, "CREATE %s" % door, "CREATE %s" % guest]
        self.processes.append("PROCESS %s; BEGIN WHILE TRUE DO BEGIN OPEN %s; HOLD 0.2; CLOSE %s; WAIT UNTIL %s > %s; "
                              "HOLD 0.05 END END;" % (
            door, g, g, self.chance.choice(self.drivers), self.number(-0.5, 0.1)))
        self.processes.append("PROCESS %s; BEGIN IF %s < 40 THEN CREATE %s IN %s; PASS %s; ENTER %s, 1; HOLD 0.1; "
                              "LEAVE %s, 1; %s := %s + 1 END;" % (guest, n, guest, self.random(), g, s, s, n, n))
        self.wholes.append(n)

    def masters(self):
        """References: one process activates and interrupts others that wait in a set."""
        worker, boss, p, w, n = self.name("WORK"), self.name("BOSS"), self.name("PAR"), self.name("REF"), self.name("N")
        self.vars.append("PROCESS %s, %s; SETFILE %s OF %s; %s %s; INTEGER %s;" % (worker, boss, p, worker, worker, w,
                n))
        self.initial += ["%s := 0" % n, "CREATE %s" % boss]
        self.processes.append("PROCESS %s (INTEGER K); BEGIN WHILE TRUE DO BEGIN INSERT SELF INTO %s; PASSIVATE; HOLD "
                              "0.4; IF INTERRUPTED THEN %s := %s + 10 ELSE %s := %s + 1 END END;" % (worker, p, n, n, n,
                                      n))
        self.processes.append("PROCESS %s; BEGIN CREATE %s (1); CREATE %s (2); %s := NEW %s (3); WHILE TRUE DO BEGIN "
                              "HOLD %s; IF NOT EMPTY(%s) THEN BEGIN REMOVE %s FROM %s; ACTIVATE %s; HOLD 0.1; %s END "
                              "END END;" % (
            boss, worker, worker, w, worker, self.number(0.1, 0.4), p, w, p, w,
            self.chance.choice(["INTERRUPT %s" % w, "INTERRUPT %s WITH 2" % w, "%s := %s + 100" % (n, n)])))
        self.wholes.append(n)

    def searched(self):
        t, s, r, e, n = self.name("TYP"), self.name("SET"), self.name("REC"), self.name("E"), self.name("N")
        self.parts.append("TYPE %s = RECORD REAL SIZE; INTEGER KIND END;" % t)
        self.vars.append("SETFILE %s OF %s; %s %s; TEVENT %s; INTEGER %s;" % (s, t, t, r, e, n))
        self.initial += ["%s := 0" % n, "SCHEDULE %s AT 0.1" % e]
        self.events.append("%s: %s := %s + 1; %s.SIZE := TIME; %s.KIND := %s MOD 4; INSERT %s INTO %s; FIND %s IN %s "
                           "WHERE %s.KIND = %d DO REMOVE; IF FOUND THEN %s := %s + LENGTH(%s); SCHEDULE %s IN 0.13 END;"
                           % (
            e, n, n, r, r, n, r, s, r, s, r, self.chance.randint(0, 3), n, n, s, e))
        self.wholes.append(n)
