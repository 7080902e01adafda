"""Converters of textbooks for tests/switched.py: interleaved, resonant, multilevel and current-fed ones, forced
commutation of thyristors, dimmers, rectifiers that shape their current."""
import math

from switched_library import Case, Hysteresis, Not, Pwm, Window
from switched_models import T, case, converter
from switched_rectifiers import F, SINE, gate, phases, rectifier


def transistor(c, name, p, n, control):
    """A switch with the diode beside it."""
    c.switch("q" + name, p, n, control)
    c.diode("d" + name, n, p)


def leg(c, name, plus, middle, minus, high, low):
    transistor(c, name + "h", plus, middle, high)
    transistor(c, name + "l", middle, minus, low)


def pair(name, period, duty, phase=0.0):
    """Two controls in turn, with a dead time where the duty is below a half."""
    return Pwm(name, period, duty, phase=phase), Pwm(name + "n", period, duty, phase=(phase + period/2) % period)


# direct converters

@case
def interleaved():
    """Two and three boost converters side by side on one capacitor, at equal distances in the period."""
    made = []
    for count, load in ((2, 10.0), (3, 200.0)):
        c = Case("interleaved_boost_%d" % count, 16*T, T/10, points=16)
        c.V("s", 1, 0, 12.0)
        for k in range(count):
            c.L("l%d" % k, 1, "x%d" % k, 5e-4, 0.2*k)
            c.switch("q%d" % k, "x%d" % k, 0, Pwm("u%d" % k, T, 0.4, phase=(0.05 + k/count)*T))
            c.diode("d%d" % k, "x%d" % k, 2)
        c.C("c", 2, 0, 4e-5, 14.0)
        c.R("r", 2, 0, load)
        made.append(c)
    return made


@case
def quadratic_boost():
    """One switch, three diodes, the square of the gain."""
    c, u = converter("quadratic_boost", 0.4)
    c.V("s", 1, 0, 12.0)
    c.L("l1", 1, 2, 5e-4)
    c.diode("d1", 2, 3)
    c.C("c1", 3, 0, 4e-5, 12.0)
    c.L("l2", 3, 4, 1e-3)
    c.diode("d2", 2, 4)
    c.switch("q", 4, 0, u)
    c.diode("d3", 4, 5)
    c.C("c2", 5, 0, 4e-5, 24.0)
    c.R("r", 5, 0, 60.0)
    return c


@case
def three_level_boost():
    """Two switches and two diodes over a divided output."""
    c = Case("three_level_boost", 16*T, T/10, points=16)
    c.V("s", 1, "m", 24.0)
    c.L("l", 1, 2, 5e-4)
    c.switch("q1", 2, 0, Pwm("u", T, 0.35))
    c.switch("q2", 0, "m", Pwm("v", T, 0.35, phase=T/2))
    c.diode("d1", 2, 3)
    c.diode("d2", 4, "m")
    c.C("c1", 3, 0, 4e-5, 20.0)
    c.C("c2", 0, 4, 4e-5, 15.0)
    c.R("r1", 3, 0, 30.0)
    c.R("r2", 0, 4, 40.0)
    return c


@case
def two_switch_buck_boost():
    """Four switches, two of them as diodes, with a mode change from buck to boost."""
    c = Case("two_switch_buck_boost", 20*T, T/10, points=20)
    c.V("s", 1, 0, 20.0)
    c.switch("q1", 1, 2, Pwm("u", T, 0.7))
    c.diode("d1", 0, 2)
    c.L("l", 2, 3, 5e-4)
    c.switch("q2", 3, 0, Pwm("v", T, 0.3))
    c.diode("d2", 3, 4)
    c.C("c", 4, 0, 4e-5, 10.0)
    c.R("r", 4, 0, 15.0)
    return c


@case
def battery_charger():
    """A buck converter that charges a battery, in discontinuous conduction: the coil ends at a source."""
    c, u = converter("battery_charger", 0.3)
    c.V("s", 1, 0, 24.0)
    c.switch("q", 1, 2, u)
    c.diode("d", 0, 2)
    c.L("l", 2, 3, 2e-4)
    c.R("r", 3, 4, 0.1)
    c.V("battery", 4, 0, 12.0)
    return c


