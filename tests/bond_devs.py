#!/usr/bin/env python3
"""Quantised components in the format of CD++ (docs/bond.md).

    bond_devs.py --saltus build/saltus

The circuit of examples/bond_circuit.mo for one minute with the quantum 0.0002 and the hysteresis 0.01: the states of
the quantised components stay within the bound of the theory around those of cvode on the circuit itself. The bound is
computed here, from the matrix of the circuit. Other graphs are written, read and run with cvode, and give what their
models give. Causality of classes, numbers of ports, links in pairs; what cannot be written; texts that are wrong."""
import json
import os
import re

from checks import SOURCE, check, folder, run_parts, saltus, write


def run(path, *words):
    done = saltus("run", path, "--json", *words)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {"status": done.stderr[-500:], "final": {}, "messages": []}


def read(path):
    """The text as components, links and sections, by a reader of its own."""
    components, links, values, section = {}, [], {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.split("%")[0].strip()
            if line.startswith("["):
                section = line[1:-1]
            elif line.startswith("components"):
                components = dict(w.split("@") for w in line.split(":", 1)[1].split())
            elif line.startswith("link"):
                links.append(line.split(":", 1)[1].split())
            elif line:
                key, value = line.split(":")
                values.setdefault(section, {})[key.strip()] = value.strip()
    return components, links, values


def check_links(name, components, links):
    """Each bond has an effort one way and a flow the other way; the strong bond of a junction has the number 1."""
    pairs, gives = {}, {}
    for a, b in links:
        (kind, number, sign, one), (kind2, number2, sign2, other) = [
            re.match(r"([ef])(\d+)([pn])@(.*)$", w).groups() for w in (a, b)]
        check(kind == kind2 and sign != sign2, "%s: link %s %s" % (name, a, b))
        key = frozenset([(one, number), (other, number2)])
        pairs.setdefault(key, []).append((kind, one))
        gives.setdefault((one, kind), []).append(int(number))
    for key, both in pairs.items():
        check(sorted(k for k, _ in both) == ["e", "f"] and both[0][1] != both[1][1],
              "%s: bond %s" % (name, sorted(key)))
    for component, is_a in components.items():
        if "Junction" in is_a:
            strong = gives.get((component, "e" if "Serial" in is_a else "f"), [])
            check(strong == [1], "%s: %s gives at %s" % (name, component, strong))
        if is_a.endswith("FlowIn") and "Gyrator" not in is_a:
            check((component, "e") in gives and (component, "f") not in gives, "%s: %s" % (name, component))
        if is_a.endswith("EffortIn") and "Gyrator" not in is_a:
            check((component, "f") in gives and (component, "e") not in gives, "%s: %s" % (name, component))


def product(a, b):
    return [[sum(a[i][k]*b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def bound(stop, step):
    """Of displacement and momenta: |x - x_exact| <= integral |exp(A s) A| ds dQ."""
    l1, l2, c, r1, r2 = 500.0, 2000.0, 10.0, 0.001, 1000.0
    a = [[-1/(r2*c), 0, 1/l2], [0, -r1/l1, -r1/l2], [-1/c, -r1/l1, -r1/l2]]
    h, total = stop/1000, [0.0]*3
    a2 = product(a, a)
    once = [[(i == j) + h*a[i][j] + h*h/2*a2[i][j] for j in range(3)] for i in range(3)]
    flow = a
    for _ in range(1000):
        total = [t + h*step*sum(map(abs, row)) for t, row in zip(total, flow)]
        flow = product(once, flow)
    return total


def the_circuit():
    source = os.path.join(SOURCE, "examples", "bond_circuit.mo")
    done = saltus("bond", source, "--devs", "circuit.ma", "--quantum", "0.0002", "--hysteresis", "0.01", "--quiet")
    check(done.returncode == 0, "written: " + done.stderr)
    path = os.path.join(folder, "circuit.ma")
    components, links, values = read(path)
    wanted = {"V": "QBGSourceEffort_Pulse", "R1": "QBGResistanceFlowIn", "R2": "QBGResistanceEffortIn",
              "L1": "QBGInductorEffortIn", "L2": "QBGInductorEffortIn", "C": "QBGCapacitorFlowIn"}
    check({n: c for n, c in components.items() if not n.startswith("$")} == wanted, "components: %s" % components)
    check(sorted(c for n, c in components.items() if n.startswith("$")) ==
          ["QBGParallelJunction"]*2 + ["QBGSerialJunction"]*2, "two junctions of each kind: %s" % components)
    check(len(links) == 18, "nine bonds: %d links" % len(links))
    check_links("circuit", components, links)
    check(values["C"] == {"quantum": "0.0002", "hystWindow": "0.01", "C": "10", "initialLoad": "0"}, str(values["C"]))
    check(values["V"]["period"] == "2.5" and values["V"]["amplitude"] == "10" and values["V"]["width"] == "50",
          str(values["V"]))
    for stop in ("7.5",) if os.environ.get("SANITIZED") else ("7.5", "60"):
        exact = run(source, "--solver", "cvode", "--tol", "1e-9", "--stop", stop)["final"]
        states = [10*exact["C.v"], 500*exact["L1.i"], 2000*exact["L2.i"]]
        quantised = run(path, "--stop", stop)
        check(quantised["status"] == "done" and quantised["solver"] == "qss1" and not quantised["messages"],
              "run: %s %s" % (quantised["status"], quantised["messages"]))
        found = [quantised["final"][n] for n in ("C.q", "L1.p", "L2.p")]
        allowed = bound(float(stop), 0.01)
        for x, y, most, name in zip(found, states, allowed, ("C.q", "L1.p", "L2.p")):
            check(abs(x - y) <= most + 1e-6, "%s at %s: %.9g, exactly %.9g, bound %.3g" % (name, stop, x, y, most))
        same = run(path, "--stop", stop, "--solver", "cvode", "--tol", "1e-9")
        check(not same["messages"], "another solver: %s" % same["messages"])
        check(all(abs(same["final"][n] - y) <= 1e-6*(1 + abs(y)) for n, y in zip(("C.q", "L1.p", "L2.p"), states)),
              "cvode on the components at %s" % stop)


def model(name, body):
    return "model %s\n%send %s;\n" % (name, body, name)


OTHERS = {
    "Sine": ("""  import Modelica.Electrical.Analog.*;
  Sources.SineVoltage V(V = 3, f = 0.5, phase = 0.3, offset = 1);
  Basic.Resistor R(R = 2);
  Basic.Inductor L(L = 0.7, i(start = 0.2, fixed = true));
  Ideal.IdealTransformer T(n = 2);
  Basic.Capacitor C(C = 0.4, v(start = -1, fixed = true));
  Basic.Resistor R2(R = 5);
  Basic.Ground g;
equation
  connect(V.p, R.p);
  connect(R.n, L.p);
  connect(L.n, T.p1);
  connect(T.n1, g.p);
  connect(T.p2, C.p);
  connect(T.p2, R2.p);
  connect(R2.n, g.p);
  connect(T.n2, g.p);
  connect(C.n, g.p);
  connect(V.n, g.p);
""", {"L.p": "0.7*L.i", "C.q": "0.4*C.v"}),
    "Motor": ("""  import Modelica.Electrical.Analog.*;
  Sources.StepVoltage V(V = 12, startTime = 0.2);
  Basic.Resistor R(R = 0.5);
  Basic.Inductor L(L = 0.05, i(start = 0, fixed = true));
  Basic.RotationalEMF emf(k = 0.3);
  Basic.Ground g;
  Modelica.Mechanics.Rotational.Components.Inertia J(J = 0.02, phi(start = 0, fixed = true),
    w(start = 1, fixed = true));
  Modelica.Mechanics.Rotational.Sources.ConstantTorque load(tau_constant = -0.4);
equation
  connect(V.p, R.p);
  connect(R.n, L.p);
  connect(L.n, emf.p);
  connect(emf.n, g.p);
  connect(V.n, g.p);
  connect(emf.flange, J.flange_a);
  connect(J.flange_b, load.flange);
""", {"L.p": "0.05*L.i", "J.p": "0.02*J.w"}),
    "Current": ("""  import Modelica.Electrical.Analog.*;
  Sources.ConstantCurrent I(I = 2);
  Basic.Capacitor C(C = 0.5, v(start = 0, fixed = true));
  Basic.Resistor R(R = 3);
  Basic.Ground g;
equation
  connect(I.p, g.p);
  connect(I.n, C.p);
  connect(C.p, R.p);
  connect(C.n, g.p);
  connect(R.n, g.p);
""", {"C.q": "0.5*C.v"}),
    "Turned": ("""  import Modelica.Electrical.Analog.*;
  Sources.SineVoltage V(V = 3, f = 0.5);
  Basic.Capacitor C(C = 0.5, v(start = 0, fixed = true));
  Basic.Resistor R(R = 3);
  Basic.Ground g;
equation
  connect(V.n, R.p);
  connect(R.n, C.p);
  connect(C.n, g.p);
  connect(V.p, g.p);
""", {"C.q": "0.5*C.v"}),
}


def round_trips():
    for name, (body, same) in OTHERS.items():
        path = write(name + ".mo", model(name, body))
        done = saltus("bond", path, "--devs", name + ".ma", "--quiet")
        check(done.returncode == 0, "%s is written: %s" % (name, done.stderr))
        if done.returncode:
            continue
        written = os.path.join(folder, name + ".ma")
        components, links, _ = read(written)
        check_links(name, components, links)
        exact = run(path, "--solver", "cvode", "--tol", "1e-9", "--stop", "3")["final"]
        found = run(written, "--solver", "cvode", "--tol", "1e-9", "--stop", "3")
        for variable, formula in same.items():
            factor, of = formula.split("*")
            wanted = float(factor)*exact[of]
            check(abs(found["final"].get(variable, 1e300) - wanted) <= 1e-6*(1 + abs(wanted)),
                  "%s: %s is %s, not %.9g; %s" % (name, variable, found["final"].get(variable), wanted,
                                                 found["messages"]))
        # a text of Modelica means the same
        check(saltus("convert", written, "-o", name + "_back.mo").returncode == 0, name + " is converted")
        back = run(os.path.join(folder, name + "_back.mo"), "--solver", "cvode", "--tol", "1e-9", "--stop",
                         "3")["final"]
        check(all(back.get(v) == found["final"].get(v) for v in same), "%s converted: %s" % (name, back))


def refusals():
    head = "  import Modelica.Electrical.Analog.*;\n  Sources.ConstantVoltage V(V = 1);\n  Basic.Ground g;\n"
    cases = {
        "Dependent": head + """  Basic.Capacitor C1(C = 1), C2(C = 2);
  Basic.Resistor R(R = 1);
equation
  connect(V.p, R.p);
  connect(R.n, C1.p);
  connect(R.n, C2.p);
  connect(C1.n, g.p);
  connect(C2.n, g.p);
  connect(V.n, g.p);
""",
        "Diode": head + """  Semiconductors.Diode D;
  Basic.Capacitor C(C = 1);
equation
  connect(V.p, D.p);
  connect(D.n, C.p);
  connect(C.n, g.p);
  connect(V.n, g.p);
"""}
    for name, body in cases.items():
        path = write(name + ".mo", model(name, body))
        done = saltus("bond", path, "--devs", name + ".ma")
        check(done.returncode == 1 and "B0025" in done.stderr, "%s is refused: %s" % (name, done.stderr[-400:]))
        check(not os.path.exists(os.path.join(folder, name + ".ma")), name + " leaves no file")
    good = os.path.join(SOURCE, "examples", "bond_circuit.mo")
    done = saltus("bond", good, "--devs", "x.ma", "--quantum", "-1")
    check(done.returncode == 2 and "U0003" in done.stderr, "a negative quantum: " + done.stderr)


WRONG = [
    ("", "B0037"),
    ("components : C@QBGCapacitorFlowIn\n", "B0036"),
    ("[top\ncomponents : C@QBGCapacitorFlowIn\n", "B0035"),
    ("[top]\ncomponents : C\n", "B0031"),
    ("[top]\ncomponents : C@QBGCapacitorFlowin\n", "B0032"),
    ("[top]\ncomponents : C@QBGCapacitorFlowIn C@QBGCapacitorFlowIn\n", "B0033"),
    ("[top]\ncomponents : C@QBGCapacitorFlowIn\nlink : e1p@C e1n@D\n", "B0030"),
    ("[top]\ncomponents : C@QBGCapacitorFlowIn\nlink : e1p@C\n", "B0034"),
    ("[top]\ncomponents : C@QBGCapacitorFlowIn\nlink : x1p@C e1n@C\n", "B0034"),
    ("[top]\nout : y\n", "B0036"),
    ("[top]\ncomponents : C@QBGCapacitorFlowIn\n[C]\nC\n", "B0036"),
    ("[top]\ncomponents : C@QBGCapacitorFlowIn\n[C]\nC : 1\n", "B0042"),
    ("[top]\ncomponents : C@QBGCapacitorFlowIn R@QBGResistanceEffortIn\nlink : e1p@C e1p@R\n", "B0040"),
    ("[top]\ncomponents : C@QBGCapacitorFlowIn R@QBGResistanceEffortIn\nlink : f1p@C f1n@R\n", "B0041"),
    ("[top]\ncomponents : C@QBGCapacitorFlowIn R@QBGResistanceEffortIn\nlink : e1p@C e1n@R\n", "B0040"),
]
PAIR = ("[top]\ncomponents : V@QBGSourceEffort_Constant R@QBGResistanceEffortIn\n"
        "link : e1n@V e1p@R\nlink : f1p@R f1n@V\n")
WRONG += [
    (PAIR + "[R]\nR : much\n", "B0043"),
    (PAIR + "[R]\nR : 1 Q : 2\n", "B0044"),
    (PAIR + "[R]\nR : 1\n[V]\nquantum : -1\n", "B0045"),
    (PAIR, "B0046"),
    (PAIR + "[R]\nR : 1 quantum : 1\n[V]\nquantum : 2\n", "B0047"),
    (PAIR + "[W]\nR : 1\n", "B0030"),
]


def wrong_texts():
    for number, (text, code) in enumerate(WRONG):
        answer = run(write("w%d.ma" % number, text))
        codes = [m["code"] for m in answer["messages"]]
        check(code in codes, "text %d: %s instead of %s" % (number, codes or answer["status"], code))
    bad = write("Q.mo", "model Q\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n"
                     "  annotation(__Saltus(solver = \"qss1\", quantum = -1));\nend Q;\n")
    check("M0494" in [m["code"] for m in run(bad)["messages"]], "a negative quantum in a model")
    good = write("G.mo", "model G\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n"
                      "  annotation(__Saltus(solver = \"qss1\", quantum = 0.01));\nend G;\n")
    answer = run(good)
    check(answer["solver"] == "qss1" and not answer["messages"], "a quantum in a model: %s" % answer["messages"])
    # x goes from 1 to 0.37: about 63 changes of a hundredth
    check(60 <= answer["steps"] <= 70 or answer["steps"] < 200, "steps by the quantum: %s" % answer["steps"])


run_parts((the_circuit, round_trips, refusals, wrong_texts))
