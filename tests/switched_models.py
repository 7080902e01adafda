"""The cases of tests/switched.py: converters, rectifiers, multipliers, switched capacitors, clutches, free wheels,
stops, ropes, valves."""
import copy
import math

from switched_library import ARRAYS, Case, FORMS, TRANSISTOR, Hysteresis, Not, Pwm, Window

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


# rectifiers

F = 50.0
SINE = [(100.0, F, 0.0)]


def rectifier(name, stop=0.05, **more):
    return Case(name, stop, 2e-4, points=25, **more)


@case
def half_waves():
    made = []
    c = rectifier("half_wave_r")
    c.V("s", 1, 0, 0.0, SINE)
    c.diode("d", 1, 2)
    c.R("r", 2, 3, 10.0)
    c.L("l", 3, 0, 1e-6)
    made.append(c)
    c = rectifier("half_wave_rl")
    c.V("s", 1, 0, 0.0, SINE)
    c.diode("d", 1, 2)
    c.R("r", 2, 3, 10.0)
    c.L("l", 3, 0, 0.05)
    made.append(c)
    c = rectifier("half_wave_free_wheel")
    c.V("s", 1, 0, 0.0, SINE)
    c.diode("d", 1, 2)
    c.diode("f", 0, 2)
    c.R("r", 2, 3, 10.0)
    c.L("l", 3, 0, 0.05)
    made.append(c)
    c = rectifier("half_wave_free_wheel_overlap")
    c.V("s", 1, 0, 0.0, SINE)
    c.L("ls", 1, 4, 2e-3)
    c.diode("d", 4, 2)
    c.diode("f", 0, 2)
    c.R("r", 2, 3, 10.0)
    c.L("l", 3, 0, 0.05)
    made.append(c)
    c = rectifier("half_wave_rc")
    c.V("s", 1, 0, 0.0, SINE)
    c.R("rs", 1, 2, 0.5)
    c.diode("d", 2, 3)
    c.C("c", 3, 0, 1e-3, 10.0)
    c.R("r", 3, 0, 50.0)
    made.append(c)
    c = rectifier("half_wave_c")
    c.V("s", 1, 0, 0.0, SINE)
    c.diode("d", 1, 3)
    c.C("c", 3, 0, 1e-3, 10.0)
    c.R("r", 3, 0, 50.0)
    made.append(c)
    return made


def bridge(c, p, n, plus, minus, name="d"):
    c.diode(name + "1", p, plus)
    c.diode(name + "2", n, plus)
    c.diode(name + "3", minus, p)
    c.diode(name + "4", minus, n)


@case
def bridges():
    made = []
    for name, rs, ls, cap, lo in (("bridge_rl", 0, 0, 0, 0.05), ("bridge_rl_overlap", 0, 2e-3, 0, 0.05),
                                  ("bridge_rc", 0.5, 0, 1e-3, 0),
                                  ("bridge_c", 0, 0, 1e-3, 0), ("bridge_lc", 0.1, 5e-3, 1e-3, 0), ("bridge_lcl", 0,
                                                                                                   1e-3, 5e-4, 0.01)):
        c = rectifier(name)
        c.V("s", 1, 0, 0.0, SINE)
        at = 1
        if rs:
            c.R("rs", at, "a", rs)
            at = "a"
        if ls:
            c.L("ls", at, "b", ls)
            at = "b"
        bridge(c, at, 0, "p", "m")
        end = "p"
        if lo:
            c.L("l", "p", "q", lo)
            end = "q"
        if cap:
            c.C("c", end, "m", cap, 20.0)
        c.R("r", end, "m", 20.0)
        made.append(c)
    return made


def phases(c, amplitude, count=3, shift=0.0, prefix="s", ls=0.0, star=0, fixed=2):
    """Sources in star behind coils; the names of their outer nodes. In all modes the last current follows from the
    others, so its start is not fixed."""
    nodes = []
    for k in range(count):
        node = "%s%d" % (prefix, k)
        c.V("%s_v%d" % (prefix, k), node, star, 0.0, [(amplitude, F, shift - 2*math.pi*k/count)])
        if ls:
            c.L("%s_l%d" % (prefix, k), node, node + "x", ls, fixed=k < fixed)
            node += "x"
        nodes.append(node)
    return nodes