@case
def z_source():
    """Two coils and two capacitors crossed, a diode in front, and a bridge that shoots through."""
    c = Case("z_source", 12*T, T/10, points=12)
    c.V("s", 1, 0, 40.0)
    c.diode("d", 1, 2)
    c.L("l1", 2, 3, 1e-3, 2.0)
    c.L("l2", 0, 4, 1e-3, -2.0)
    c.C("c1", 2, 4, 1e-4, 40.0)
    c.C("c2", 3, 0, 1e-4, 40.0)
    c.switch("q", 3, 4, Pwm("u", T, 0.25))
    c.L("lo", 3, 5, 5e-3, 1.0)
    c.R("ro", 5, 4, 20.0)
    return c


# isolated converters

@case
def push_pull():
    c = Case("push_pull", 12*T, T/10, points=12)
    u, v = pair("u", T, 0.4)
    c.V("s", 1, 0, 24.0)
    c.L("lm", 1, 2, 5e-3)
    c.transformer("t0", 1, 2, 3, 1, 1.0)
    c.transformer("t1", 1, 2, 4, 0, 2.0)
    c.transformer("t2", 1, 2, 0, 5, 2.0)
    transistor(c, "1", 2, 0, u)
    transistor(c, "2", 3, 0, v)
    c.diode("r1", 4, 6)
    c.diode("r2", 5, 6)
    c.L("l", 6, 7, 5e-4)
    c.C("c", 7, 0, 4e-5, 6.0)
    c.R("r", 7, 0, 6.0)
    return c


@case
def two_switch_forward():
    c, u = converter("two_switch_forward", 0.4, periods=16)
    c.V("s", 1, 0, 48.0)
    c.switch("q1", 1, 2, u)
    c.switch("q2", 3, 0, u)
    c.diode("r1", 0, 2)
    c.diode("r2", 3, 1)
    c.L("lm", 2, 3, 5e-3)
    c.transformer("t", 2, 3, 4, 0, 3.0)
    c.diode("d1", 4, 5)
    c.diode("d2", 0, 5)
    c.L("l", 5, 6, 5e-4)
    c.C("c", 6, 0, 4e-5, 5.0)
    c.R("r", 6, 0, 5.0)
    return c


@case
def current_doubler():
    """A full bridge, and behind the transformer two coils and two diodes."""
    c = Case("current_doubler", 12*T, T/10, points=12)
    u, v = pair("u", T, 0.35)
    c.V("s", 1, 0, 100.0)
    for k, (p, n, control) in enumerate(((1, 2, u), (3, 0, u), (1, 3, v), (2, 0, v)), 1):
        transistor(c, str(k), p, n, control)
    c.L("lm", 2, 3, 1e-2)
    c.transformer("t", 2, 3, 4, 5, 4.0)
    c.diode("r1", 0, 4)
    c.diode("r2", 0, 5)
    c.L("l1", 4, 6, 1e-3, 0.5)
    c.L("l2", 5, 6, 1e-3, 0.5)
    c.C("c", 6, 0, 4e-5, 5.0)
    c.R("r", 6, 0, 5.0)
    return c


@case
def resonant():
    """LLC: half bridge with dead time, coil and capacitor in series, rectifier at a tapped winding. Below and above
    resonance; and a series resonant converter that a capacitor loads."""
    made = []
    for name, period in (("llc_below", 1.3e-4), ("llc_above", 0.8e-4)):
        c = Case(name, 12*period, period/20, points=24)
        u, v = pair("u", period, 0.45)
        c.V("s", 1, 0, 48.0)
        leg(c, "a", 1, 2, 0, u, v)
        c.C("cr", 2, 3, 1e-6, 24.0)
        c.L("lr", 3, 4, 2.5e-4)
        c.L("lm", 4, 0, 1e-3)
        c.transformer("t1", 4, 0, 5, 0, 4.0)
        c.transformer("t2", 4, 0, 0, 6, 4.0)
        c.diode("r1", 5, 7)
        c.diode("r2", 6, 7)
        c.C("c", 7, 0, 2e-5, 5.0)
        c.R("r", 7, 0, 5.0)
        made.append(c)
    return made


@case
def dual_active_bridge():
    """Two bridges that switch with a shift, complementary and with dead times; power goes either way."""
    made = []
    for name, duty, shift in (("dual_active_bridge", 0.5, 0.12), ("dual_active_bridge_dead", 0.46, 0.12),
                              ("dual_active_bridge_back", 0.46, -0.1)):
        c = Case(name, 8*T, T/20, points=16)
        c.V("s1", 1, 0, 100.0)
        c.V("s2", "p", "m", 48.0)
        u, v = pair("u", T, duty, 0.0 if duty == 0.5 else 0.02*T)
        x, y = pair("x", T, duty, (shift + 1)*T if shift < 0 else (shift if duty == 0.5 else shift + 0.02)*T)
        for side, plus, minus, a, b, one, two in (("a", 1, 0, 2, 3, u, v), ("b", "p", "m", 4, 5, x, y)):
            for k, (p, n, control) in enumerate(((plus, a, one), (b, minus, one), (plus, b, two), (a, minus, two))):
                transistor(c, "%s%d" % (side, k), p, n, control)
        c.L("l", 2, "w", 2e-4)
        c.transformer("t", "w", 3, 4, 5, 2.0)
        c.R("g", "m", 0, 1e3)
        made.append(c)
    return made


