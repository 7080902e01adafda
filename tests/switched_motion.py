"""Cases of tests/switched.py: clutches, free wheels, valves, stops, ropes."""
from switched_library import Case, Pwm, Window
from switched_models import ABC, case


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
