"""Cases of tests/switched.py: jumps of charge and flux, converters. The others are in switched_rectifiers.py,
switched_motion.py, switched_charged.py, switched_machines.py and switched_textbook.py."""
import math

from switched_library import ARRAYS, Case, TRANSISTOR, Hysteresis, Not, Pwm, Window

CASES = {}
ABC = ("a", "b", "c")
T = 1e-4                                             # period of the converters


def case(function):
    made = function()
    for one in made if isinstance(made, list) else [made]:
        assert one.name not in CASES
        if one.domain == "e" and one.transistors():
            one.forms += tuple(TRANSISTOR)
        if one.domain != "t" and one.array_names()[1]:
            one.forms += tuple(ARRAYS)
        if "c" in one.forms and "m" not in one.forms and one.remembers():
            one.forms += ("m", "n", "t", "ti")
        CASES[one.name] = one
    return function


# jumps of charge and flux

@case
def two_capacitors():
    c = Case("two_capacitors", 2.0, 0.1)
    c.C("c1", 1, 0, 1.0, 4.0)
    c.C("c2", 2, 0, 3.0, 0.0)
    c.switch("q", 1, 2, Window("u", [1.0]))
    return c


@case
def three_capacitors():
    """One after another, with a load between."""
    c = Case("three_capacitors", 4.0, 0.05)
    for k, (value, start) in enumerate(((1.0, 4.0), (2.0, -1.0), (0.5, 3.0)), 1):
        c.C("c%d" % k, k, 0, value, start)
    c.switch("q1", 1, 2, Window("u1", [1.0, 3.0]))
    c.switch("q2", 2, 3, Window("u2", [2.0, 3.5]))
    c.R("r", 2, 0, 2.0)
    return c


@case
def capacitor_on_source():
    """A capacitor is put on an ideal source of sine and taken off again."""
    c = Case("capacitor_on_source", 1.0, 0.01)
    c.V("s", 1, 0, 2.0, [(1.0, 1.0, 0.3)])
    c.switch("q", 1, 2, Window("u", [0.2, 0.4, 0.7]))
    c.C("c", 2, 0, 1.0, 0.5)
    c.R("r", 2, 0, 3.0)
    return c


@case
def dump_through_diode():
    """Charge goes over through a switch and a diode, which blocks afterwards; the second time it would have to go
    back."""
    c = Case("dump_through_diode", 4.0, 0.05)
    c.C("c1", 1, 0, 1.0, 4.0)
    c.C("c2", 3, 0, 3.0, 0.0)
    c.switch("q", 1, 2, Window("u", [1.0, 2.0, 3.0]))
    c.diode("d", 2, 3)
    c.R("r", 1, 0, 1.0)
    return c


@case
def coils_in_series():
    """A switch beside the second coil opens: the flux of both is shared."""
    c = Case("coils_in_series", 0.3, 0.005)
    c.V("s", 1, 0, 12.0)
    c.R("r1", 1, 2, 3.0)
    c.L("l1", 2, 3, 0.1)
    c.switch("q", 3, 0, Window("u", [0.1, 0.2], True))
    c.L("l2", 3, 4, 0.3)
    c.R("r2", 4, 0, 1.0)
    return c


@case
def coil_cut_off():
    """Nothing takes over: the energy is lost."""
    c = Case("coil_cut_off", 0.3, 0.005)
    c.V("s", 1, 0, 12.0)
    c.R("r1", 1, 2, 3.0)
    c.L("l1", 2, 3, 0.1)
    c.switch("q", 3, 0, Window("u", [0.1, 0.2], True))
    return c


@case
def coil_to_capacitor():
    """A diode takes the current over into a capacitor, and keeps it there."""
    c = Case("coil_to_capacitor", 0.3, 0.002)
    c.V("s", 1, 0, 12.0)
    c.R("r1", 1, 2, 3.0)
    c.L("l1", 2, 3, 0.1)
    c.switch("q", 3, 0, Window("u", [0.1, 0.2], True))
    c.diode("d", 3, 4)
    c.C("c", 4, 0, 1e-3, 1.0)
    return c


# converters

def converter(name, duty=0.5, load=20.0, periods=30, points=17, **more):
    return Case(name, periods*T, T/10, points=points, **more), Pwm("u", T, duty)


def controlled(name, duty):
    """The same with a duty that is a number, or a control."""
    c, u = converter(name, 0.5 if isinstance(duty, Pwm) else duty)
    return c, duty if isinstance(duty, Pwm) else u