@case
def synchronous_flyback():
    """The rectifier is a transistor that is fired a little late and let go a little early."""
    c = Case("synchronous_flyback", 16*T, T/10, points=16)
    c.V("s", 1, 0, 48.0)
    c.L("lm", 1, 2, 1e-3)
    c.transformer("t", 1, 2, 0, 3, 4.0)
    c.switch("q", 2, 0, Pwm("u", T, 0.45))
    transistor(c, "r", 4, 3, Pwm("v", T, 0.5, phase=0.47*T))
    c.C("c", 4, 0, 1e-4, 8.0)
    c.R("r", 4, 0, 6.0)
    return c


@case
def clamped_flyback():
    """Coils that leak, with a diode, a capacitor and a resistor as a clamp."""
    c, u = converter("clamped_flyback", 0.4, periods=12)
    c.small = 1e-6                                   # larger leaks would count here
    c.V("s", 1, 0, 48.0)
    c.coupled("t", 1, 2, 0, 3, 1e-3, 6.25e-5, 2.4e-4)
    c.switch("q", 2, 0, u)
    c.diode("dc", 2, 5)
    c.C("cc", 5, 1, 1e-6, 60.0)
    c.R("rc", 5, 1, 5e3)
    c.diode("d", 3, 4)
    c.C("c", 4, 0, 1e-4, 8.0)
    c.R("r", 4, 0, 5.0)
    return c


# inverters and legs

@case
def legs_of_many_levels():
    made = []
    c = Case("flying_capacitor_leg", 0.012, 5e-5, points=20)
    up, down = Pwm("u", 0.004, 0.5), Pwm("v", 0.004, 0.5, phase=0.001)
    c.V("s", 1, 0, 100.0)
    for k, (p, n, control) in enumerate(((1, 2, up), (2, 3, down), (3, 4, Not(down)), (4, 0, Not(up))), 1):
        transistor(c, str(k), p, n, control)
    c.C("cf", 2, 4, 1e-4, 50.0)
    c.L("l", 3, 6, 1e-2)
    c.R("r", 6, 0, 10.0)
    made.append(c)
    c = Case("t_type_leg", 0.012, 5e-5, points=20)
    c.V("s", 1, 5, 100.0)
    c.C("c1", 1, 0, 1e-3, 50.0)
    c.C("c2", 0, 5, 1e-3, 50.0)
    u, v = Pwm("u", 0.004, 0.3), Pwm("v", 0.004, 0.3, phase=0.002)
    transistor(c, "1", 1, 3, u)
    transistor(c, "2", 3, 5, v)
    c.switch("m", 3, 0, Window("w", [x for k in range(3) for x in (0.0012 + 0.004*k, 0.002 + 0.004*k,
                                                                   0.0032 + 0.004*k, 0.004 + 0.004*k)]))
    c.L("l", 3, 6, 1e-2)
    c.R("r", 6, 0, 10.0)
    made.append(c)
    c = Case("clamped_leg_on_capacitors", 0.012, 5e-5, points=20)
    u, v = Pwm("u", 0.004, 0.375), Pwm("v", 0.004, 0.375, phase=0.002)
    c.V("s", "x", 5, 100.0)
    c.R("rs", "x", 1, 0.5)
    c.C("c1", 1, 0, 2e-4, 48.0)
    c.C("c2", 0, 5, 2e-4, 50.0)
    for k, (p, n, control) in enumerate(((1, 2, u), (2, 3, Not(v)), (3, 4, Not(u)), (4, 5, v)), 1):
        transistor(c, str(k), p, n, control)
    c.diode("e1", 0, 2)
    c.diode("e2", 4, 0)
    c.L("l", 3, 6, 1e-2)
    c.R("r", 6, 0, 10.0)
    made.append(c)
    return made