def six_pulse(c, nodes, plus, minus, name):
    for k, node in enumerate(nodes):
        c.diode("%su%d" % (name, k), node, plus)
        c.diode("%sl%d" % (name, k), minus, node)


@case
def three_phase():
    made = []
    for name, ls in (("three_pulse", 0.0), ("three_pulse_overlap", 2e-3)):
        c = rectifier(name, 0.04)
        for k, node in enumerate(phases(c, 100.0, shift=0.2, ls=ls)):
            c.diode("d%d" % k, node, "p")
        c.L("l", "p", "q", 0.02)
        c.R("r", "q", 0, 10.0)
        made.append(c)
    for name, ls, lo, cap in (("six_pulse", 0.0, 0.02, 0), ("six_pulse_overlap", 2e-3, 0.02, 0),
                              ("six_pulse_c", 2e-3, 0, 5e-4),
                              ("six_pulse_coils", 2e-3, 0, 0), ("six_pulse_lc", 5e-4, 5e-3, 5e-4)):
        c = rectifier(name, 0.04)
        six_pulse(c, phases(c, 100.0, shift=0.2, ls=ls), "p", "m", "d")
        end = "p"
        if lo:
            c.L("l", "p", "q", lo)
            end = "q"
        if cap:
            c.C("c", end, "m", cap)
        c.R("r", end, "m", 10.0)
        made.append(c)
    for name, ls in (("twelve_pulse", 0.0), ("twelve_pulse_overlap", 1e-3)):
        c = rectifier(name, 0.03)
        six_pulse(c, phases(c, 100.0, shift=0.2, prefix="s", ls=ls), "p", "m", "d")
        six_pulse(c, phases(c, 100.0, shift=0.2 + math.pi/6, prefix="t", ls=ls, star="tn"), "m", "n", "e")
        c.L("l", "p", "q", 0.02)
        c.R("r", "q", "n", 10.0)
        made.append(c)
    return made


# thyristors

def gate(name, angle, width=0.001, offset=0.0):
    """A pulse each period, angle in degrees."""
    return Pwm(name, 1/F, width*F, phase=(angle/360/F + offset) % (1/F))


@case
def thyristors():
    made = []
    c = rectifier("thyristor_half_wave")
    c.V("s", 1, 0, 0.0, SINE)
    c.thyristor("q", 1, 2, gate("g", 60))
    c.R("r", 2, 3, 10.0)
    c.L("l", 3, 0, 0.02)
    made.append(c)
    c = rectifier("thyristor_free_wheel")
    c.V("s", 1, 0, 0.0, SINE)
    c.thyristor("q", 1, 2, gate("g", 60))
    c.diode("f", 0, 2)
    c.R("r", 2, 3, 10.0)
    c.L("l", 3, 0, 0.05)
    made.append(c)
    c = rectifier("ac_controller")
    c.V("s", 1, 0, 0.0, SINE)
    c.thyristor("q1", 1, 2, gate("g1", 80))
    c.thyristor("q2", 2, 1, gate("g2", 260))
    c.R("r", 2, 3, 10.0)
    c.L("l", 3, 0, 0.02)
    made.append(c)
    for name, ls, half in (("thyristor_bridge", 0.0, False), ("thyristor_bridge_overlap", 2e-3, False),
                           ("half_controlled_bridge", 0.0, True)):
        c = rectifier(name)
        c.V("s", 1, 0, 0.0, SINE)
        at = 1
        if ls:
            c.L("ls", 1, "b", ls)
            at = "b"
        g1, g2 = gate("g1", 50), gate("g2", 230)
        c.thyristor("q1", at, "p", g1)
        c.thyristor("q2", 0, "p", g2)
        if half:
            c.diode("d3", "m", at)
            c.diode("d4", "m", 0)
        else:
            c.thyristor("q3", "m", at, g2)
            c.thyristor("q4", "m", 0, g1)
        c.L("l", "p", "x", 0.05)
        c.R("r", "x", "m", 10.0)
        made.append(c)
    for name, ls in (("thyristor_six_pulse", 0.0), ("thyristor_six_pulse_overlap", 2e-3)):
        c = rectifier(name, 0.04)
        nodes = phases(c, 100.0, ls=ls)
        # upper k is fired 30 + alpha degrees after the phase begins, each gate is wide enough for both of its partners
        for k, node in enumerate(nodes):
            c.thyristor("u%d" % k, node, "p", gate("gu%d" % k, 30 + 40 + 120*k, 0.004))
            c.thyristor("l%d" % k, "m", node, gate("gl%d" % k, 210 + 40 + 120*k, 0.004))
        c.L("l", "p", "q", 0.03)
        c.R("r", "q", "m", 10.0)
        made.append(c)
    return made


