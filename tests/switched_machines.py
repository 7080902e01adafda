"""Small circuits and mechanisms for tests/switched.py: limiters, detectors, charge pumps, Marx generators, relays; gear
boxes, free wheels, belts, pumps, cranes, couplings, escapements."""
from switched_library import Case, Hysteresis, Not, Pwm, Window
from switched_models import case
from switched_motion import bodies, shafts
from switched_rectifiers import SINE, rectifier


# limiters, detectors, pumps, relays

@case
def shapers():
    made = []
    c = rectifier("limiter", 0.04)
    c.V("s", 1, 0, 0.0, SINE)
    c.R("rs", 1, 2, 100.0)
    c.diode("d1", 2, 3)
    c.V("v1", 3, 0, 30.0)
    c.diode("d2", 4, 2)
    c.V("v2", 4, 0, -50.0)
    c.C("c", 2, 0, 1e-5)
    made.append(c)
    c = rectifier("restorer", 0.05)                  # a capacitor and a diode shift the signal
    c.small = 1e-6                                   # larger leaks would count here
    c.V("s", 1, 0, 10.0, SINE)
    c.C("c", 1, 2, 1e-5)
    c.diode("d", 0, 2)
    c.R("r", 2, 0, 5e4)
    made.append(c)
    c = rectifier("peak_detector", 0.06)             # each reset is an impulse, and the capacitor is filled by one
    c.small = 1e-6                                   # larger leaks would count here
    c.V("s", 1, 0, 5.0, [(20.0, 50.0, 0.0), (10.0, 35.0, 1.0)])
    c.diode("d", 1, 2)
    c.C("c", 2, 0, 1e-5, 8.0)
    c.switch("q", 2, 3, Pwm("u", 0.015, 0.1, phase=0.01))
    c.R("r", 3, 0, 2.0)
    made.append(c)
    c = rectifier("largest_of_three", 0.03)
    for k in range(3):
        c.V("s%d" % k, "i%d" % k, 0, 1.0*k, [(10.0, 40.0 + 13.0*k, 0.5*k)])
        c.diode("d%d" % k, "i%d" % k, "o")
    c.R("r", "o", 0, 100.0)
    c.C("c", "o", 0, 1e-6, 4.8)
    made.append(c)
    c = rectifier("steps_of_diodes", 0.03)           # five diodes at five levels: a curve of corners
    c.small = 1e-6                                   # larger leaks would count here
    c.V("s", 1, 0, 0.0, [(12.0, 50.0, 0.0)])
    c.R("rs", 1, 2, 100.0)
    for k in range(5):
        c.R("r%d" % k, 2, "a%d" % k, 200.0 + 50.0*k)
        c.diode("d%d" % k, "a%d" % k, "b%d" % k)
        c.V("v%d" % k, "b%d" % k, 0, 1.0 + 1.5*k)
    c.L("l", 2, 3, 0.1)
    c.R("r", 3, 0, 1e3)
    made.append(c)
    return made


@case
def pumps():
    period = 1e-3
    made = []
    c = Case("fibonacci_pump", 8*period, period/10, points=15)
    u, v = Pwm("u", period, 0.4, phase=0.05*period), Pwm("v", period, 0.4, phase=0.55*period)
    c.V("s", 1, 0, 3.0)
    c.C("f1", 2, 3, 1e-5, 2.0)
    c.C("f2", 4, 5, 1e-5, 3.0)
    c.C("c", 6, 0, 2e-5, 5.0)
    c.switch("q1", 1, 2, u)
    c.switch("q2", 3, 0, u)
    c.switch("q3", 5, 1, u)
    c.switch("q4", 4, 6, u)
    c.switch("q5", 1, 3, v)
    c.switch("q6", 2, 4, v)
    c.switch("q7", 5, 0, v)
    c.R("r", 6, 0, 3e3)
    made.append(c)
    c = Case("series_parallel", 8*period, period/10, points=15)
    u, v = Pwm("u", period, 0.4, phase=0.05*period), Pwm("v", period, 0.4, phase=0.55*period)
    c.V("s", 1, 0, 12.0)
    for k in range(3):
        c.C("f%d" % k, "a%d" % k, "b%d" % k, 1e-5*(1 + 0.1*k), 3.5)
        c.switch("p%d" % k, "a%d" % k, "o", v)
        c.switch("g%d" % k, "b%d" % k, 0, v)
        c.switch("s%d" % k, 1 if k == 0 else "b%d" % (k - 1), "a%d" % k, u)
    c.switch("e", "b2", "o", u)
    c.C("c", "o", 0, 2e-5, 2.5)
    c.R("r", "o", 0, 200.0)
    made.append(c)
    # Marx: charged side by side through resistors, thrown in series by gaps
    c = Case("marx", 0.012, 1e-4, points=24)
    c.small = 1e-6                                   # larger leaks would count here
    fire = Window("u", [0.005, 0.0055, 0.0095, 0.01])
    c.V("s", 1, 0, 1000.0)
    for k in range(4):
        c.C("c%d" % k, "a%d" % k, "b%d" % k, 1e-6, 100.0)
        c.R("r%d" % k, 1 if k == 0 else "a%d" % (k - 1), "a%d" % k, 200.0)
        if k:
            c.R("g%d" % k, "b%d" % (k - 1) if k > 1 else 0, "b%d" % k, 200.0)
            c.switch("q%d" % k, "a%d" % (k - 1), "b%d" % k, fire)
    c.R("g0", "b0", 0, 1e-3)
    c.switch("q", "a3", "o", fire)
    c.C("co", "o", 0, 5e-8)
    c.R("ro", "o", 0, 500.0)
    made.append(c)
    # the same with diodes instead of charging resistors
    c = Case("marx_of_diodes", 0.012, 1e-4, points=24)
    fire = Window("u", [0.005, 0.0055, 0.0095, 0.01])
    c.V("s", 1, 0, 1000.0)
    c.R("rs", 1, "x", 100.0)
    for k in range(3):
        c.C("c%d" % k, "a%d" % k, "b%d" % k, 1e-6, 100.0)
        c.diode("d%d" % k, "x" if k == 0 else "a%d" % (k - 1), "a%d" % k)
        if k:
            c.diode("g%d" % k, "b%d" % k, "b%d" % (k - 1) if k > 1 else 0)
            c.switch("q%d" % k, "a%d" % (k - 1), "b%d" % k, fire)
    c.R("g0", "b0", 0, 1.0)
    c.switch("q", "a2", "o", fire)
    c.R("ro", "o", 0, 500.0)
    made.append(c)
    return made