@case
def inverter_six():
    """Three legs with dead times, six steps, a star of coils."""
    made = []
    for name, duty in (("inverter_six_step", 0.46), ("inverter_120_degrees", 1/3)):
        c = Case(name, 0.03, 1e-4, points=15)
        c.V("s", "p", 0, 300.0)
        for k in range(3):
            u, v = pair("u%d" % k, 0.02, duty, 0.001 + 0.02*k/3)
            leg(c, str(k), "p", "x%d" % k, 0, u, v)
            c.L("l%d" % k, "x%d" % k, "y%d" % k, 2e-2, fixed=k < 2)
            c.R("r%d" % k, "y%d" % k, "star", 10.0)
        made.append(c)
    return made


@case
def submodules():
    """An arm of three half bridges with capacitors, which a current source charges and discharges."""
    c = Case("submodules", 0.012, 1e-4, points=12)
    c.V("s", "top", 0, 0.0, [(60.0, 100.0, 0.3)])
    for k in range(3):
        up, down = "n%d" % k if k else "top", "n%d" % (k + 1)
        u, v = pair("u%d" % k, 0.004, 0.45, 0.0005 + 0.0013*k)
        transistor(c, "h%d" % k, "p%d" % k, up, u)
        transistor(c, "l%d" % k, up, down, v)
        c.C("c%d" % k, "p%d" % k, down, 5e-4, 20.0 + k)
    c.L("l", "n3", "y", 1e-2)
    c.R("r", "y", 0, 8.0)
    return c


@case
def class_e():
    """One switch with a capacitor beside it: it closes at a voltage that is not zero, and the charge is lost."""
    made = []
    for name, duty in (("class_e", 0.5), ("class_e_with_diode", 0.35)):
        c = Case(name, 10e-6*10, 1e-7*5, points=20)
        c.V("s", 1, 0, 12.0)
        c.L("choke", 1, 2, 5e-5)
        c.switch("q", 2, 0, Pwm("u", 1e-5, duty, phase=1e-6))
        if "diode" in name:
            c.diode("d", 0, 2)
        c.C("cp", 2, 0, 1e-7)
        c.L("ls", 2, 3, 3e-5)
        c.C("cs", 3, 4, 1.2e-7)
        c.R("r", 4, 0, 8.0)
        made.append(c)
    return made


@case
def zero_current_buck():
    """A switch with a diode in series, a resonant coil and capacitor: the current ends by itself."""
    c = Case("zero_current_buck", 1e-3, 1e-6, points=20)
    c.V("s", 1, 0, 24.0)
    c.switch("q", 1, 2, Pwm("u", 1e-4, 0.4))
    c.diode("dq", 2, 3)
    c.L("lr", 3, 4, 1e-5)
    c.C("cr", 4, 0, 1e-6)
    c.diode("d", 0, 4)
    c.L("l", 4, 5, 1e-3, 1.0)
    c.R("r", 5, 0, 8.0)
    return c


# thyristors and lines

@case
def forced_commutation():
    """A thyristor chopper whose current a second thyristor takes away, by a charged capacitor."""
    made = []
    c = Case("jones_chopper", 0.012, 2e-5, points=24)
    c.small = 1e-6                                   # larger leaks would count here
    main, help_ = Pwm("g1", 0.004, 0.02, phase=0.0005), Pwm("g2", 0.004, 0.02, phase=0.0023)
    c.V("s", 1, 0, 100.0)
    c.thyristor("t1", 1, 2, main)
    c.thyristor("t2", 1, 3, help_)
    c.C("c", 3, 2, 2e-5, 100.0)
    c.L("la", 3, "k", 1e-3)
    c.diode("da", 2, "k")
    c.diode("f", 0, 2)
    c.L("l", 2, 4, 2e-2)
    c.R("r", 4, 0, 10.0)
    made.append(c)
    # two thyristors, each turned off by the other one through the capacitor between them
    c = Case("parallel_inverter", 0.02, 2e-5, points=20)
    c.V("s", 1, 0, 50.0)
    c.L("ls", 1, 2, 1e-2, 1.0)
    for k, phase in ((1, 0.001), (2, 0.006)):
        c.R("r%d" % k, 2, "a%d" % k, 20.0)
        c.thyristor("t%d" % k, "a%d" % k, 0, Pwm("g%d" % k, 0.01, 0.02, phase=phase))
    c.C("c", "a1", "a2", 5e-5, 0.0)
    c.R("leak", 2, 0, 1e3)
    made.append(c)
    c = Case("series_inverter", 0.012, 1e-5, points=24)
    g1, g2 = Pwm("g1", 0.004, 0.02, phase=0.0002), Pwm("g2", 0.004, 0.02, phase=0.0022)
    c.V("s", 1, 0, 100.0)
    c.thyristor("t1", 1, 2, g1)
    c.thyristor("t2", 2, 0, g2)
    c.L("l", 2, 3, 2e-3)
    c.C("c", 3, 4, 2e-5, -20.0)
    c.R("r", 4, 0, 3.0)
    made.append(c)
    return made


