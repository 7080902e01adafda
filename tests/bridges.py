#!/usr/bin/env python3
"""Rectifiers of four exponential diodes, made by chance, with all solvers, against steps of Runge and Kutta that are
much shorter than needed.

    bridges.py --saltus build/saltus [--count N] [--seed S] [-v]

A sine source with a resistance feeds a bridge of four diodes i = Is*(exp(v/Vt) - 1), a capacitor and a load, written
with equations or made of components. The diodes conduct for a small part of each period, and begin and end within
microseconds. For four equal diodes the loop of equations has one unknown: with the voltage v of the capacitor and d of
the half of what is left over the source's side, (source - 2*d)/Rs = 2*Is*exp(-v/(2*Vt))*sinh(d/Vt), and the current
into the capacitor is 2*Is*(exp(-v/(2*Vt))*cosh(d/Vt) - 1)."""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

SOLVERS = ["auto", "erk", "rodas", "dirk", "cvode", "adams", "ida"]
PERIODS = 2.7

EQUATIONS = """model Bridge
  parameter Real V = %(V)r, w = %(w)r, Rs = %(Rs)r, C = %(C)r, R = %(R)r, Is = %(Is)r, Vt = %(Vt)r;
  Real v(start = %(start)r, fixed = true);
  Real a, b, i1, i2, i3, i4, is;
equation
  is = (V*sin(w*time) - (a - b))/Rs;
  i1 = Is*(exp((a - v)/Vt) - 1);
  i2 = Is*(exp((b - v)/Vt) - 1);
  i3 = Is*(exp(-a/Vt) - 1);
  i4 = Is*(exp(-b/Vt) - 1);
  is = i1 - i3;
  -is = i2 - i4;
  C*der(v) = i1 + i2 - v/R;
end Bridge;
"""

COMPONENTS = """package Parts
  connector Pin Real v; flow Real i; end Pin;
  partial model Two Pin p, n; Real v, i; equation v = p.v - n.v; i = p.i; p.i + n.i = 0; end Two;
  model Diode extends Two; parameter Real Is, Vt; equation i = Is*(exp(v/Vt) - 1); end Diode;
  model Resistor extends Two; parameter Real R; equation v = R*i; end Resistor;
  model Capacitor extends Two; parameter Real C; equation C*der(v) = i; end Capacitor;
  model Source extends Two; parameter Real V, w; equation v = V*sin(w*time); end Source;
  model Ground Pin p; equation p.v = 0; end Ground;
  model Bridge
    Diode d1(Is = %(Is)r, Vt = %(Vt)r), d2(Is = %(Is)r, Vt = %(Vt)r),
      d3(Is = %(Is)r, Vt = %(Vt)r), d4(Is = %(Is)r, Vt = %(Vt)r);
    Source s(V = %(V)r, w = %(w)r);
    Resistor rs(R = %(Rs)r), load(R = %(R)r);
    Capacitor c(C = %(C)r, v(start = %(start)r, fixed = true));
    Ground g;
    Real v = c.v;
  equation
    connect(s.p, rs.p);
    connect(rs.n, d1.p); connect(d1.n, c.p);
    connect(s.n, d2.p); connect(d2.n, c.p);
    connect(d3.n, rs.n); connect(d3.p, c.n);
    connect(d4.n, s.n); connect(d4.p, c.n);
    connect(load.p, c.p); connect(load.n, c.n);
    connect(g.p, c.n);
  end Bridge;
end Parts;
"""


# a step of erk once went over the end of a conduction, and its error estimate was small by chance
FOUND = {"V": 24.0, "w": 2*math.pi*50, "Rs": 100.0, "R": 1000.0, "C": 1e-3, "Is": 1e-9, "Vt": 0.0258, "start": 0.0}


def draw(rng):
    w = 2*math.pi*rng.choice([50, 60, 400])
    load = 10**rng.uniform(1.5, 4)
    return {"V": rng.choice([5.0, 24.0, 100.0, 325.0]), "w": w, "Rs": load*10**rng.uniform(-2.3, -0.5), "R": load,
            "C": 10**rng.uniform(0, 1.5)*2*math.pi/w/load,
            "Is": 10**rng.uniform(-14, -6), "Vt": 0.0258*rng.choice([1, 1.5, 2]), "start": 0.0}


