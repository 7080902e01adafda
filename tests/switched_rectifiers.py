"""Cases of tests/switched.py: rectifiers, thyristors, multipliers, switched capacitors."""
import math

from switched_library import Case, FORMS, Pwm
from switched_models import ABC, case


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
