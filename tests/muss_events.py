#!/usr/bin/env python3
"""MUSS: problems with discontinuities, of the kinds that the literature has used to test their handling. The times of
all events have closed forms here, and are met to 1e-8 by every solver.

    tests/muss_events.py --saltus build/saltus [--part NAME,NAME]

Guasch (1987) names a bouncing ball, a torus, a simple switch and a pendulum (Thompson), and problems of Ellison, of
Carver and of Birta, Oren and Kettenis. Their statements are posed anew, so that the answers are known: events that
follow each other closely, two at one time, a window that opens twice within a step, a root that is only touched,
rates that jump, switches with hysteresis, and a body that sticks.
"""
import json
import math

from checks import check, run_parts, saltus, write

SOLVERS = ("auto", "cvode", "erk", "ida", "rodas", "adams")


def experiment(name, declared, initial, dynamic, finish, constants=""):
    return f"""Experiment {name} is
  Static region
    {constants}
    {declared}
    auxiliary variables {{integer n = 0; real t[12];}}
  End static region;
  Initial region
    {initial}
    for i = 1 to 12 {{t[i] = -1.0;}};
  End initial region;
  Dynamic region
    {dynamic}
  End dynamic region;
  Control region
    finish = {finish};
    tolerance = 1.0E-11;
  End control region;
End experiment {name};
"""


NOTE = "n = n + 1; t[n] = Time;"                         # of an event


def times(what, text, wanted, tolerance=1e-8, solvers=SOLVERS):
    path = write("events.muss", text)
    for solver in solvers:
        answer = saltus("run", path, "--solver", solver, "--json")
        try:
            final = json.loads(answer.stdout)["final"]
        except (ValueError, KeyError):
            check(False, f"{what} with {solver}", answer.stdout[-300:] + answer.stderr[-300:])
            continue
        found = [final.get(f"t[{k + 1}]") for k in range(len(wanted) + 1)][:int(final.get("n") or 0)]
        off = max((abs(a - b) for a, b in zip(found, wanted)), default=0)
        check(len(found) == len(wanted) and off <= tolerance, f"{what} with {solver}",
              f"n = {final.get('n')}, off by {off:.2g}: {found} {wanted} {answer.stdout[-400:]}")


def bouncing_ball():
    e, g = 0.75, 9.81
    first, up = math.sqrt(2/g), math.sqrt(2*g)
    wanted = [first]
    for k in range(1, 8):
        wanted.append(wanted[-1] + 2*up*e**k/g)
    times("bouncing ball", experiment(
        "ball", "state {real h = 1.0; real v = 0.0;}", "", f"h' = v; v' = -{g}; when (h <= 0.0) {{v = -{e}*v; "
            f"{NOTE}}};",
        wanted[-1] + 0.001), wanted)


def torus():
    """A point runs around in both directions; each angle begins anew at 2 pi."""
    a, b, turn = 1.7, 0.9, 2*math.pi
    wanted = sorted([k*turn/a for k in range(1, 6)] + [k*turn/b for k in range(1, 4)])[:7]
    times("torus", experiment(
        "torus", "state {real p = 0.0; real q = 0.0;}", "",
        f"p' = {a}; q' = {b}; when (p >= {turn!r}) {{p = p - {turn!r}; {NOTE}}} when (q >= {turn!r}) {{q = q - "
            f"{turn!r}; {NOTE}}};",
        wanted[-1] + 0.1), wanted)


def simple_switch():
    """Heating and cooling between two limits, by a switch with hysteresis."""
    low, high, hot = 0.3, 0.8, 1.0
    wanted, t = [], 0.0
    t = -math.log((hot - high)/hot)                        # from 0 up to the upper limit
    wanted.append(t)
    for _ in range(3):
        t += math.log(high/low)
        wanted.append(t)
        t += math.log((hot - low)/(hot - high))
        wanted.append(t)
    times("simple switch", experiment(
        "switch", "state {real x = 0.0;} auxiliary variables {logical on = TRUE; real u;}", "",
        f"if (on) {{u = {hot};}} else {{u = 0.0;}}; x' = u - x; when (x >= {high}) {{on = FALSE; {NOTE}}} "
        f"when (x <= {low}) {{on = TRUE; {NOTE}}};", wanted[-1] + 0.05), wanted)


def agm(a, b):
    while abs(a - b) > 1e-16:
        a, b = (a + b)/2, math.sqrt(a*b)
    return a