def rate(m, v, source, guess):
    """d = Vt*asinh(current/small) by Newton's method between two bounds; small, which may be less than any number, by
    its logarithm."""
    vt, log_small = m["Vt"], math.log(2*m["Is"]) - v/(2*m["Vt"])
    size = abs(source)
    low, high, d = 0.0, 0.5*size, min(guess, 0.5*size)
    for _ in range(100):
        left = (size - 2*d)/m["Rs"]
        if left > 0 and math.log(left) - log_small > 20:
            f, slope = d - vt*(math.log(2*left) - log_small), 1 + 2*vt/(size - 2*d)
        else:
            ratio = left*math.exp(-log_small) if left > 0 else 0.0
            f, slope = d - vt*math.asinh(ratio), 1 + 2*vt/m["Rs"]*math.exp(min(-log_small, 700))/math.sqrt(1
                    + ratio*ratio)
        low, high = (d, high) if f < 0 else (low, d)
        new = d - f/slope
        new = new if low <= new <= high else 0.5*(low + high)
        done = abs(new - d) <= 1e-14*(vt + d)
        d = new
        if done:
            break
    e = d/vt
    into = 0.5*math.exp(log_small + e) + 0.5*math.exp(log_small - e)
    return (into - 2*m["Is"] - v/m["R"])/m["C"], d


def reference(m, stop, count):
    v, t, h, d = m["start"], 0.0, stop/count, 0.0
    for k in range(count):
        t = k*h
        s0, s1, s2 = (m["V"]*math.sin(m["w"]*x) for x in (t, t + h/2, t + h))
        k1, d = rate(m, v, s0, d)
        k2, d = rate(m, v + h/2*k1, s1, d)
        k3, d = rate(m, v + h/2*k2, s1, d)
        k4, d = rate(m, v + h*k3, s2, d)
        v += h/6*(k1 + 2*k2 + 2*k3 + k4)
    return v


def run(saltus, path, solver, tolerance, stop):
    done = subprocess.run([os.path.abspath(saltus), "run", path, "--stop", repr(stop), "--solver", solver, "--tol",
                           repr(tolerance), "--json"],
                          stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"status": "no answer, status %d" % done.returncode, "messages": []}


def judge(said, exact, size, allowed):
    if said["status"] != "done":
        return "it ended: %s" % ", ".join(m["code"] + " " + m["text"] for m in said["messages"])
    off = abs(said["final"]["v"] - exact)/size
    return "%.9g is off by %.2g" % (said["final"]["v"], off) if off > allowed else None


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--saltus", required=True)
    arguments.add_argument("--count", type=int, default=8)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("-v", action="store_true")
    asked = arguments.parse_args()
    wrong = runs = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bridge.mo")
        for seed in range(asked.seed, asked.seed + asked.count):
            rng = random.Random(seed)
            found = seed == asked.seed
            m, form = FOUND if found else draw(rng), (EQUATIONS, COMPONENTS)[0 if found else seed % 2]
            stop = (5 if found else PERIODS)*2*math.pi/m["w"]
            coarse, exact = reference(m, stop, 4000), reference(m, stop, 8000)
            text = form % m
            with open(path, "w") as file:
                file.write(text)
            place = path + ":Parts.Bridge" if form is COMPONENTS else path
            for solver in SOLVERS:
                runs += 1
                tolerance = 1e-6 if found else rng.choice([1e-5, 1e-6, 1e-7])
                said = run(asked.saltus, place, solver, tolerance, stop)
                fault = judge(said, exact, m["V"], (10 if found else 30)*tolerance + abs(coarse - exact)/m["V"])
                wrong += bool(fault)
                if fault or asked.v:
                    print("seed %d, %s, --tol %g: %s (exact %.9g, to %.1g)" % (seed, solver, tolerance,
                            fault or "right", exact, abs(coarse - exact)/m["V"]), flush=True)
                    if fault and solver == SOLVERS[0]:
                        print(text)
    print("seed %d: %d of %d runs are right" % (asked.seed, runs - wrong, runs))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