@case
def current_source_inverter():
    """Thyristors with diodes and capacitors that turn each other off in turn, one phase, fed by a coil."""
    c = Case("current_source_inverter", 0.04, 2e-5, points=20)
    c.V("s", 1, 0, 100.0)
    c.L("ls", 1, "p", 0.2, 5.0)
    g, h = Pwm("g", 0.02, 0.05), Pwm("h", 0.02, 0.05, phase=0.01)
    for name, control in (("1", g), ("2", h)):
        c.thyristor("u" + name, "p", "a" + name, control)
        c.diode("du" + name, "a" + name, "o" + name)
    for name, control in (("1", h), ("2", g)):
        c.thyristor("l" + name, "b" + name, 0, control)
        c.diode("dl" + name, "o" + name, "b" + name)
    c.C("cu", "a1", "a2", 2e-5, -80.0)
    c.C("cl", "b1", "b2", 2e-5, -80.0)
    c.L("lo", "o1", "x", 1e-3, 5.0)
    c.R("ro", "x", "o2", 10.0)
    return c


@case
def dimmers():
    made = []
    c = rectifier("dimmer_lamp", 0.04)
    c.V("s", 1, 0, 0.0, SINE)
    c.thyristor("q1", 1, 2, gate("g1", 100))
    c.thyristor("q2", 2, 1, gate("g2", 280))
    c.R("r", 2, 0, 50.0)
    made.append(c)
    c = rectifier("dimmer_with_filter", 0.04)
    c.V("s", 1, 0, 0.0, SINE)
    c.L("lf", 1, 2, 1e-3)
    c.C("cf", 2, 0, 1e-6)
    c.R("rf", 2, 0, 200.0)
    c.thyristor("q1", 2, 3, gate("g1", 100, 0.0003))
    c.thyristor("q2", 3, 2, gate("g2", 280, 0.0003))
    c.L("l", 3, 4, 5e-3)
    c.R("r", 4, 0, 50.0)
    made.append(c)
    c = rectifier("soft_starter", 0.03)              # three phases, six thyristors, a star of coils
    nodes = phases(c, 100.0)
    for k, node in enumerate(nodes):
        c.thyristor("u%d" % k, node, "x%d" % k, gate("gu%d" % k, 70 + 120*k, 0.006))
        c.thyristor("l%d" % k, "x%d" % k, node, gate("gl%d" % k, 250 + 120*k, 0.006))
        c.L("m%d" % k, "x%d" % k, "y%d" % k, 1e-2)
        c.R("r%d" % k, "y%d" % k, "star", 10.0)
    c.R("g", "star", 0, 1e4)
    made.append(c)
    return made


@case
def crowbar():
    """A supply with a filter is shorted by a thyristor; the fuse, a switch, opens later."""
    c = Case("crowbar", 0.02, 1e-4, points=20)
    c.V("s", 1, 0, 24.0)
    c.R("rs", 1, 2, 0.5)
    c.switch("fuse", 2, 3, Window("u", [0.012], True))
    c.C("c", 3, 0, 1e-3, 24.0)
    c.L("l", 3, 4, 1e-3)
    c.thyristor("t", 4, 0, Window("g", [0.004, 0.005]))
    c.R("r", 3, 0, 10.0)
    made = [c]
    c = Case("crowbar_hard", 0.02, 1e-4, points=20)  # without a coil: the charge is gone at once
    c.V("s", 1, 0, 24.0)
    c.R("rs", 1, 2, 0.5)
    c.switch("fuse", 2, 3, Window("u", [0.012], True))
    c.C("c", 3, 0, 1e-3, 24.0)
    c.thyristor("t", 3, 0, Window("g", [0.004, 0.005]))
    c.R("r", 3, 0, 10.0)
    return made + [c]