# multipliers

def multiplier(name, stages, rs, stop, load=None, start=0.0, points=16, forms=FORMS):
    """Cockcroft and Walton: two columns of capacitors, diodes in zigzag."""
    c = Case(name, stop, 2e-4, points=points, forms=forms)
    c.V("s", "in", 0, 0.0, [(100.0, F, 0.0)])
    low = "in"
    if rs:
        c.R("rs", "in", "a0", rs)
        low = "a0"
    pump, smooth = low, 0
    for k in range(1, stages + 1):
        c.C("a%d" % k, "a%d" % k, pump, 1e-4, start)
        c.C("b%d" % k, "b%d" % k, smooth, 1e-4, start)
        c.diode("d%d" % k, smooth, "a%d" % k)
        c.diode("e%d" % k, "a%d" % k, "b%d" % k)
        pump, smooth = "a%d" % k, "b%d" % k
    if load:
        c.R("r", smooth, 0, load)
    return c


@case
def multipliers():
    return [multiplier("multiplier_1", 1, 1.0, 0.1, 1e4), multiplier("multiplier_1_ideal", 1, 0, 0.1, 1e4),
            multiplier("multiplier_2", 2, 1.0, 0.1, 1e4),
            multiplier("multiplier_2_ideal", 2, 0, 0.08, 1e4), multiplier("multiplier_3", 3, 1.0, 0.08,
                                                                          3e4), multiplier("multiplier_5", 5, 2.0,
                                                                                           0.06, 1e5, 5.0),
            multiplier("multiplier_10", 10, 2.0, 0.045, 1e5, 5.0), multiplier("multiplier_20", 20, 2.0, 0.03, 1e6,
                                                                              5.0, 12, ABC)]


# switched capacitors

@case
def switched_capacitors():
    made = []
    period = 1e-3

    # both are open at first, so that the start values agree with the model
    def pair(duty=0.4):
        return Pwm("u", period, duty, phase=0.05*period), Pwm("v", period, duty, phase=0.55*period)

    c = Case("sc_doubler", 12*period, period/10, points=23)
    u, v = pair()
    c.V("s", 1, 0, 5.0)
    c.switch("q1", 1, 2, u)
    c.switch("q2", 3, 0, u)
    c.switch("q3", 3, 1, v)
    c.switch("q4", 2, 4, v)
    c.C("f", 2, 3, 1e-5, 1.0)
    c.C("c", 4, 0, 2e-5, 2.0)
    c.R("r", 4, 0, 500.0)
    made.append(c)
    c = Case("sc_divider", 12*period, period/10, points=23)
    u, v = pair()
    c.V("s", 1, 0, 10.0)
    c.switch("q1", 1, 2, u)
    c.switch("q2", 3, 4, u)
    c.switch("q3", 2, 4, v)
    c.switch("q4", 3, 0, v)
    c.C("f", 2, 3, 1e-5, 1.0)
    c.C("c", 4, 0, 2e-5, 2.0)
    c.R("r", 4, 0, 500.0)
    made.append(c)
    c = Case("sc_inverter", 12*period, period/10, points=23)
    u, v = pair()
    c.V("s", 1, 0, 5.0)
    c.switch("q1", 1, 2, u)
    c.switch("q2", 3, 0, u)
    c.switch("q3", 2, 0, v)
    c.switch("q4", 3, 4, v)
    c.C("f", 2, 3, 1e-5, 1.0)
    c.C("c", 4, 0, 2e-5, -1.0)
    c.R("r", 4, 0, 500.0)
    made.append(c)
    c = Case("sc_filter", 12*period, period/10, points=23)     # a switched capacitor stands for a resistor
    u, v = pair()
    c.V("s", 1, 0, 0.0, [(3.0, 100.0, 0.4)])
    c.switch("q1", 1, 2, u)
    c.switch("q2", 2, 3, v)
    c.C("f", 2, 0, 1e-6, 0.0)
    c.C("c", 3, 0, 1e-5, 0.0)
    made.append(c)
    # a charge pump of diodes, driven by two clocks through switches
    c = Case("sc_dickson", 12*period, period/10, points=23)
    u, v = pair(0.5)
    c.V("s", 1, 0, 5.0)
    for k in range(1, 4):
        control = (u, v)[k % 2]
        other = (v, u)[k % 2]
        c.switch("h%d" % k, 1, "k%d" % k, control)
        c.switch("g%d" % k, "k%d" % k, 0, other)
        c.C("f%d" % k, "n%d" % k, "k%d" % k, 1e-5, (4.0, 10.0, 13.0)[k - 1])
        c.diode("d%d" % k, "n%d" % (k - 1) if k > 1 else 1, "n%d" % k)
    c.diode("d4", "n3", "out")
    c.C("c", "out", 0, 2e-5, 19.0)
    c.R("r", "out", 0, 2000.0)
    made.append(c)
    c = Case("sc_ladder", 10*period, period/10, points=19)     # 3:1
    u, v = pair()
    c.V("s", 1, 0, 12.0)
    c.C("c1", 1, 2, 1e-5, 5.0)
    c.C("c2", 2, 3, 1e-5, 4.0)
    c.C("c3", 3, 0, 1e-5, 3.0)
    c.switch("q1", 1, 4, u)
    c.switch("q2", 2, 5, u)
    c.switch("q3", 3, 6, u)
    c.switch("p1", 2, 4, v)
    c.switch("p2", 3, 5, v)
    c.switch("p3", 0, 6, v)
    c.C("f1", 4, 5, 1e-5, 3.5)
    c.C("f2", 5, 6, 1e-5, 3.5)
    c.R("r", 3, 0, 1000.0)
    made.append(c)
    return made