@case
def relays():
    made = []
    c = Case("relay", 0.3, 1e-3, points=30)          # a coil with a diode; its contact switches another coil
    c.V("s", 1, 0, 24.0)
    c.switch("q", 1, 2, Window("u", [0.02, 0.12, 0.2]))
    c.diode("f", 0, 2)
    c.R("rc", 2, 3, 100.0)
    c.L("lc", 3, 0, 1.0)
    c.switch("contact", 1, 4, Not(Hysteresis("h", "lc.i", 0.05, 0.15)))
    c.diode("f2", 0, 4)
    c.L("l", 4, 5, 0.2)
    c.R("r", 5, 0, 20.0)
    made.append(c)
    c = Case("buzzer", 0.2, 5e-4, points=20)         # the contact cuts off its own coil
    c.V("s", 1, 0, 24.0)
    c.switch("contact", 1, 2, Hysteresis("h", "l.i", 0.05, 0.15))
    c.diode("f", 0, 2)
    c.R("r", 2, 3, 100.0)
    c.L("l", 3, 0, 1.0)
    made.append(c)
    c = Case("ignition", 0.03, 2e-5, points=30)      # breaker with a capacitor, coupled coils, a diode as the gap
    c.small = 1e-8                                   # larger leaks would count here
    c.V("s", 1, 0, 12.0)
    c.R("rs", 1, 2, 1.5)
    c.coupled("t", 2, 3, 4, 0, 5e-3, 20.0, 0.3)
    c.switch("breaker", 3, 0, Window("u", [0.0104, 0.0204], True))
    c.C("c", 3, 0, 2e-7)
    c.diode("gap", 4, 5)
    c.R("r", 5, 0, 1e6)
    c.R("w", 4, 0, 5e6)
    made.append(c)
    return made


# shafts