@case
def power_factor():
    """Bridge and boost converter whose current is kept in a band; the same without the bridge; three phases."""
    made = []
    c = rectifier("boost_behind_bridge", 0.01)
    c.small = 1e-6                                   # larger leaks would count here
    c.V("s", 1, 0, 0.0, SINE)
    for k, (p, n) in enumerate(((1, "p"), ("m", 1), (0, "p"), ("m", 0))):
        c.diode("b%d" % k, p, n)
    c.L("l", "p", "x", 2e-2)
    c.switch("q", "x", "m", Hysteresis("u", "l.i", 1.0, 2.0))
    c.diode("d", "x", "o")
    c.C("c", "o", "m", 1e-4, 150.0)
    c.R("r", "o", "m", 200.0)
    made.append(c)
    c = rectifier("totem_pole", 0.02)
    c.V("s", 1, 0, 0.0, SINE)
    c.L("l", 1, 2, 2e-2)
    leg(c, "f", "p", 2, "m", Pwm("u", 1e-3, 0.3, phase=6e-4), Pwm("v", 1e-3, 0.5, phase=5e-5))
    c.diode("s1", 0, "p")
    c.diode("s2", "m", 0)
    c.C("c", "p", "m", 2e-4, 130.0)
    c.R("r", "p", "m", 200.0)
    made.append(c)
    c = rectifier("vienna", 0.02)
    nodes = phases(c, 100.0, ls=1e-2)
    for k, node in enumerate(nodes):
        c.diode("u%d" % k, node, "p")
        c.diode("w%d" % k, "m", node)
        c.switch("q%d" % k, node, "n", Pwm("g%d" % k, 1e-3, 0.4, phase=1e-4 + 3e-4*k))
    c.C("c1", "p", "n", 2e-4, 120.0)
    c.C("c2", "n", "m", 2e-4, 110.0)
    c.R("r1", "p", "n", 100.0)
    c.R("r2", "n", "m", 120.0)
    made.append(c)
    return made


@case
def lines():
    made = []
    c = rectifier("cycloconverter", 0.06)  # two bridges back to back, each for half of the time
    c.V("s", 1, 0, 0.0, SINE)
    for side, first, other in (("p", [0.0, 0.03], 0.0), ("n", [0.03, 0.06], 0.0)):
        for k, angle in enumerate((60, 240)):
            times = [x for m in range(8) for x in (angle/360/F + m/F, angle/360/F + m/F + 0.001)
                     if first[0] <= angle/360/F + m/F < first[1] - 0.002]
            g = Window("g%s%d" % (side, k), times)
            a, b = (("x", "y"), ("y", "x"))[side == "n"]
            c.thyristor("%s%du" % (side, k), (1, 0)[k], a, g)
            c.thyristor("%s%dl" % (side, k), b, (0, 1)[k], g)
    c.R("r", "x", "y", 20.0)
    made.append(c)
    c = rectifier("interphase", 0.03)     # two stars of three pulses with a coil between them
    nodes = phases(c, 100.0, count=3)
    others = phases(c, 100.0, count=3, shift=math.pi, prefix="w")
    for k, (one, two) in enumerate(zip(nodes, others)):
        c.diode("a%d" % k, one, "x")
        c.diode("b%d" % k, two, "y")
    c.coupled("t", "x", "o", "y", "o", 0.2, 0.2, -0.19)
    c.L("l", "o", "z", 1e-2)
    c.R("r", "z", 0, 10.0)
    made.append(c)
    c = rectifier("doubler_delon", 0.04)
    c.V("s", 1, 0, 0.0, SINE)
    c.R("rs", 1, 2, 0.5)
    c.diode("d1", 2, 3)
    c.diode("d2", 4, 2)
    c.C("c1", 3, 0, 1e-3)
    c.C("c2", 0, 4, 1e-3)
    c.R("r", 3, 4, 100.0)
    made.append(c)
    c = rectifier("ring_modulator", 0.02)
    c.V("s", 1, 0, 0.0, [(5.0, 230.0, 0.0)])
    c.R("rs", 1, 2, 50.0)
    c.transformer("t1", 2, 0, "a", "x", 1.0)
    c.transformer("t2", 2, 0, "x", "b", 1.0)
    c.V("lo", "x", "z", 0.0, [(10.0, 970.0, 0.3)])
    c.R("rl", "z", "y", 100.0)
    for k, (p, n) in enumerate((("a", "d"), ("d", "b"), ("b", "e"), ("e", "a"))):
        c.diode("d%d" % k, p, n)
    c.transformer("t3", "d", "y", "o", 0, 1.0)
    c.transformer("t4", "y", "e", "o", 0, 1.0)
    c.R("r", "o", 0, 600.0)
    c.R("g", "y", 0, 1e4)
    made.append(c)
    return made