# shafts


def shafts(name, stop, delta=0.01, **more):
    return Case(name, stop, delta, domain="r", forms=ABC, **more)


@case
def clutches():
    made = []
    c = shafts("dog_clutch", 2.0)
    c.C("j1", 1, 0, 1.0, 5.0)
    c.C("j2", 2, 0, 3.0, 0.0)
    c.switch("k", 1, 2, Window("u", [1.0]))
    made.append(c)
    c = shafts("dog_clutches", 4.0)
    for k, (j, w) in enumerate(((1.0, 5.0), (3.0, 0.0), (0.5, -4.0)), 1):
        c.C("j%d" % k, k, 0, j, w)
        c.R("b%d" % k, k, 0, 10.0*k)
    c.switch("k1", 1, 2, Window("u1", [1.0, 3.0]))
    c.switch("k2", 2, 3, Window("u2", [2.0, 3.5]))
    c.I("m", 0, 1, 2.0)
    made.append(c)
    c = shafts("clutch_with_gear", 3.0)
    c.C("j1", 1, 0, 1.0, 10.0)
    c.transformer("g", 1, 0, 2, 0, 3.0)
    c.switch("k", 2, 3, Window("u", [1.0, 2.0]))
    c.C("j2", 3, 0, 2.0, 1.0)
    c.R("b", 3, 0, 5.0)
    c.I("m", 0, 1, 1.0, [(2.0, 1.0, 0.0)])
    made.append(c)
    c = shafts("gear_box", 4.0)                      # two gears side by side, shifted with a gap between
    c.C("engine", 1, 0, 0.2, 100.0)
    c.transformer("g1", 1, 0, "a", 0, 4.0)
    c.transformer("g2", 1, 0, "b", 0, 2.0)
    c.switch("k1", "a", "out", Window("u1", [0.5, 1.5, 3.0, 3.6]))
    c.switch("k2", "b", "out", Window("u2", [1.6, 2.9]))
    c.C("car", "out", 0, 20.0, 5.0)
    c.R("drag", "out", 0, 0.5)
    c.I("m", 0, 1, 5.0)
    made.append(c)
    c = shafts("clutch_and_spring", 3.0)             # the shaft behind the clutch is elastic
    c.C("j1", 1, 0, 1.0, 4.0)
    c.switch("k", 1, 2, Window("u", [0.5, 1.7]))
    c.C("j2", 2, 0, 0.3, 0.0)
    c.L("k2", 2, 3, 0.05)
    c.C("j3", 3, 0, 2.0, 0.0)
    c.R("b", 3, 0, 2.0)
    made.append(c)
    # a shaft is braked and let go, another is coupled: gears in a train of three
    c = shafts("planet_clutches", 3.0)
    c.C("j1", 1, 0, 1.0, 6.0)
    c.transformer("g1", 1, 0, 2, 0, -2.0)
    c.C("j2", 2, 0, 0.5, -3.0)
    c.switch("k1", 2, 3, Window("u1", [0.5, 2.5]))
    c.C("j3", 3, 0, 1.0, 2.0)
    c.transformer("g2", 3, 0, 4, 0, 0.5)
    c.C("j4", 4, 0, 0.2, 4.0)
    c.switch("brake", 4, 0, Window("u2", [1.5, 2.0]))
    c.I("m", 0, 1, 0.0, [(5.0, 0.5, 0.0)])
    made.append(c)
    return made


