"""Cases of tests/switched.py: those of other files with currents in their coils from the start, and large bridges."""
import copy
import math

from switched_library import ARRAYS, Case, TRANSISTOR, Pwm, Window
from switched_models import ABC, CASES, T, case
from switched_rectifiers import phases, six_pulse


# the same with currents in the coils from the start: through which diodes they go is for the first mode to find

def charged(name, **currents):
    c = copy.deepcopy(CASES[name])
    c.name, c.forms = name + "_charged", tuple(f for f in c.forms if f != "bs" and f not in TRANSISTOR
                                              and f not in ARRAYS)
    for k, (kind, coil, rest, more) in enumerate(c.elements):
        if kind == "L" and coil in currents:
            c.elements[k] = kind, coil, rest[:3] + (currents.pop(coil),), more
    assert not currents
    return c


@case
def charged_coils():
    return [charged("buck_ccm", l=1.0), charged("buck_synchronous", l=-0.7), charged("boost_ccm", l=2.0),
            charged("buck_boost_ccm", l=1.5), charged("cuk_ccm", l1=1.0, l2=-0.5), charged("sepic_ccm", l1=1.0, l2=0.5),
            charged("zeta_ccm", l1=0.5, l2=0.8), charged("flyback_ccm", lm=1.0), charged("forward", lm=0.1, l=1.0),
            charged("half_bridge", l=2.0), charged("full_bridge", l=-3.0),
            charged("full_bridge_converter", lm=0.2, l=1.0),
            charged("three_level_leg", l=4.0), charged("half_wave_free_wheel", l=2.0), charged("bridge_rl", l=3.0),
            charged("bridge_lc", ls=2.0), charged("six_pulse", l=5.0), charged("twelve_pulse", l=5.0),
            charged("thyristor_free_wheel", l=2.0), charged("two_pumps", i1=0.3, i2=0.2)]


@case
def two_legs():
    """Legs side by side on one source, each with a coil that carries a current from the start."""
    made = []
    for name, starts, sign in (("two_legs_down", (1.0, 1.0), 1), ("two_legs_up", (-1.0, -1.0), -1),
                               ("two_legs_both", (1.0, -0.5), 0)):
        c = Case(name, 20*T, T/10, points=20)
        c.V("s", "p", 0, 48.0)
        for k, start in enumerate(starts):
            node, u = "x%d" % k, Pwm("u%d" % k, T, 0.4, phase=(0.1 + 0.35*k)*T)
            if sign > 0:                             # switch above, diode below
                c.switch("q%d" % k, "p", node, u)
                c.diode("d%d" % k, 0, node)
            elif sign < 0:
                c.switch("q%d" % k, node, 0, u)
                c.diode("d%d" % k, node, "p")
            else:                                    # two switches with a dead time, each with its diode
                c.switch("q%d" % k, "p", node, u)
                c.switch("w%d" % k, node, 0, Pwm("v%d" % k, T, 0.3, phase=(0.55 + 0.35*k)*T))
                c.diode("d%d" % k, node, "p")
                c.diode("e%d" % k, 0, node)
            c.L("l%d" % k, node, "y%d" % k, 1e-3, start)
            c.R("r%d" % k, "y%d" % k, "p" if sign < 0 else 0, 10.0)
        made.append(c)
    return made


@case
def pulses_42():
    """Seven bridges of six diodes in series, each fed by three phases 60/7 degrees ahead of those before it."""
    made = []
    for name, ls in (("pulses_42", 0.0), ("pulses_42_overlap", 2e-4)):
        c = Case(name, 0.012, 1e-4, points=12, forms=ABC)
        for k in range(7):
            nodes = phases(c, 100.0, shift=0.2 + k*math.pi/21, prefix="s%d_" % k, ls=ls, star="star%d" % k)
            six_pulse(c, nodes, "n%d" % k, "n%d" % (k + 1) if k < 6 else 0, "d%d_" % k)
        c.L("l", "n0", "q", 0.05)
        c.R("r", "q", 0, 50.0)
        made.append(c)
    return made


@case
def cells_10():
    """A leg of ten cells in series, each a source with two switches and their diodes: a staircase of eleven levels,
    with a dead time at each step, on a coil."""
    c = Case("cells_10", 0.012, 1e-4, points=12, forms=ABC)
    c.V("s", "top", 0, -100.0)
    for k in range(10):
        up, down = "n%d" % k if k else "top", "n%d" % (k + 1)
        rises, falls = 1e-3 + 4e-4*k, 1.15e-2 - 4e-4*k
        c.V("s%d" % k, "p%d" % k, down, 20.0)
        c.switch("q%d" % k, "p%d" % k, up, Window("u%d" % k, [rises + 5e-5, falls]))
        c.diode("d%d" % k, up, "p%d" % k)
        c.switch("w%d" % k, up, down, Window("v%d" % k, [rises, falls + 5e-5], True))
        c.diode("e%d" % k, down, up)
    c.L("l", "n10", "y", 1e-2, 0.5)
    c.R("r", "y", 0, 20.0)
    return c