@case
def gear_boxes():
    made = []
    c = shafts("synchromesh", 4.0, delta=0.005)      # the clutch opens, a ring slips, then the teeth engage
    c.C("engine", 1, 0, 0.2, 100.0)
    c.switch("clutch", 1, 2, Window("u0", [1.0, 2.0], True))
    c.C("entry", 2, 0, 0.01, 100.0)
    c.transformer("g1", 2, 0, "a", 0, 3.5)
    c.transformer("g2", 2, 0, "b", 0, 2.0)
    c.switch("k1", "a", "out", Window("u1", [1.05], True))
    c.switch("ring", "b", "r", Window("u2", [1.1, 1.6]))
    c.R("slip", "r", "out", 0.5)
    c.switch("k2", "b", "out", Window("u3", [1.6]))
    c.C("car", "out", 0, 30.0, 100/3.5)
    c.R("drag", "out", 0, 0.3)
    c.I("m", 0, 1, 20.0)
    made.append(c)
    # four inertias, brakes and clutches that act at the same times: two gears of an automatic
    c = shafts("automatic", 3.0)
    c.C("turbine", 1, 0, 0.1, 50.0)
    c.transformer("g1", 1, 0, 2, 0, 2.0)
    c.transformer("g2", 1, 0, 3, 0, -1.5)
    c.C("ring", "r", 0, 0.05, 10.0)
    c.C("out", "o", 0, 5.0, 5.0)
    c.switch("k1", 2, "r", Window("u1", [0.5, 1.5]))
    c.switch("k2", "r", "o", Window("u2", [0.5, 1.5, 2.2]))
    c.switch("brake", 3, 0, Window("u3", [2.6, 2.8]))
    c.diode("free", 2, "o")
    c.R("b1", 1, 0, 10.0)
    c.R("b2", "o", 0, 2.0)
    c.I("m", 0, 1, 3.0)
    made.append(c)
    c = shafts("starter", 3.0, delta=0.005)          # a starter drives through a free wheel until the engine runs
    c.C("starter", 1, 0, 0.01, 0.0)
    c.R("b1", 1, 0, 10.0)
    c.I("ms", 0, 1, 5.0, pulse=Window("us", [0.2, 1.4]))
    c.transformer("g", 1, 0, 2, 0, 10.0)
    c.diode("f", 2, 3)
    c.C("engine", 3, 0, 0.2, 0.0)
    c.R("b3", 3, 0, 1.0)
    c.I("me", 0, 3, 0.0, [(8.0, 3.0, 0.0)])
    made.append(c)
    c = shafts("winch", 4.0)                         # a pawl holds the load, and is lifted twice
    c.C("drum", 1, 0, 0.5, 0.0)
    c.I("load", 1, 0, 2.0)
    c.I("crank", 0, 1, 2.0, [(6.0, 0.8, 0.0)])
    c.R("b", 1, 0, 4.0)
    c.switch("pawl", "x", 0, Window("u", [1.4, 1.6, 3.0, 3.1], True))
    c.diode("f", "x", 1)
    made.append(c)
    c = shafts("belt", 4.0)                          # a belt only pulls: a spring behind a free wheel, each way
    c.C("j1", 1, 0, 0.3, 0.0)
    c.C("j2", 2, 0, 0.5, 0.0)
    c.diode("f1", 1, "x")
    c.L("s1", "x", 2, 0.02)
    c.diode("f2", "y", 1)
    c.L("s2", 2, "y", 0.03)
    c.R("b1", 1, 0, 5.0)
    c.R("b2", 2, 0, 1.5)
    c.I("m", 0, 1, 0.0, [(5.0, 0.6, 0.0)])
    made.append(c)
    c = shafts("sprags_in_rows", 3.0)                # two free wheels in series and one beside them
    c.C("j1", 1, 0, 1.0, 3.0)
    c.diode("f1", 1, 2)
    c.C("j2", 2, 0, 0.2, 0.0)
    c.diode("f2", 2, 3)
    c.C("j3", 3, 0, 0.7, -2.0)
    c.diode("f3", 1, 3)
    c.R("b", 3, 0, 1.0)
    c.I("m", 0, 1, 0.0, [(8.0, 0.9, 0.5)])
    made.append(c)
    return made


@case
def hydraulics():
    made = []
    c = Case("double_acting_pump", 4.0, 0.01, domain="h")
    c.V("low", 1, 0, 0.5)
    for k, sign in ((1, 1.0), (2, -1.0)):
        c.I("q%d" % k, 0, "c%d" % k, 0.0, [(0.4*sign, 1.0, 0.0)])
        c.C("b%d" % k, "c%d" % k, 0, 0.02, 0.5)
        c.diode("in%d" % k, 1, "c%d" % k)
        c.diode("out%d" % k, "c%d" % k, 3)
    c.C("vessel", 3, 0, 0.1, 1.0)
    c.L("line", 3, 4, 0.1)
    c.R("load", 4, 0, 5.0)
    made.append(c)
    c = Case("rigid_pump", 4.0, 0.01, domain="h")    # the cylinder has no compliance: one valve is always open
    c.V("low", 1, 0, 0.5)
    c.diode("suction", 1, 2)
    c.I("piston", 0, 2, 0.0, [(0.4, 1.0, 0.3)])
    c.diode("pressure", 2, 3)
    c.C("vessel", 3, 0, 0.1, 1.0)
    c.R("load", 3, 0, 5.0)
    made.append(c)
    c = Case("locks", 6.0, 0.02, domain="h")         # chambers of a canal, gates one after another
    for k, head in enumerate((5.0, 2.0, 3.5, 1.0)):
        c.C("t%d" % k, k + 1, 0, 1.0 + k, head)
    c.switch("v0", 1, 2, Window("u0", [1.0, 1.5]))
    c.switch("v1", 2, 3, Window("u1", [2.0, 2.5, 4.5, 5.0]))
    c.switch("v2", 3, 4, Window("u2", [3.0, 3.5, 4.5, 5.0]))
    c.R("spring", 0, 1, 10.0)
    c.R("leak", 4, 0, 5.0)
    made.append(c)
    return made