@case
def free_wheels():
    made = []
    c = shafts("ratchet", 4.0)                       # a shaft that turns one way only, driven to and fro
    c.C("j", 1, 0, 0.5, 0.0)
    c.diode("f", 0, 1)
    c.R("b", 1, 0, 2.0)
    c.I("m", 0, 1, 0.0, [(3.0, 0.7, 0.0)])
    made.append(c)
    c = shafts("overrunning", 5.0)                   # the load overruns its drive and is caught again
    c.C("j1", 1, 0, 1.0, 2.0)
    c.diode("f", 1, 2)
    c.C("j2", 2, 0, 0.5, 4.0)
    c.R("b1", 1, 0, 20.0)
    c.R("b2", 2, 0, 0.5)
    c.I("m", 0, 1, 1.0, [(6.0, 0.6, 1.0)])
    made.append(c)
    # to and fro becomes one way: a free wheel direct, one through a gear that turns back
    c = shafts("motion_rectifier", 4.0)
    c.C("j1", 1, 0, 0.3, 0.5)
    c.transformer("g", 1, 0, 2, 0, -1.0)
    c.diode("f1", 1, 3)
    c.diode("f2", 2, 3)
    c.C("j2", 3, 0, 2.0, 1.0)
    c.R("b", 3, 0, 3.0)
    c.I("m", 0, 1, 0.0, [(4.0, 0.5, 0.4)])
    made.append(c)
    # a clutch closes; the jolt goes through a free wheel, which lets go in the same instant
    c = shafts("impulse_through_free_wheel", 4.0)
    c.C("j1", 1, 0, 1.0, 8.0)
    c.switch("k", 1, 2, Window("u", [1.0, 2.5]))
    c.C("j2", 2, 0, 1.0, 0.0)
    c.diode("f", 2, 3)
    c.C("j3", 3, 0, 2.0, 0.0)
    c.R("b1", 2, 0, 1.0)
    c.R("b3", 3, 0, 20.0)
    made.append(c)
    c = shafts("jolt_through_five", 3.0)             # five shafts behind free wheels
    c.C("j1", 1, 0, 2.0, 10.0)
    c.switch("k", 1, 2, Window("u", [0.5]))
    for k in range(2, 7):
        c.C("j%d" % k, k, 0, 0.5 + 0.1*k, 1.0 if k == 6 else 0.0)
        c.R("b%d" % k, k, 0, 2.0*k)
        if k < 6:
            c.diode("f%d" % k, k, k + 1)
    made.append(c)
    c = shafts("spring_and_ratchet", 4.0)            # a ratchet lets a spring be wound up in steps
    c.C("j1", 1, 0, 0.2, 0.0)
    c.diode("f1", 1, 2)
    c.diode("f2", 0, 2)
    c.C("j2", 2, 0, 0.1, 0.0)
    c.L("k", 2, 0, 0.02)
    c.R("b", 1, 0, 1.0)
    c.I("m", 0, 1, 0.0, [(20.0, 0.9, 0.0)])
    made.append(c)
    return made


# valves