def feedback(name, state, target, gain, duty, most=0.8, phase=0.0):
    """A duty that follows the error of a state, sampled once in a period."""
    return Pwm(name, T, duty, phase=phase, rule=lambda v: min(most, max(0.1, duty + gain*(target - v[state]))),
               expression="min(%r, max(0.1, %r + (%r)*((%r) - %s)))" % (most, duty, gain, target, state))


def buck(name, load, start, duty=0.5, control=None, **more):
    c, u = converter(name, duty, **more)
    c.V("s", 1, 0, 24.0)
    c.switch("q", 1, 2, control or u)
    c.diode("d", 0, 2)
    c.L("l", 2, 3, 5e-4)
    c.C("c", 3, 0, 4e-5, start)
    c.R("r", 3, 0, load)
    return c


def boost(name, load, start, duty=0.5, control=None, **more):
    c, u = converter(name, duty, **more)
    c.V("s", 1, 0, 12.0)
    c.L("l", 1, 2, 5e-4)
    c.switch("q", 2, 0, control or u)
    c.diode("d", 2, 3)
    c.C("c", 3, 0, 4e-5, start)
    c.R("r", 3, 0, load)
    return c


@case
def bucks():
    rule = lambda v: min(0.9, max(0.1, 0.5 + 0.05*(10.0 - v["c.v"])))
    closed = Pwm("u", T, 0.5, rule=rule, expression="min(0.9, max(0.1, 0.5 + 0.05*(10.0 - c.v)))")
    return [buck("buck_ccm", 10.0, 0.0), buck("buck_dcm", 300.0, 6.0, 0.3),
            buck("buck_closed_loop", 10.0, 3.0, control=closed),
            buck("buck_start_up", 5.0, 0.0, 0.7, periods=60), buck("buck_hysteresis", 10.0, 2.0,
                                                                   control=Hysteresis("u", "l.i", 0.8, 1.6))]


@case
def boosts():
    rule = lambda v: min(0.8, max(0.1, 0.5 + 0.02*(24.0 - v["c.v"]) - 0.05*v["l.i"]))
    closed = Pwm("u", T, 0.5, rule=rule, expression="min(0.8, max(0.1, 0.5 + 0.02*(24.0 - c.v) - 0.05*l.i))")
    return [boost("boost_ccm", 20.0, 12.0), boost("boost_from_rest", 20.0, 0.0), boost("boost_dcm", 600.0, 24.0, 0.3),
            boost("boost_closed_loop", 20.0, 12.0, control=closed)]


@case
def buck_synchronous():
    """Two switches in turn with a dead time, each with a diode beside it."""
    c, u = converter("buck_synchronous", 0.45)
    low = Pwm("low", T, 0.4, phase=0.55*T)
    c.V("s", 1, 0, 24.0)
    c.switch("q1", 1, 2, u)
    c.switch("q2", 2, 0, low)
    c.diode("d1", 2, 1)
    c.diode("d2", 0, 2)
    c.L("l", 2, 3, 5e-4)
    c.C("c", 3, 0, 4e-5, 5.0)
    c.R("r", 3, 0, 10.0)
    return c


@case
def buck_boosts():
    made = []
    closed = feedback("u", "c.v", -10.0, -0.03, 0.45)
    for name, load, start, duty in (("buck_boost_ccm", 10.0, -2.0, 0.5), ("buck_boost_dcm", 200.0, -10.0, 0.3),
                                    ("buck_boost_closed_loop", 10.0, -4.0, closed)):
        c, u = controlled(name, duty)
        c.V("s", 1, 0, 12.0)
        c.switch("q", 1, 2, u)
        c.L("l", 2, 0, 5e-4)
        c.diode("d", 3, 2)
        c.C("c", 3, 0, 4e-5, start)
        c.R("r", 3, 0, load)
        made.append(c)
    return made


@case
def cuks():
    made = []
    closed = feedback("u", "c2.v", -8.0, -0.03, 0.4)
    for name, load, duty in (("cuk_ccm", 10.0, 0.5), ("cuk_dcm", 300.0, 0.3), ("cuk_closed_loop", 10.0, closed)):
        c, u = controlled(name, duty)
        c.V("s", 1, 0, 12.0)
        c.L("l1", 1, 2, 5e-4)
        c.switch("q", 2, 0, u)
        c.C("c1", 2, 3, 2e-5, 12.0)
        c.diode("d", 3, 0)
        c.L("l2", 3, 4, 5e-4)
        c.C("c2", 4, 0, 4e-5, -3.0)
        c.R("r", 4, 0, load)
        made.append(c)
    return made


