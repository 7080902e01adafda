"""More parts of random models in Modelica: enumerations, strings, several results, external C and its objects, state
machines, clocks, streams, algorithms with conditions, classes that are replaced, mechanisms. Each is well posed by
itself and reads what the layers before it offer (modelica.py).
"""


class Parts:
    def once(self, name, text):
        """A class that several parts share."""
        if not any(c.startswith(text[:text.index("\n")]) for c in self.classes):
            self.classes.append(text)
        return name

    # Switches

    def enumeration(self):
        t, e, n = self.name("E"), self.name("e"), self.chance.randint(2, 4)
        self.classes.append("type %s = enumeration(%s);\n" % (t, ", ".join("l%d" % i for i in range(1, n + 1))))
        self.declare("%s %s(start = %s.l1, fixed = true);" % (t, e, t))
        following = "if pre(%s) == %s.l%d then %s.l1 else %s(Integer(pre(%s)) + 1)" % (e, t, n, t, t, e)
        self.equations.append("when %s then %s = %s; end when;" % (self.chance.choice([self.sampler(), self.acting()]),
                                                                   e, following))
        v = self.name("p")
        self.declare("parameter Real %s[%s] = {%s};" % (v, t, ", ".join(self.number(-1, 1) for _ in range(n))))
        self.wholes.append("Integer(%s)" % e)
        self.reals.append("%s[%s]" % (v, e))
        self.conditions.append("%s > %s.l1" % (e, t))

    def text(self):
        s = self.name("s")
        self.declare('String %s = "n" + String(%s) + (if %s then "+" else "-");' % (s, self.whole(1), self.acting()))
        if self.often(0.5):
            f = self.name("f")
            self.classes.append('function %s\n  input String a, b;\n  output Real y;\nprotected\n  String '
                                'c;\nalgorithm\n  c := a + b;\n  y := if c == "n1+x" then 1 '
                                'elseif c < "n3" then 0.5 else -0.5;\nend %s;\n' % (f, f))
            y = self.name("y")
            self.declare('discrete Real %s(start = 0, fixed = true);' % y)
            self.equations.append('when %s then %s = %s(%s, "x"); end when;' % (self.sampler(), y, f, s))
            self.reals.append(y)
        self.flags.append('%s == "n2+"' % s)

    def ordered(self):
        """An algorithm whose conditions read what was assigned before them."""
        n, b, z = self.name("n"), self.name("b"), self.name("z")
        self.declare("Integer %s(start = 1, fixed = true);" % n)
        self.declare("Boolean %s(start = false, fixed = true);" % b)
        self.declare("discrete Real %s(start = 0, fixed = true);" % z)
        self.algorithms.append("%s := %s;\n  when %s then\n    %s := mod(pre(%s) + 2, 9);\n    %s := tanh(%s);\n  "
                               "elsewhen %s then\n    %s := 1;\n  end when;" % (
            b, self.acting(), self.chance.choice([b, "{%s, %s}" % (b, self.sampler()), "not %s" % b]), n, n, z,
            self.real(1), self.acting(), n))
        self.wholes.append(n)
        self.reals.append(z)
        self.flags.append(b)

    def at_start(self):
        """What holds at the begin alone."""
        z, w = self.name("z"), self.name("w")
        self.declare("discrete Real %s, %s(start = %s);" % (z, w, self.number()))
        self.initial_algorithms.append("%s := %s;" % (z, self.constant()))
        self.initial.append("%s = %s;" % (w, self.constant()))
        self.equations += ["when %s then %s = -pre(%s); end when;" % (self.sampler(), z, z),
                           "when {%s, %s} then %s = 0.5*pre(%s) + 0.2; end when;"
                           % (self.chance.choice(["initial()", self.acting()]), self.sampler(), w, w)]
        if self.equations[-1].find("initial()") >= 0:
            self.initial.pop()
            self.declare("parameter Real %s_0 = 1;" % w)
            self.initial.append("pre(%s) = %s_0;" % (w, w))
        self.reals += [z, w]

    def clocks(self):
        """Clocks that are derived from each other, and equations at ticks."""
        u, v, w, n = self.name("u"), self.name("v"), self.name("w"), self.name("n")
        self.declare("Real %s, %s, %s; Integer %s(start = 0);" % (u, v, w, n))
        self.equations += ["%s = sample(%s, Clock(1, %d));" % (u, self.real(2), self.chance.randint(5, 20)),
                           "%s = %s;" % (v, self.chance.choice(["subSample(%s, 2)", "superSample(%s, 3)",
                                                                "shiftSample(%s, 1, 2)", "shiftSample(superSample(%s, "
                                                                "2), 1)",
                                                                "subSample(superSample(%s, 3), 2)"]) % u),
                           "%s = hold(%s) + 0.1*hold(%s);" % (w, v, u)]
        if self.often(0.5):
            self.equations.append("when Clock(%s) then %s = previous(%s) + 1; end when;" % (self.number(0.05, 0.3), n,
                    n))
        else:
            self.equations.append("when Clock(%s) then %s = mod(previous(%s) + 1, 4); end when;" % (self.acting(), n,
                    n))
        self.reals += [w, "hold(%s)/9" % n]

    def clocked_state(self):
        x, u = self.name("x"), self.name("u")
        method = self.chance.choice(["ExplicitEuler", "ImplicitEuler", "ImplicitTrapezoid", "ExplicitMidPoint2",
                                     "ExplicitRungeKutta4"])
        self.declare("Real %s(start = 0.5), %s;" % (x, u))
        self.equations += ['%s = sample(%s, Clock(Clock(1, %d), solverMethod = "%s"));' % (u, self.real(1),
                self.chance.randint(8, 20), method),
                           "der(%s) = -2*%s + tanh(%s);" % (x, x, u)]
        self.reals.append("hold(%s)" % x)

    def machine(self):
        a, b, k, o = self.name("A"), self.name("B"), self.name("k"), self.name("o")
        for c, value in ((a, "previous(%s) + 1" % k), (b, "previous(%s) - 1" % k)):
            self.classes.append("")
            self.local.append("block %s\n  outer output Integer %s;\n  Integer n(start = 0);\nequation\n  %s = %s;\n  "
                              "n = previous(n) + 1;\nend %s;" % (c, k, k, value, c))
        self.declare("%s %s_1; %s %s_1; inner Integer %s(start = 0); Integer %s = hold(%s);" % (a, a.lower(), b,
                b.lower(), k, o, k))
        f = self.name("b")
        self.declare("Boolean %s = sample(%s, Clock(1, %d));" % (f, self.acting(), self.chance.randint(5, 15)))
        self.equations += ["initialState(%s_1);" % a.lower(),
                           "transition(%s_1, %s_1, %s%s);" % (a.lower(), b.lower(),
                                                              self.chance.choice([f, "ticksInState() >= 3",
                                                                      "%s > 2" % k]),
                                                            self.chance.choice([", immediate = false",
                                                                    ", reset = false, immediate = false"])),
                           "transition(%s_1, %s_1, %s, immediate = false);" % (b.lower(), a.lower(),
                                   self.chance.choice(["not " + f, "%s < -1" % k, "timeInState() > 0.2"]))]
        self.wholes.append(o)

    # Followers

    def outside(self):
        """C of its own: of numbers, of arrays, with several results."""
        f, y = self.name("f"), self.name("y")
        c = "c_" + f
        kind = self.chance.randrange(3)
        if kind == 0:
            self.classes.append('function %s\n  input Real u;\n  output Real y;\n  external "C" y = %s(u) '
                                'annotation(Include = "\n#include <math.h>\nstatic double %s(double u) '
                                '{ return tanh(u)/2; }");\nend %s;\n' % (f, c, c, f))
            self.declare("Real %s = %s(%s);" % (y, f, self.real(2)))
            self.functions.append(f)
        elif kind == 1:
            self.classes.append('function %s\n  input Real u[:];\n  output Real y[size(u, 1)];\n  external "C" %s(u, '
                                'size(u, 1), y) annotation(Include = "\n#include <stddef.h>\n'
                                'static void %s(const double *u, size_t n, double *y) { for (size_t i = 0; i < n; i++) '
                                'y[i] = u[n - 1 - i]/(1 + u[i]*u[i]); }");\nend %s;\n' % (f, c, c, f))
            n = self.chance.randint(1, 4)
            self.declare("Real %s[%d] = %s({%s});" % (y, n, f, ", ".join(self.bounded(1) for _ in range(n))))
            y = "%s[%d]" % (y, self.chance.randint(1, n))
        else:
            self.classes.append('function %s\n  input Real u;\n  input Integer k;\n  input Boolean b;\n  output Real '
                                'y;\n  output Integer n;\n  external "C" %s(u, k, b, y, n) annotation('
                                'Include = "\nstatic void %s(double u, int k, int b, double *y, int *n) { *y = u/(1 + '
                                'u*u); *n = b ? k : -k; }");\nend %s;\n' % (f, c, c, f))
            n = self.name("n")
            self.declare("Real %s; Integer %s;" % (y, n))
            self.equations.append("(%s, %s) = %s(%s, %s, %s);" % (y, n, f, self.real(2), self.whole(1), self.acting()))
            self.wholes.append(n)
        self.reals.append(y)

    def object(self):
        t, o, y = self.name("T"), self.name("o"), self.name("y")
        text = ("class T\n  extends ExternalObject;\n  function constructor\n    input Real k;\n    input String s;\n  "
                "  output T t;\n    external \"C\" t = T_new(k, s) "
                "annotation(Include = \"HEAD\");\n  end constructor;\n  function destructor\n    input T t;\n    "
                "external \"C\" T_end(t) annotation(Include = \"HEAD\");\n"
                "  end destructor;\nend T;\nfunction T_at\n  input T t;\n  input Real u;\n  output Real y;\n  external "
                "\"C\" y = T_value(t, u) annotation(Include = \"HEAD\");\nend T_at;\n")
        head = ("\n#ifndef T_IS\n#define T_IS\n#include <stdlib.h>\n#include <string.h>\nstatic void *T_new(double k, "
                "const char *s) { double *t = malloc(sizeof *t); "
                "if (t) *t = k + (double)strlen(s); return t; }\nstatic void T_end(void *t) { free(t); }\nstatic "
                "double T_value(void *t, double u) { return u/(*(double *)t + u*u); }\n#endif\n")
        self.classes.append(text.replace("HEAD", head).replace("T_", t + "_").replace(" T ",
                " %s " % t).replace("class T\n", "class %s\n" % t).replace("end T;", "end %s;" % t))
        self.declare('%s %s = %s(%s, "%s");' % (t, o, t, self.number(1, 3), self.chance.choice(["", "a", "three"])))
        self.declare("Real %s = %s_at(%s, %s);" % (y, t, o, self.real(2)))
        self.reals.append(y)

    def several(self):
        """A function with several results, of arrays and records."""
        f, a, b = self.name("f"), self.name("a"), self.name("b")
        n = self.chance.randint(1, 4)
        self.classes.append("function %s\n  input Real u[:];\n  input Integer m = 2;\n  output Real s;\n  output Real "
                            "v[size(u, 1)];\n  output Real w[m, m];\nalgorithm\n  s := 0;\n"
                            "  for i in 1:size(u, 1) loop\n    v[i] := sin(u[i]) + s;\n    s := s/2 + v[i]/3;\n  end "
                            "for;\n  w := identity(m)*tanh(s);\n  w[1, m] := sum(v)/(1 + v*v);\nend %s;\n" % (f, f))
        self.declare("Real %s, %s[%d], %sw[2, 2];" % (a, b, n, b))
        call = "%s({%s})" % (f, ", ".join(self.bounded(1) for _ in range(n)))
        kind = self.chance.randrange(3)
        if kind == 0:
            self.equations.append("(%s, %s, %sw) = %s;" % (a, b, b, call))
        elif kind == 1:
            self.equations += ["(%s, , %sw) = %s;" % (a, b, call), "%s = fill(%s, %d);" % (b, a, n)]
        else:
            self.algorithms.append("(%s, %s) := %s;\n  %sw := [%s, 1; 2, %s[%d]];" % (a, b, call, b, a, b, n))
        self.reals += [a, "%s[%d]" % (b, n), "%sw[1, 2]" % b]

    def slices(self):
        a, n = self.name("a"), self.chance.randint(2, 5)
        self.declare("Real %s[%d, 3];" % (a, n))
        self.equations += ["%s[:, 1] = {%s for i in 1:%d};" % (a, "sin(i + %s)" % self.leaf(), n),
                           "%s[1:%d, 2] = %s[%d:-1:1, 1];" % (a, n, a, n),
                           "for i in 1:%d loop if mod(i, 2) == 0 then %s[i, 3] = %s[i, 1]*%s; else %s[i, 3] = "
                           "max(%s[i, 1:2]); end if; end for;" % (n, a, a, self.bounded(1), a, a)]
        self.reals += ["%s[%d, 2]" % (a, n), "sum(%s)/9" % a, "%s[1, :]*%s[2, :]/3" % (a, a), "%s[2, 3]" % a]

    def replaced(self):
        """Classes that are replaced, inner and outer, and a component that is there under a condition."""
        b, c = self.name("B"), self.name("c")
        self.classes.append("connector %sI = input Real;\nconnector %sO = output Real;\npartial block %sP\n  %sI u;\n  "
                            "%sO y;\nend %sP;\n" % ((b,)*6))
        self.classes.append("block %s1\n  extends %sP;\nequation\n  y = tanh(u);\nend %s1;\n" % (b, b, b))
        self.classes.append("block %s2\n  extends %sP;\n  parameter Real k = 1;\n  Real x(start = 0.1, fixed = "
                            "true);\n  outer Real amb;\nequation\n  der(x) = k*(sin(u) - x) + amb/9;\n  y = x;\nend "
                            "%s2;\n" % (b, b, b))
        self.classes.append("model %sC\n  replaceable %s1 part constrainedby %sP;\n  parameter Boolean there = true;\n "
                            " %s1 other if there;\n  %sI u;\n  %sO y;\nequation\n"
                            "  connect(part.y, y);\n  connect(u, part.u);\n  connect(u, other.u);\nend %sC;\n"
                            % ((b,)*7))
        if "inner Real amb;" not in self.declared:
            self.declare("inner Real amb;")
            self.equations.append("amb = %s;" % self.bounded(1))
        self.declare("%sC %s(redeclare %s, there = %s);" % (b, c, self.chance.choice(["%s1 part" % b,
                "%s2 part(k = 2)" % b]), self.chance.choice(["true", "false"])))
        self.equations.append("%s.u = %s;" % (c, self.bounded(2)))
        self.reals.append("%s.y" % c)

    def streams(self):
        """Sources of which some turn round, and one vessel that takes what comes."""
        self.once("Port", "connector Port\n  Real p;\n  flow Real m;\n  stream Real h;\nend Port;\n")
        self.once("Feed", "model Feed\n  Port port;\n  input Real m, h;\nequation\n  port.m = -m;\n  port.h = h;\nend "
                          "Feed;\n")
        self.once("Vessel", "model Vessel\n  Port port;\n  Real h(start = 1, fixed = true);\nequation\n  port.p = 1;\n "
                            " port.h = h;\n"
                  "  der(h) = 0.3*port.m*(actualStream(port.h) - h) - 0.1*h;\nend Vessel;\n")
        q, n = self.name("q"), self.chance.randint(1, 3)
        self.declare("Feed %sf[%d]; Vessel %sv;" % (q, n, q))
        for i in range(1, n + 1):
            flow = self.chance.choice(["1.1 + sin(2*time + %d)" % i, "0.3 + sin(time + %d)" % i, "0.7"])
            self.equations += ["%sf[%d].m = %s;" % (q, i, flow), "%sf[%d].h = %s;" % (q, i, self.bounded(1)),
                               "connect(%sf[%d].port, %sv.port);" % (q, i, q)]
        self.reals.append("%sv.h/3" % q)
        self.smooth = False

    def pendulum(self):
        """Of index three."""
        x, y, f = self.name("x"), self.name("y"), self.name("f")
        r = self.number(0.5, 2)
        self.declare("Real %s(start = %s), %s(start = -%s, fixed = true), %sv, %sw, %s;" % (x, r, y, "0.3*" + r, x, y,
                f))
        self.initial.append("%sw = 0;" % y)
        self.equations += ["der(%s) = %sv;" % (x, x), "der(%s) = %sw;" % (y, y),
                           "der(%sv) = -%s*%s - 0.1*%sv;" % (x, f, x, x),
                           "der(%sw) = -%s*%s - 9.81 - 0.1*%sw;" % (y, f, y, y), "%s^2 + %s^2 = %s^2;" % (x, y, r)]
        self.reals += [x, y]

    def rigid(self):
        """Two masses that are one, and a force between them."""
        a = self.name("a")
        self.declare("Real %s(start = 0, fixed = true), %sv(start = 0, fixed = true), %s_x, %s_v, %sf;" % ((a,)*5))
        self.equations += ["der(%s) = %sv;" % (a, a), "2*der(%sv) = %s - %s - %sf;" % (a, self.bounded(1), a, a),
                           "der(%s_x) = %s_v;" % (a, a),
                           "der(%s_v) = %sf - 0.3*%s_v;" % (a, a, a), "%s_x = %s + %s;" % (a, a,
                                   self.chance.choice(["1", "0.3*sin(time)", "%s^2/9" % a]))]
        self.reals += [a, "%sf/5" % a]

    def carried(self):
        """A delay of which the length moves, and transport."""
        y = self.name("y")
        if self.often(0.5):
            length = self.chance.choice(["0.2 + 0.1*sin(time)", "if %s then 0.1 else 0.4" % self.acting(),
                                         "0.2 + 0.1*tanh(%s)" % self.real(1), "time/3"])
            self.declare("Real %s = delay(%s, %s, 1.5);" % (y, self.bounded(2), length))
        else:
            z = self.name("z")
            self.declare("Real %s, %s, %sx(start = 0, fixed = true);" % (y, z, y))
            self.equations += ["der(%sx) = %s;" % (y, self.chance.choice(["1", "0.5 + 0.3*sin(time)", "cos(2*time)"])),
                               "(%s, %s) = spatialDistribution(%s, 0.3, %sx, cos(2*time) > 0, {0, 1}, {0.1, 0.2});"
                               % (y, z, self.bounded(1), y)]
            self.equations[-1] = self.equations[-1].replace("cos(2*time) > 0",
                                                            "cos(2*time) >= 0" if "cos" in self.equations[-2]
                                                            else "true")
        self.reals.append("tanh(%s)" % y)

    # What comes and goes

    def structural(self):
        """A state that is one in a branch alone, and a switch of which one side has an equation for another
        variable."""
        x, y, self.open = self.name("x"), self.name("y"), True
        self.declare("Real %s(start = %s), %s;" % (x, self.number(-1, 1), y))
        free = "der(%s) = -%s*%s + %s; %s = 2*%s;" % (x, self.number(0.5, 3), x, self.bounded(2), y, x)
        held = self.chance.choice(["%s = %s; %s = sin(%s);" % (x, self.bounded(1), y, x),
                                   "der(%s) = 0; %s = %s;" % (x, y, self.bounded(1)),
                                   "%s = %s; %s = %s/2;" % (y, self.bounded(1), x, y)])
        self.equations.append("if %s then %s else %s end if;" % (self.acting(), free, held))
        self.reals += [x, "tanh(%s)" % y]

    def clutch(self):
        """Two wheels that are one while a condition holds: their speeds jump, and what they have together does not."""
        w, self.open = self.name("w"), True
        self.declare("Real %sa(start = 1), %sb(start = 0), %st;" % (w, w, w))
        self.equations += ["der(%sa) = %s - 0.3*%sa - %st;" % (w, self.bounded(1), w, w),
                           "%s*der(%sb) = %st - 0.2*%sb;" % (self.number(0.5, 2), w, w, w),
                           "if %s then %sa = %sb; else %st = %s; end if;" % (self.acting(), w, w, w,
                                   self.chance.choice(["0", "0.1*sin(time)"]))]
        self.reals += ["%sa/2" % w, "%sb/2" % w]

    def rectifier(self):
        """An ideal diode that charges a capacitor."""
        s, u = self.name("s"), self.name("u")
        self.declare("Real %s, %s(start = 0, fixed = true), %sv, %si; Boolean %soff(start = true);" % (s, u, s, s, s))
        self.equations += ["%soff = %s < 0;" % (s, s), "%sv = if %soff then %s else 0;" % (s, s, s),
                           "%si = if %soff then 0 else %s;" % (s, s, s),
                           "%s*%si + %sv + %s = 2*sin(%s*time);" % (self.number(0.2, 1), s, s, u, self.number(2, 9)),
                           "der(%s) = %si - 0.3*%s;" % (u, s, u)]
        self.reals.append("%s/2" % u)

    def ending(self):
        """The run may end before its time, and something is told meanwhile."""
        self.some(lambda: self.equations.append('when time > %s then terminate("enough"); end when;' % self.number(0.3,
                2)),
                  lambda: self.equations.append('when %s then assert(time < -1, "only a word: " + String(time), '
                                                'AssertionLevel.warning); end when;' % self.acting()),
                  lambda: self.equations.append('assert(%s < 2, "not reached");' % self.chance.choice(["sin(time)",
                          "tanh(%s)" % self.leaf()])))
        z = self.name("z")
        self.declare("discrete Real %s(start = 0, fixed = true);" % z)
        self.equations.append("when terminal() then %s = %s; end when;" % (z, self.real(1)))

    def edges(self):
        b, n = self.name("b"), self.name("n")
        self.declare("Boolean %s = %s; Integer %s(start = 0, fixed = true);" % (b, self.acting(), n))
        self.equations.append("when {%s, %s} then %s = pre(%s) + 1; elsewhen not %s then %s = pre(%s) - 1; end when;"
                              % (
            self.chance.choice(["change(%s)" % b, "edge(%s)" % b, "%s and not pre(%s)" % (b, b)]), self.sampler(), n, n,
            b, n, n))
        self.wholes.append("mod(%s, 5)" % n)

    def operators(self):
        self.once("Cx", "operator record Cx\n  Real re, im;\n  encapsulated operator 'constructor'\n    function of\n  "
                        "    import Cx;\n      input Real re, im = 0;\n      output Cx r(re = re, im = im);\n"
                  "    algorithm\n    end of;\n  end 'constructor';\n  encapsulated operator function '+'\n    import "
                  "Cx;\n    input Cx a, b;\n    output Cx c;\n  algorithm\n    c := Cx(a.re + b.re, a.im + b.im);\n"
                  "  end '+';\n  encapsulated operator function '*'\n    import Cx;\n    input Cx a, b;\n    output Cx "
                  "c;\n  algorithm\n    c := Cx(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);\n  end '*';\nend Cx;\n")
        a = self.name("a")
        self.declare("Cx %s = Cx(%s, %s), %s2 = %s*%s + Cx(%s);" % (a, self.bounded(1), self.bounded(1), a, a, a,
                                                                    self.leaf()))
        self.reals += ["%s2.re/3" % a, "%s2.im/3" % a]