@case
def valves():
    made = []
    c = Case("check_valve_pump", 6.0, 0.02, domain="h")        # a piston between two check valves
    c.V("low", 1, 0, 1.0)
    c.diode("v1", 1, 2)
    c.I("piston", 0, 2, 0.0, [(0.5, 1.0, 0.0)])
    c.C("cylinder", 2, 0, 0.05, 1.0)
    c.diode("v2", 2, 3)
    c.C("tank", 3, 0, 0.2, 2.0)
    c.R("load", 3, 0, 20.0)
    made.append(c)
    # a valve is shut: the water in the line lifts itself through a check valve
    c = Case("water_ram", 3.0, 0.01, domain="h")
    c.V("head", 1, 0, 2.0)
    c.L("line", 1, 2, 0.2)
    c.switch("waste", 2, 0, Pwm("u", 0.5, 0.6))
    c.diode("check", 2, 3)
    c.C("vessel", 3, 0, 0.3, 6.0)
    c.R("out", 3, 0, 20.0)
    made.append(c)
    c = Case("tanks_joined", 3.0, 0.02, domain="h")
    c.C("t1", 1, 0, 1.0, 3.0)
    c.C("t2", 2, 0, 2.0, 1.0)
    c.C("t3", 3, 0, 0.5, 2.0)
    c.switch("v1", 1, 2, Window("u", [1.0, 2.0]))
    c.diode("v2", 2, 3)
    c.R("out", 1, 0, 4.0)
    made.append(c)
    c = Case("two_pumps", 5.0, 0.02, domain="h")     # two check valves feed one line, whichever is stronger
    for k in (1, 2):
        c.V("p%d" % k, k, 0, 2.0, [(1.5, 0.4*k, 0.5*k)])
        c.R("r%d" % k, k, "x%d" % k, 0.5)
        c.L("i%d" % k, "x%d" % k, "y%d" % k, 0.05)
        c.diode("v%d" % k, "y%d" % k, 3)
    c.C("tank", 3, 0, 0.3, 1.0)
    c.R("load", 3, 0, 2.0)
    made.append(c)
    return made


# bodies

def bodies(name, stop, delta=0.01, **more):
    return Case(name, stop, delta, domain="t", forms=ABC, **more)


@case
def stops():
    made = []
    c = bodies("fall_on_floor", 2.0)
    c.mass("m", 2.0, 3.0, 0.0)
    c.force("g", "m", -2.0*9.81)
    c.stop_("floor", 0, "m")
    made.append(c)
    c = bodies("spring_on_floor", 4.0)               # lifted and put down by a force of sine
    c.mass("m", 1.0, 0.5, 0.0)
    c.force("g", "m", -5.0, [(12.0, 0.5, 0.0)])
    c.stop_("floor", 0, "m")
    made.append(c)
    c = bodies("two_on_floor", 3.0)                  # one falls on the other, with a spring between floor and table
    c.mass("table", 2.0, 1.0, 0.0)
    c.spring("c", 0, "table", 200.0, 1.0)
    c.damper("d", 0, "table", 5.0)
    c.mass("ball", 0.5, 2.0, 0.0)
    c.force("g", "ball", -0.5*9.81)
    c.stop_("touch", "table", "ball")
    made.append(c)
    c = bodies("rope_taut", 3.0)                     # a cart runs away and pulls another one along
    c.mass("m1", 2.0, 0.0, 3.0)
    c.mass("m2", 1.0, -0.5, 0.0)
    c.rope("rope", "m2", "m1", 2.0)
    c.damper("d", 0, "m2", 0.4)
    made.append(c)
    c = bodies("rope_and_brake", 4.0)                # the one in front is braked; the rope is slack again
    c.mass("m1", 2.0, 0.0, 3.0)
    c.mass("m2", 1.0, -0.5, 0.0)
    c.rope("rope", "m2", "m1", 2.0)
    c.stop_("bumper", "m2", "m1", 0.3)
    c.damper("d", 0, "m1", 2.0)
    made.append(c)
    c = bodies("two_ropes", 3.0)                     # three carts, two ropes: the second becomes taut later
    for k, (s, v) in enumerate(((0.0, 0.0), (0.2, 0.0), (0.4, 5.0)), 1):
        c.mass("m%d" % k, 1.0*k, s, v)
        c.damper("d%d" % k, 0, "m%d" % k, 0.2)
    c.rope("r1", "m1", "m2", 1.0)
    c.rope("r2", "m2", "m3", 1.5)
    made.append(c)
    c = bodies("net", 3.0)                           # a ball falls into a net and stays there
    c.mass("ball", 1.0, 2.0, 0.0)
    c.mass("net", 0.5, 0.0, 0.0)
    c.force("g", "ball", -9.81)
    c.spring("c", 0, "net", 50.0, 0.0)
    c.damper("d", 0, "net", 1.0)
    c.latch("catch", "net", "ball")
    made.append(c)
    c = bodies("backlash", 4.0)                      # a driven part moves a load with play
    c.mass("m1", 0.5, 0.0, 0.0)
    c.mass("m2", 2.0, 0.0, 0.0)
    c.force("f", "m1", 0.0, [(4.0, 0.5, 1.0)])
    c.damper("d", 0, "m2", 1.0)
    c.stop_("push", "m1", "m2", -0.1)
    c.rope("pull", "m1", "m2", 0.1)
    made.append(c)
    c = bodies("trapped", 3.0)                       # a body on a spring between two walls
    c.mass("m", 1.0, 0.0, 2.0)
    c.spring("c", 0, "m", 4.0, 0.0)
    c.force("f", "m", 0.0, [(8.0, 0.6, 0.0)])
    c.stop_("low", 0, "m", -0.5)
    c.rope("high", 0, "m", 0.4)
    made.append(c)
    return made