@case
def sepics():
    made = []
    closed = feedback("u", "c2.v", 8.0, 0.03, 0.4)
    for name, load, duty in (("sepic_ccm", 10.0, 0.5), ("sepic_dcm", 300.0, 0.3), ("sepic_closed_loop", 10.0, closed)):
        c, u = controlled(name, duty)
        c.V("s", 1, 0, 12.0)
        c.L("l1", 1, 2, 5e-4)
        c.switch("q", 2, 0, u)
        c.C("c1", 2, 3, 2e-5, 12.0)
        c.L("l2", 3, 0, 5e-4)
        c.diode("d", 3, 4)
        c.C("c2", 4, 0, 4e-5, 3.0)
        c.R("r", 4, 0, load)
        made.append(c)
    return made


@case
def zeta():
    c, u = converter("zeta_ccm", 0.4)
    c.V("s", 1, 0, 12.0)
    c.switch("q", 1, 2, u)
    c.L("l1", 2, 0, 5e-4)
    c.C("c1", 3, 2, 2e-5, 5.0)
    c.diode("d", 0, 3)
    c.L("l2", 3, 4, 5e-4)
    c.C("c2", 4, 0, 4e-5, 2.0)
    c.R("r", 4, 0, 10.0)
    return c


@case
def flybacks():
    made = []
    closed = feedback("u", "c.v", 8.0, 0.05, 0.4)
    for name, load, duty in (("flyback_ccm", 5.0, 0.5), ("flyback_dcm", 100.0, 0.3),
                             ("flyback_closed_loop", 5.0, closed)):
        c, u = controlled(name, duty)
        c.V("s", 1, 0, 48.0)
        c.L("lm", 1, 2, 1e-3)
        c.transformer("t", 1, 2, 0, 3, 4.0)
        c.switch("q", 2, 0, u)
        c.diode("d", 3, 4)
        c.C("c", 4, 0, 1e-4, 5.0)
        c.R("r", 4, 0, load)
        made.append(c)
    return made


@case
def flyback_leaking():
    """Coils that are not coupled perfectly: the flux that leaks is lost at each opening, by an impulse."""
    c, u = converter("flyback_leaking", 0.4)
    c.V("s", 1, 0, 48.0)
    c.coupled("t", 1, 2, 0, 3, 1e-3, 6.25e-5, 2.4e-4)
    c.switch("q", 2, 0, u)
    c.diode("d", 3, 4)
    c.C("c", 4, 0, 1e-4, 5.0)
    c.R("r", 4, 0, 5.0)
    return c


@case
def forwards():
    """With a third winding that takes the magnetization back."""
    made = []
    for name, load, duty in (("forward", 5.0, 0.4), ("forward_dcm", 200.0, 0.3),
                             ("forward_closed_loop", 5.0, feedback("u", "c.v", 8.0, 0.03, 0.35, most=0.45))):
        c, u = controlled(name, duty)
        c.V("s", 1, 0, 48.0)
        c.L("lm", 1, 2, 5e-3)
        c.transformer("t1", 1, 2, 3, 0, 2.0)
        c.transformer("t2", 1, 2, 0, 6, 1.0)
        c.switch("q", 2, 0, u)
        c.diode("dr", 6, 1)
        c.diode("d1", 3, 4)
        c.diode("d2", 0, 4)
        c.L("l", 4, 5, 5e-4)
        c.C("c", 5, 0, 4e-5, 4.0)
        c.R("r", 5, 0, load)
        made.append(c)
    return made


@case
def half_bridge():
    c = Case("half_bridge", 0.02, 5e-5, points=20)
    u, v = Pwm("u", 0.004, 0.45), Pwm("v", 0.004, 0.45, phase=0.002)
    c.V("s1", 1, 0, 50.0)
    c.V("s2", 0, 2, 50.0)
    c.switch("q1", 1, 3, u)
    c.switch("q2", 3, 2, v)
    c.diode("d1", 3, 1)
    c.diode("d2", 2, 3)
    c.L("l", 3, 4, 1e-2)
    c.R("r", 4, 0, 10.0)
    return c


@case
def full_bridge():
    c = Case("full_bridge", 0.02, 5e-5, points=20)
    u, v = Pwm("u", 0.004, 0.4), Pwm("v", 0.004, 0.4, phase=0.002)
    c.V("s", 1, 0, 100.0)
    for k, (p, n, control) in enumerate(((1, 2, u), (3, 0, u), (1, 3, v), (2, 0, v)), 1):
        c.switch("q%d" % k, p, n, control)
        c.diode("d%d" % k, n, p)
    c.L("l", 2, 4, 1e-2)
    c.R("r", 4, 3, 10.0)
    return c


