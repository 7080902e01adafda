#!/usr/bin/python3
"""Linear systems of models of the Modelica Standard Library against matrices by hand: controlled tanks, a DC motor, an
inverted pendulum on a cart.

    bench/poles.py FOLDER        the folder that has the library; saltus of build/

The library is no part of Saltus, so this is no test of `make check`; tests/points.py has models of its own."""
import json
import math
import os
import subprocess
import sys
import tempfile

import numpy as np

SALTUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build", "saltus")
MODELS = {
    "Tanks": "model Tanks extends Modelica.StateGraph.Examples.ControlledTanks; end Tanks;",
    "Motor": """model Motor
  import Modelica.Electrical.Analog.Basic;
  import Modelica.Mechanics.Rotational.Components;
  input Real u(start = 0);
  output Real speed = inertia.w;
  Modelica.Electrical.Analog.Sources.SignalVoltage source(v = u);
  Basic.Resistor resistor(R = 0.8);
  Basic.Inductor inductor(L = 0.02, i(start = 0, fixed = true));
  Basic.RotationalEMF emf(k = 0.5);
  Basic.Ground ground;
  Components.Inertia inertia(J = 0.03, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Components.Damper damper(d = 0.01, stateSelect = StateSelect.avoid);
  Components.Fixed fixed;
equation
  connect(source.p, resistor.p); connect(resistor.n, inductor.p); connect(inductor.n, emf.p); connect(emf.n, source.n);
    connect(source.n, ground.p);
  connect(emf.flange, inertia.flange_a); connect(inertia.flange_b, damper.flange_a); connect(damper.flange_b,
    fixed.flange);
end Motor;""",
    "Pendulum": """model Pendulum "upright on a cart, which a force moves"
  import Modelica.Mechanics.MultiBody;
  input Real f(start = 0);
  output Real way = cart.s, angle = joint.phi;
  inner MultiBody.World world(n = {0, -1, 0}, g = 9.81);
  MultiBody.Joints.Prismatic cart(n = {1, 0, 0}, useAxisFlange = true,
    s(start = 0, fixed = true), v(start = 0, fixed = true));
  MultiBody.Parts.Body mass(r_CM = {0, 0, 0}, m = 2, I_11 = 0, I_22 = 0, I_33 = 0);
  MultiBody.Joints.Revolute joint(n = {0, 0, 1}, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  MultiBody.Parts.Body bar(r_CM = {0, 0.7, 0}, m = 0.5, I_11 = 0, I_22 = 0, I_33 = 0.1);
  Modelica.Mechanics.Translational.Sources.Force force(f = f);
equation
  connect(world.frame_b, cart.frame_a); connect(cart.frame_b, mass.frame_a); connect(cart.frame_b, joint.frame_a);
    connect(joint.frame_b, bar.frame_a);
  connect(force.flange, cart.axis);
end Pendulum;""",
}


def call(*arguments):
    done = subprocess.run([SALTUS, *arguments, "--json"], capture_output=True, text=True, timeout=900,
                          env=dict(os.environ, MODELICAPATH=FOLDER))
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(done.stdout + done.stderr)


def compare(name, system, order, a, b=None):
    """The matrices, with the states in this order, and their poles."""
    at = [system["states"].index(s) for s in order]
    off = abs(np.array(system["A"])[np.ix_(at, at)] - a).max()
    if b is not None:
        off = max(off, abs(np.array(system["B"])[at] - b).max())
    key = lambda z: (round(z.real, 6), z.imag)
    found, known = (sorted(z, key=key) for z in ([complex(p["re"], p["im"]) if isinstance(p, dict)
                                                  else complex(*np.atleast_1d(p)) for p in system["poles"]],
                                                 np.linalg.eigvals(a)))
    poles = max(abs(p - q) for p, q in zip(found, known))
    shown = ", ".join(f"{p:.4g}" for p in known)
    print(f"{name:10} {shown:60}   matrices off by {off:.1e}   poles by {poles:.1e}   "
          f"{'good' if off < 1e-7 and poles < 1e-5 else 'BAD'}")
    return off < 1e-7 and poles < 1e-5


def tanks(path, t):
    """der(level) = (inflow - a sqrt(2 g hmax level))/(hmax A), if the valve is open."""
    f = call("run", path, "--stop", str(t), "--tol", "1e-9")["final"]
    leak = {}
    for k in ("tank1", "tank2"):
        level = max(f[k + ".level"], 1e-300)
        root = f[k + ".a"] * math.sqrt(2 * f[k + ".g"] * f[k + ".hmax"]) / 2 / math.sqrt(level)
        leak[k] = root / (f[k + ".hmax"] * f[k + ".A"]) if f[k + ".outflow1.open"] and f[k + ".level"] > 0 else 0
    return np.array([[-leak["tank1"], 0], [leak["tank1"], -leak["tank2"]]])


def main():
    good = True
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for name, text in MODELS.items():
            paths[name] = os.path.join(folder, name + ".mo")
            with open(paths[name], "w") as f:
                f.write(text + "\n")
        for t in (3, 7, 12, 17):
            good &= compare(f"Tanks {t}", call("linearise", paths["Tanks"], "--at", str(t), "--stop", "100", "--tol",
                                               "1e-9"), ["tank1.level", "tank2.level"],
                            tanks(paths["Tanks"], t))
        r, l, k, j, d = 0.8, 0.02, 0.5, 0.03, 0.01
        good &= compare("Motor", call("linearise", paths["Motor"]), ["inductor.i", "inertia.phi", "inertia.w"],
                        np.array([[-r / l, 0, -k / l], [0, 0, 1], [k / j, 0, -d / j]]), np.array([[1 / l], [0], [0]]))
        # the cart's mass M, the bar's m, l, J; phi turns from y towards -x: (M + m) s'' - m l phi'' = f, (J + m l^2)
        # phi'' - m l s'' = m g l phi
        M, m, h, J, g = 2, 0.5, 0.7, 0.1, 9.81
        inverse = np.linalg.inv([[M + m, -m * h], [-m * h, J + m * h * h]])
        a = np.zeros((4, 4))
        a[0, 1] = a[2, 3] = 1
        a[[1, 3], 2] = inverse @ [0, m * g * h]
        b = np.zeros((4, 1))
        b[[1, 3], 0] = inverse @ [1, 0]
        good &= compare("Pendulum", call("linearise", paths["Pendulum"]), ["cart.s", "cart.v", "joint.phi", "joint.w"],
                        a, b)
    return not good


if len(sys.argv) != 2 or not os.path.isdir(os.path.join(sys.argv[1], "Modelica")):
    sys.exit(__doc__)
FOLDER = os.path.abspath(sys.argv[1])
sys.exit(main())