@case
def cradles():
    made = []
    c = bodies("cradle_linked", 2.0)                 # each ball that is hit stays linked
    for k in range(5):
        c.mass("m%d" % (k + 1), 1.0 + 0.2*k, 0.5*k, 4.0 if k == 0 else 0.0)
    for k in range(1, 5):
        c.latch("l%d" % k, "m%d" % k, "m%d" % (k + 1), 0.2 + 0.02*k)
    made.append(c)
    c = bodies("cradle_pushed", 3.0)                 # balls that push and do not hold, with a brake on the first
    for k in range(4):
        c.mass("m%d" % (k + 1), 1.0 + 0.2*k, 0.5*k, 6.0 if k == 0 else 0.0)
    for k in range(1, 4):
        c.stop_("l%d" % k, "m%d" % k, "m%d" % (k + 1), 0.2)
    c.damper("d", 0, "m1", 0.5)
    c.damper("e", 0, "m4", 1.5)
    made.append(c)
    c = bodies("cradle_touching", 2.0)               # the rest touches from the beginning: one jolt through all
    for k in range(4):
        c.mass("m%d" % (k + 1), 1.0 + 0.2*k, 0.5*k if k else -0.5, 6.0 if k == 0 else 0.0)
        c.damper("d%d" % k, 0, "m%d" % (k + 1), 1.0 - 0.2*k)
    for k in range(1, 4):
        c.latch("l%d" % k, "m%d" % k, "m%d" % (k + 1), 0.4 if k == 1 else 0.4999)
    made.append(c)
    # cars are coupled one after another, elastic buffers between two pairs
    c = bodies("train", 4.0)
    c.mass("engine", 4.0, 0.0, 2.0)
    for k in range(1, 4):
        c.mass("car%d" % k, 1.0, 1.5*k, 0.0)
        c.damper("d%d" % k, 0, "car%d" % k, 0.3)
    c.force("f", "engine", 2.0)
    c.latch("k1", "engine", "car1", 0.5)
    c.latch("k2", "car1", "car2", 0.5)
    c.latch("k3", "car2", "car3", 0.5)
    made.append(c)
    # a body on a spring is caught at the wall; another one hits it there
    c = bodies("latch_on_wall", 3.0)
    c.mass("m1", 1.0, 0.0, 2.0)
    c.spring("c", 0, "m1", 1.0, 0.0)
    c.latch("bolt", 0, "m1", 1.0, -1)
    c.mass("m2", 1.0, 3.1, -1.0)
    c.stop_("hit", "m1", "m2", 0.5)
    made.append(c)
    c = bodies("clamps", 4.0)                        # bodies clamped together by time, with springs
    c.mass("m1", 1.0, 0.0, 3.0)
    c.mass("m2", 2.0, 1.0, 0.0)
    c.spring("c", 0, "m2", 30.0, 1.0)
    c.clamp("k", "m1", "m2", Window("u", [0.5, 1.7, 2.5]))
    made.append(c)
    return made


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