def pendulum():
    """A real pendulum from rest at an angle: it hangs at odd multiples of a quarter of its period."""
    g, l, angle = 9.81, 1.3, 2.0
    quarter = math.sqrt(l/g)*math.pi/2/agm(1, math.cos(angle/2))
    wanted = [quarter*k for k in (1, 3, 5, 7)]
    times("pendulum", experiment(
        "pendulum", "state {real p = 2.0; real w = 0.0;}", "",
        f"p' = w; w' = -{g}/{l}*sin(p); when (p <= 0.0) {{{NOTE}}} when (p >= 0.0) {{{NOTE}}};", 7.5*quarter), wanted)
    # small angles and a wall at -0.2 that gives back 0.6 of the speed
    w, wall, e = 3.0, -0.2, 0.6
    first = math.acos(wall)/w
    speed = e*w*math.sqrt(1 - wall**2)
    amplitude = math.hypot(wall, speed/w)
    away = (2*math.pi - 2*math.acos(-wall/amplitude))/w if wall > 0 else (2*math.acos(wall/amplitude))/w
    times("pendulum and wall", experiment(
        "wall", "state {real p = 1.0; real w = 0.0;}", "",
        f"p' = w; w' = -9.0*p; when (p <= {wall}) {{w = -{e}*w; {NOTE}}};", first + away + 0.05), [first,
            first + away])


def close():
    """Two events a millionth of a second apart; two at the same time; a window that opens and closes within a step."""
    times("events a millionth apart", experiment(
        "near", "state {real x = 0.0; real y = 0.0;}", "",
        f"x' = 1.0; y' = 1.0; when (x >= 1.0) {{{NOTE}}} when (y >= 1.000001) {{{NOTE}}};", 2.0), [1, 1.000001])
    times("two at one time", experiment(
        "same", "state {real x = 0.0; real y = 1.0;}", "",
        f"x' = 1.0; y' = -0.5; when (x >= 1.5) {{{NOTE}}} when (y <= 0.25) {{{NOTE}}};", 2.0), [1.5, 1.5])
    up = math.asin(0.9999)
    times("a narrow window", experiment(
        "window", "state {real x = 0.0; real y = 1.0;} auxiliary variables {logical in;}", "",
        f"x' = y; y' = -x; in = x > 0.9999; when (in) {{{NOTE}}} when (not in) {{{NOTE}}};", 9.0),
        [up, math.pi - up, 2*math.pi + up, 3*math.pi - up])
    times("a root that is only touched", experiment(
        "touch", "state {real x = 0.0; real y = 1.0;}", "", f"x' = y; y' = -x; when (x > 1.000001) {{{NOTE}}};",
            9.0), [])


def rates():
    """Rates that jump: with the sign of a state, at times, and with a state that a switch sets."""
    # x' = 1 below 1, then 0.25 up to 1.5, then 2: breaks at 1 and 3, and 2 is reached at 3.25
    times("rates that jump with a state", experiment(
        "steps", "state {real x = 0.0;}", "",
        "if (x < 1.0) {x' = 1.0;} else if (x < 1.5) {x' = 0.25;} else {x' = 2.0;}; "
        f"when (x >= 2.0) {{{NOTE}}};", 4.0),
        [3.25])
    # a force that changes at 1 s, and a distance that is reached behind it
    times("a force that stops", experiment(
        "force", "state {real x = 0.0; real v = 0.0;}", "",
        f"x' = v; if (Time < 1.0) {{v' = 2.0;}} else {{v' = -1.0;}}; when (v <= 0.0) {{{NOTE}}} when (x >= 2.5) "
            f"{{{NOTE}}};", 3.5),
        [2.0, 3.0])
    # max of two exponentials: they cross at ln(2); the larger one is integrated up to 1.5
    cross = math.log(2)
    area = 2*(1 - math.exp(-cross))
    end = cross + (1.5 - area)                             # behind it the constant 1 is the larger one
    times("the larger of two", experiment(
        "larger", "state {real a = 2.0; real s = 0.0;}", "",
        f"a' = -a; s' = max(a, 1.0); when (a <= 1.0) {{{NOTE}}} when (s >= 1.5) {{{NOTE}}};", 2.0), [cross, end])
    # dry friction: the body stops where v is 0, and sticks
    times("a body that sticks", experiment(
        "stick", "state {real v = 3.0; real x = 0.0;} auxiliary variables {logical moves = TRUE;}", "",
        f"x' = v; if (moves) {{v' = -0.8;}} else {{v' = 0.0;}}; when (v <= 0.0) {{moves = FALSE; v = 0.0; {NOTE}}};",
            6.0),
        [3.75])


def relay():
    """An oscillator under a relay: arcs of circles around 1 and -1, joined where x turns its sign."""
    # x'' = -x - sign(x) from x = 4 at rest: around -1 while x > 0, around 1 while x < 0; by symmetry the half
    # periods are equal
    r = 5.0
    first = math.acos(1/r)
    speed = math.sqrt(r*r - 1)
    half = 2*(math.atan2(speed, 1))                        # from x = 0 out and back: angle around the other centre
    times("relay", experiment(
        "relay", "state {real x = 4.0; real v = 0.0;}", "",
        f"x' = v; if (x > 0.0) {{v' = -x - 1.0;}} else {{v' = -x + 1.0;}}; when (x > 0.0) {{{NOTE}}} when (x <= "
            f"0.0) {{{NOTE}}};",
        first + 3.5*half), [first + k*half for k in range(4)])


run_parts([bouncing_ball, torus, simple_switch, pendulum, close, rates, relay])
