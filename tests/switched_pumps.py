"""Cases of tests/switched.py: pumps and multipliers whose clocks step (E500, E502). A capacitor that hangs on a clock
takes part in every jump of it: at each edge charge goes over through diodes in no time."""
from switched_library import Case, Not, Pwm, Window
from switched_models import case

T = 1e-3
SMALL, LEAK = 1e-4, 1e-8                             # of the form bs: with 1e-6 F these are 1e-10 s and 100 s


def clock(c, name, node, control, height, resistance=0.0):
    """A clock with this node; behind a resistance, if there is one."""
    behind = node + "i" if resistance else node
    c.V(name, behind, 0, pulse=control, height=height)
    if resistance:
        c.R("r" + name, behind, node, resistance)


def dickson(name, stages, resistances, capacitors, load=1e4, out=1e-5, duty=0.5, periods=12):
    """A row of diodes; each node between them hangs on one of two clocks by a capacitor."""
    c = Case(name, periods*T, T/20, points=4*periods - 1)
    c.small, c.leak = SMALL, LEAK
    u = Pwm("u", T, duty)
    c.V("vdd", "n0", 0, 5.0)
    clock(c, "ck", "a", u, 5.0, resistances[0])
    clock(c, "ckb", "b", Not(u), 5.0, resistances[1])
    for k in range(stages + 1):
        c.diode("d%d" % k, "n%d" % k, "n%d" % (k + 1))
        if k < stages:
            c.C("c%d" % (k + 1), "n%d" % (k + 1), "b" if k % 2 else "a", capacitors[k % len(capacitors)])
    c.C("co", "n%d" % (stages + 1), 0, out)
    c.R("rl", "n%d" % (stages + 1), 0, load)
    return c


@case
def dickson_pumps():
    return [dickson("dickson", 3, (0.0, 1.0), [1e-6]), dickson("dickson_other_clock", 3, (1.0, 0.0), [1e-6]),
            dickson("dickson_ideal", 3, (0.0, 0.0), [1e-6]), dickson("dickson_soft", 3, (10.0, 20.0), [1e-6]),
            dickson("dickson_odd", 4, (0.0, 5.0), [1e-6, 2e-6, 3e-6], duty=0.3),
            dickson("dickson_5", 5, (0.0, 1.0), [1e-6, 3e-6]),
            dickson("dickson_small_load", 2, (0.0, 1.0), [1e-6], 50.0),
            dickson("dickson_1", 1, (0.0, 0.0), [1e-6], 300.0)]


@case
def square_multipliers():
    """Cascades of Cockcroft and Walton on a square wave, with and without a resistance of the source."""
    made = []
    for stages, resistance, load in ((1, 0.0, 1e4), (1, 2.0, 200.0), (2, 0.0, 1e4), (2, 2.0, 1e3), (3, 0.0, 1e4)):
        c = Case("square_multiplier_%d%s" % (stages, "_soft" if resistance else ""), 10*T, T/20, points=41)
        c.small, c.leak = 100*SMALL, LEAK
        c.no_limit = stages > 1 and not resistance
        c.V("s", "si" if resistance else "p0", 0, -10.0, pulse=Pwm("u", T, 0.5, phase=0.25*T), height=20.0)
        if resistance:
            c.R("rs", "si", "p0", resistance)
        for k in range(stages):
            low = "q%d" % k if k else 0
            c.C("cp%d" % k, "p%d" % k, "p%d" % (k + 1), 1e-6)
            c.C("cq%d" % k, low, "q%d" % (k + 1), 2e-6)
            c.diode("da%d" % k, low, "p%d" % (k + 1))
            c.diode("db%d" % k, "p%d" % (k + 1), "q%d" % (k + 1))
        c.R("rl", "q%d" % stages, 0, load)
        made.append(c)
    return made


@case
def stepped_sources():
    """Steps straight onto capacitors: a clamp that holds a peak, a voltage divider, a peak detector of two steps, two
    sources that step in one instant, one of them against a diode."""
    c1 = Case("step_clamp", 2.0, 0.02, points=21)
    c1.V("s", 1, 0, pulse=Pwm("u", 0.5, 0.4), height=7.0)
    c1.C("c", 1, 2, 0.01)
    c1.diode("d", 2, 0)
    c1.R("r", 2, 0, 300.0)
    c2 = Case("step_divider", 2.0, 0.02, points=21)
    c2.no_limit = True                               # no device is between the source and two capacitors
    c2.V("s", 1, 0, 1.0, pulse=Window("u", [0.3, 0.9, 1.4]), height=6.0)
    c2.C("ca", 1, 2, 0.1, 1.0)
    c2.C("cb", 2, 0, 0.2)
    c2.diode("d", 2, 3)
    c2.C("cc", 3, 0, 0.05)
    c2.R("r", 3, 0, 10.0)
    c3 = Case("step_two_sources", 2.0, 0.02, points=21)
    u = Window("u", [0.5, 1.0, 1.5])
    c3.V("sa", 1, 0, pulse=u, height=5.0)
    c3.V("sb", 2, 0, pulse=Not(u), height=8.0)
    for k, start in ((1, 1.0), (2, 0.0)):
        c3.C("c%d" % k, k, "x%d" % k, 0.1*k, start)
        c3.diode("d%d" % k, "x%d" % k, "o")
        c3.diode("e%d" % k, 0, "x%d" % k)
    c3.C("co", "o", 0, 0.3)
    c3.R("r", "o", 0, 5.0)
    c4 = Case("step_and_switch", 2.0, 0.02, points=21)
    c4.V("s", 1, 0, 2.0, pulse=u, height=6.0)
    c4.C("ca", 1, 2, 0.1, 1.0)
    c4.switch("q", 2, 3, Window("w", [0.5, 1.2, 1.5]))
    c4.C("cb", 3, 0, 0.2)
    c4.R("ra", 2, 0, 4.0)
    c4.R("rb", 3, 0, 7.0)
    return [c1, c2, c3, c4]