# bodies

@case
def ropes_and_floors():
    made = []
    c = bodies("crane", 5.0)                         # a hook lifts a load off the floor, drops it, catches it
    c.mass("hook", 2.0, 1.0, 0.0)
    c.force("pull", "hook", 20.0, [(40.0, 0.4, 0.0)])
    c.damper("d", 0, "hook", 8.0)
    c.spring("back", 0, "hook", 5.0, 1.0)
    c.mass("load", 3.0, 0.0, 0.0)
    c.force("g", "load", -3.0*9.81)
    c.rope("rope", "load", "hook", 1.6)
    c.stop_("floor", 0, "load")
    made.append(c)
    c = bodies("couplings", 4.0)                     # cars with play in their couplings: a jerk runs through the train
    for k in range(4):
        c.mass("c%d" % k, 1.0 + 0.3*k, 1.0*(3 - k), 0.0)
        c.damper("d%d" % k, 0, "c%d" % k, 0.2)
    c.force("f", "c0", 3.0, [(6.0, 0.35, 1.0)])
    for k in range(3):
        c.rope("r%d" % k, "c%d" % (k + 1), "c%d" % k, 1.1 + 0.01*k)
        c.stop_("s%d" % k, "c%d" % (k + 1), "c%d" % k, 0.9)
    made.append(c)
    c = bodies("pile_driver", 4.0)                   # a ram is held, let go, falls on a pile in soil
    c.mass("ram", 5.0, 3.0, 0.0)
    c.force("g", "ram", -5.0*9.81)
    c.clamp("hold", 0, "ram", Window("u", [0.7], True))
    c.mass("pile", 10.0, 1.0, 0.0)
    c.damper("soil", 0, "pile", 60.0)
    c.spring("rest", 0, "pile", 50.0, 1.0)
    c.stop_("hit", "pile", "ram")
    made.append(c)
    c = bodies("pile_of_boxes", 3.0)                 # three boxes on a platform that falls away and comes back
    c.mass("p", 8.0, 0.0, 0.0)
    c.spring("c", 0, "p", 400.0, 0.2)
    c.damper("d", 0, "p", 20.0)
    c.force("f", "p", 0.0, [(150.0, 0.8, 0.0)])
    for k in range(3):
        c.mass("b%d" % k, 1.0, 0.1 + 0.3*k, 0.0)
        c.force("g%d" % k, "b%d" % k, -9.81)
        c.stop_("s%d" % k, "p" if k == 0 else "b%d" % (k - 1), "b%d" % k, 0.05 if k == 0 else 0.25)
    made.append(c)
    # a cabin on a rope that is taut from the start (E411); the rope is let go, a brake and a buffer act
    c = bodies("lift", 4.0)
    c.mass("cabin", 4.0, 2.0, 0.0)
    c.mass("weight", 4.5, 5.0, 0.0)
    c.force("gc", "cabin", -4.0*9.81)
    c.force("gw", "weight", 4.5*9.81)                # its rope goes over a wheel: what falls is drawn upwards
    c.rope("rope", "cabin", "weight", 3.0)
    c.clamp("brake", 0, "weight", Window("b", [0.6]))
    c.stop_("low", 0, "cabin", 1.5)
    c.rope("high", 0, "cabin", 2.4)
    made.append(c)
    return made


@case
def escapements():
    made = []
    # a wheel that a weight drives is stopped and let go twice in a period; each stop is a jolt on the balance
    c = shafts("escapement", 3.0, delta=0.005)
    c.C("wheel", 1, 0, 0.02, 0.0)
    c.I("weight", 0, 1, 0.5)
    c.R("bw", 1, 0, 50.0)
    c.C("balance", 2, 0, 0.1, 1.0)
    c.L("hair", 2, 0, 0.5)
    c.switch("pallet", 1, 2, Pwm("u", 0.7, 0.1, phase=0.1))
    c.switch("lock", 1, 0, Pwm("v", 0.7, 0.3, phase=0.3))
    made.append(c)
    c = shafts("geneva", 3.0, delta=0.005)           # a pin drives the wheel for a quarter of each turn, then a lock
    c.V("drive", 1, 0, 2.0)
    c.C("wheel", 2, 0, 0.3, 0.0)
    c.switch("pin", 1, 2, Pwm("u", 1.0, 0.25, phase=0.2))
    c.switch("lock", 2, 0, Pwm("v", 1.0, 0.7, phase=0.475))
    c.L("shaft", 2, 3, 0.05)
    c.C("table", 3, 0, 0.5, 0.0)
    c.R("b", 3, 0, 1.0)
    made.append(c)
    return made