def isolated(name, load):
    """A converter with a transformer: what drives it, then a rectifier of two diodes at a tapped winding and a
    filter."""
    c = Case(name, 20*T, T/10, points=20)

    def output(p, n):
        c.L("lm", p, n, 1e-2)
        c.transformer("t1", p, n, 4, 0, 4.0)
        c.transformer("t2", p, n, 0, 5, 4.0)
        c.diode("d1", 4, 6)
        c.diode("d2", 5, 6)
        c.L("l", 6, 7, 5e-4)
        c.C("c", 7, 0, 4e-5, 5.0)
        c.R("r", 7, 0, load)
        return c
    return c, output


def drives(duty, target):
    return (("", 5.0, Pwm("u", T, duty), Pwm("v", T, duty, phase=T/2)),
            ("_dcm", 300.0, Pwm("u", T, 0.2), Pwm("v", T, 0.2, phase=T/2)),
            ("_closed_loop", 5.0, feedback("u", "c.v", target, 0.03, 0.3, most=0.45),
             feedback("v", "c.v", target, 0.03, 0.3, most=0.45, phase=T/2)))


@case
def full_bridge_converters():
    made = []
    for more, load, u, v in drives(0.35, 14.0):
        c, output = isolated("full_bridge_converter" + more, load)
        c.V("s", 1, 0, 100.0)
        for k, (p, n, control) in enumerate(((1, 2, u), (3, 0, u), (1, 3, v), (2, 0, v)), 1):
            c.switch("q%d" % k, p, n, control)
            c.diode("b%d" % k, n, p)
        made.append(output(2, 3))
    return made


@case
def half_bridge_converters():
    made = []
    for more, load, u, v in drives(0.4, 7.0):
        c, output = isolated("half_bridge_converter" + more, load)
        c.V("s1", 1, 0, 50.0)
        c.V("s2", 0, 2, 50.0)
        c.switch("q1", 1, 3, u)
        c.switch("q2", 3, 2, v)
        c.diode("b1", 3, 1)
        c.diode("b2", 2, 3)
        made.append(output(3, 0))
    return made


@case
def three_level_leg():
    """Neutral-point clamped: four switches with their diodes, two clamps."""
    c = Case("three_level_leg", 0.012, 5e-5, points=20)
    up, down = Pwm("u", 0.004, 0.375), Pwm("v", 0.004, 0.375, phase=0.002)
    c.V("s1", 1, 0, 50.0)
    c.V("s2", 0, 5, 50.0)
    for k, (p, n, control) in enumerate(((1, 2, up), (2, 3, Not(down)), (3, 4, Not(up)), (4, 5, down)), 1):
        c.switch("q%d" % k, p, n, control)
        c.diode("d%d" % k, n, p)
    c.diode("e1", 0, 2)
    c.diode("e2", 4, 0)
    c.L("l", 3, 6, 1e-2)
    c.R("r", 6, 0, 10.0)
    return c


@case
def matrix_converter():
    """Two phases to two, by four switches; the loads are coils."""
    c = Case("matrix_converter", 0.02, 1e-4, points=20)
    u, v = Pwm("u", 0.002, 0.5), Pwm("v", 0.003, 0.4)
    c.V("sa", 1, 0, 0.0, [(100.0, 50.0, 0.0)])
    c.V("sb", 2, 0, 0.0, [(100.0, 50.0, 2.0)])
    c.switch("q1", 1, 3, u)
    c.switch("q2", 2, 3, Not(u))
    c.switch("q3", 1, 4, v)
    c.switch("q4", 2, 4, Not(v))
    c.L("l1", 3, 5, 1e-2)
    c.R("r1", 5, 0, 5.0)
    c.L("l2", 4, 6, 2e-2)
    c.R("r2", 6, 0, 5.0)
    return c


@case
def matrix_converter_three():
    """Three phases to three, by nine switches, each output one after another on each input; loads in star."""
    c = Case("matrix_converter_three", 0.012, 1e-4, points=24)
    for k in range(3):
        c.V("s%d" % k, "i%d" % k, 0, 0.0, [(100.0, 50.0, -2*math.pi*k/3)])
    for j in range(3):
        for k in range(3):
            turn = [0.001*m for m in range(1, 12) if (m + j) % 3 == k or (m + j - 1) % 3 == k]
            c.switch("q%d%d" % (j, k), "i%d" % k, "o%d" % j, Window("u%d%d" % (j, k), turn, j % 3 == k))
        c.L("l%d" % j, "o%d" % j, "m%d" % j, 1e-2, fixed=j < 2)
        c.R("r%d" % j, "m%d" % j, "star", 5.0)
    return c
