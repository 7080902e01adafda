#!/usr/bin/env python3
"""Bond graphs (docs/bond.md).

    bond.py --saltus build/saltus [--count N] [--seed S]

Known graphs: the circuit of docs/bond.md, dependent storages, loops, conflicts, amplifiers, switches, motors, gears,
heat, and components that users wrote, each with the nodes, states and faults that theory gives it. Two derivations: the
state equations of the causal graph and those that the equations of the model give have the same values at random
points, for all of these, for examples, and for generated networks of R, L, C, sources, transformers and gyrators with
dependent storages and loops. Both find the same number of states."""
import json
import os
import random
import xml.etree.ElementTree

import sample
from checks import SOURCE, check, folder, more_options, options, run_parts, saltus, write


def graph_of(path, *words):
    done = saltus("bond", path, "--json", *words)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        answer = {"status": "no JSON: " + done.stderr[-500:], "nodes": [], "bonds": [], "faults": [], "states": [],
                  "messages": []}
    answer["exit"] = done.returncode
    return answer


def kinds(answer):
    return sorted(n["kind"] + " " + n["name"] for n in answer.get("nodes", []) if n["kind"] not in ("0", "1"))


def codes(answer):
    return sorted(m["code"] for m in answer["messages"] if m["code"].startswith("B"))


PARTS = """
package Parts
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model OnePort
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    p.i = i;
    n.i = -i;
  end OnePort;
  model R
    extends OnePort;
    parameter Real R = 1;
  equation
    v = R*i;
  end R;
  model L
    extends OnePort;
    parameter Real L = 1;
  equation
    v = L*der(i);
  end L;
  model C
    extends OnePort;
    parameter Real C = 1;
  equation
    C*der(v) = i;
  end C;
  model Charge "a capacitor by its charge"
    extends OnePort;
    parameter Real C = 1;
    Real q;
  equation
    q = C*v;
    der(q) = i;
  end Charge;
  model Varactor "v is a function of the charge that cannot be solved for it"
    extends OnePort;
    Real q;
  equation
    der(q) = i;
    v = q + 0.1*q^3;
  end Varactor;
  model V
    extends OnePort;
    parameter Real V = 1, w = 3;
  equation
    v = V*sin(w*time);
  end V;
  model J
    extends OnePort;
    parameter Real I = 1, w = 2;
  equation
    i = I*cos(w*time);
  end J;
  model Lamp "a law that is not linear"
    extends OnePort;
  equation
    i = v + v^3;
  end Lamp;
  model Coil "with resistance"
    extends OnePort;
    parameter Real L = 1, R = 1;
  equation
    v = R*i + L*der(i);
  end Coil;
  partial model TwoPort
    Pin p1, n1, p2, n2;
  equation
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
  end TwoPort;
  model T "a transformer"
    extends TwoPort;
    parameter Real n = 2;
  equation
    p1.v - n1.v = n*(p2.v - n2.v);
    p2.i = -n*p1.i;
  end T;
  model G "a gyrator"
    extends TwoPort;
    parameter Real r = 2;
  equation
    p1.v - n1.v = -r*p2.i;
    p2.v - n2.v = r*p1.i;
  end G;
  model Switch "no effort or no flow"
    extends OnePort;
    Boolean closed = time < 0.5;
  equation
    if closed then
      v = 0;
    else
      i = 0;
    end if;
  end Switch;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
end Parts;
"""


def circuit(name, parts, joints):
    lines = ["model %s" % name] + ["  Parts.%s;" % p for p in parts] + ["equation"]
    lines += ["  connect(%s, %s);" % j for j in joints] + ["end %s;" % name]
    return "\n".join(lines) + "\n"


def known_graphs():
    own = [
        # name, parts, joints, elements, number of states, faults
        ("Series", ["V V", "R R(R = 2)", "L L", "C C", "Ground g"],
         [("V.p", "R.p"), ("R.n", "L.p"), ("L.n", "C.p"), ("C.n", "g.p"), ("V.n", "g.p")],
         "C C, I L, R R, Se V", 2, []),
        ("Charged", ["V V", "R R", "Charge C", "Ground g"],
         [("V.p", "R.p"), ("R.n", "C.p"), ("C.n", "g.p"), ("V.n", "g.p")], "C C, R R, Se V", 1, []),
        ("Hidden", ["J J", "R R", "Varactor C", "Ground g"],
         [("J.n", "C.p"), ("C.p", "R.p"), ("C.n", "g.p"), ("R.n", "g.p"), ("J.p", "g.p")], "C C, R R, Sf J", 1, []),
        ("Parallel", ["V V", "R R", "C C1", "C C2", "Ground g"],
         [("V.p", "R.p"), ("R.n", "C1.p"), ("R.n", "C2.p"), ("C1.n", "g.p"), ("C2.n", "g.p"), ("V.n", "g.p")],
         "C C1, C C2, R R, Se V", 1, ["dependent", "loop"]),
        ("Divider", ["V V", "R R1", "R R2", "R R3", "C C", "Ground g"],
         [("V.p", "R1.p"), ("R1.n", "R2.p"), ("R1.n", "R3.p"), ("R3.n", "C.p"), ("C.n", "g.p"), ("R2.n", "g.p"),
          ("V.n", "g.p")], "C C, R R1, R R2, R R3, Se V", 1, ["loop"]),
        ("Fed", ["V V", "C C", "Lamp D", "Ground g"],
         [("V.p", "C.p"), ("V.p", "D.p"), ("C.n", "g.p"), ("D.n", "g.p"), ("V.n", "g.p")],
         "C C, R D, Se V", 0, ["dependent"]),
        ("Sources", ["V V1", "V V2", "Ground g"],
         [("V1.p", "V2.p"), ("V1.n", "g.p"), ("V2.n", "g.p")], "Se V1, Se V2", 0, ["conflict"]),
        ("Currents", ["J J1", "J J2", "Ground g"],
         [("J1.n", "J2.p"), ("J1.p", "g.p"), ("J2.n", "g.p")], "Sf J1, Sf J2", 0, ["conflict"]),
        ("Ratio", ["V V", "R R", "T T(n = 3)", "C C", "Ground g"],
         [("V.p", "R.p"), ("R.n", "T.p1"), ("T.n1", "g.p"), ("T.p2", "C.p"), ("T.n2", "g.p"), ("C.n", "g.p"),
          ("V.n", "g.p")], "C C, R R, Se V, TF T", 1, []),
        ("Turned", ["V V", "R R", "G G(r = 3)", "L L", "R R2", "Ground g"],
         [("V.p", "R.p"), ("R.n", "G.p1"), ("G.n1", "g.p"), ("G.p2", "L.p"), ("G.n2", "g.p"), ("L.n", "R2.p"),
          ("R2.n", "g.p"), ("V.n", "g.p")], "GY G, I L, R R, R R2, Se V", 1, []),
        ("Lossy", ["V V", "Coil K", "C C", "Ground g"],
         [("V.p", "K.p"), ("K.n", "C.p"), ("C.n", "g.p"), ("V.n", "g.p")], "C C, I K.I, R K.R, Se V", 2, []),
        ("Bridged", ["V V", "R R1", "R R2", "C C1", "C C2", "C C3", "Ground g"],
         [("V.p", "R1.p"), ("R1.n", "C1.p"), ("C1.n", "R2.p"), ("R2.n", "g.p"), ("C2.p", "C1.p"), ("C2.n", "C3.p"),
          ("C3.n", "C1.n"), ("V.n", "g.p")], "C C1, C C2, C C3, R R1, R R2, Se V", 2, None),
        ("Switched", ["V V", "Switch S", "R R", "C C", "R R2", "Ground g"],
         [("V.p", "R.p"), ("R.n", "S.p"), ("S.n", "C.p"), ("C.n", "g.p"), ("R2.p", "C.p"), ("R2.n", "g.p"),
          ("V.n", "g.p")], "C C, R R, R R2, Se V, Sw S", 1, None),
    ]
    for name, parts, joints, elements, states, faults in own:
        path = write(name + ".mo", PARTS + circuit(name, parts, joints))
        answer = graph_of(path, *([] if faults and "conflict" in faults else ["--compare"]))
        check(", ".join(kinds(answer)) == elements, "%s: elements %s" % (name, kinds(answer)))
        found = sorted(f["kind"] for f in answer["faults"])
        check(faults is None or found == faults, "%s: faults %s" % (name, found))
        told = {"Sources": ["B0010"], "Divider": ["B0012"], "Parallel": ["B0011", "B0013"], "Series": []}.get(name)
        check(told is None or codes(answer) == told, "%s: told %s" % (name, codes(answer)))
        if not faults or "conflict" not in faults:
            check(len(answer["states"]) == states, "%s: states %s" % (name, answer["states"]))
            check(answer["exit"] == 0, "%s: %s" % (name, answer["messages"]))


LIBRARY = """
package Lib
  import Modelica.Electrical.Analog.*;
  import Modelica.Mechanics.*;
  import Modelica.Thermal.HeatTransfer;
  model Motor
    Sources.StepVoltage V(V = 12);
    Basic.Resistor R(R = 0.5);
    Basic.Inductor L(L = 0.05);
    Basic.RotationalEMF emf(k = 0.3);
    Rotational.Components.Inertia J(J = 0.02);
    Rotational.Components.Damper d(d = 0.01);
    Rotational.Components.Fixed fixed;
    Basic.Ground g;
  equation
    connect(V.p, R.p);
    connect(R.n, L.p);
    connect(L.n, emf.p);
    connect(emf.n, g.p);
    connect(V.n, g.p);
    connect(emf.flange, J.flange_a);
    connect(J.flange_b, d.flange_a);
    connect(d.flange_b, fixed.flange);
  end Motor;
  model Gear
    Rotational.Sources.ConstantTorque T(tau_constant = 1);
    Rotational.Components.Inertia J1(J = 1), J2(J = 2);
    Rotational.Components.IdealGear gear(ratio = 3);
    Rotational.Components.SpringDamper k(c = 5, d = 0.1);
    Rotational.Components.Fixed fixed;
  equation
    connect(T.flange, J1.flange_a);
    connect(J1.flange_b, gear.flange_a);
    connect(gear.flange_b, J2.flange_a);
    connect(J2.flange_b, k.flange_a);
    connect(k.flange_b, fixed.flange);
  end Gear;
  model Train
    Translational.Sources.ConstantForce F(f_constant = 3);
    Translational.Components.Mass m1(m = 1), m2(m = 2), m3(m = 3);
    Translational.Components.SpringDamper s(c = 10, d = 1);
    Translational.Components.Rod rod(L = 1);
    Translational.Components.Damper d(d = 0.5);
    Translational.Components.Fixed fixed;
  equation
    connect(F.flange, m1.flange_a);
    connect(m1.flange_b, s.flange_a);
    connect(s.flange_b, m2.flange_a);
    connect(m2.flange_b, rod.flange_a);
    connect(rod.flange_b, m3.flange_a);
    connect(m3.flange_b, d.flange_a);
    connect(d.flange_b, fixed.flange);
  end Train;
  model Warm
    Sources.ConstantVoltage V(V = 10);
    Basic.Resistor R(R = 2, alpha = 0.01, useHeatPort = true);
    Basic.Ground g;
    HeatTransfer.Components.HeatCapacitor C(C = 10);
    HeatTransfer.Components.ThermalConductor G(G = 2);
    HeatTransfer.Sources.FixedTemperature room(T = 300);
  equation
    connect(V.p, R.p);
    connect(R.n, g.p);
    connect(V.n, g.p);
    connect(R.heatPort, C.port);
    connect(C.port, G.port_a);
    connect(G.port_b, room.port);
  end Warm;
  model Integrator
    Sources.SineVoltage V(V = 1, f = 1);
    Ideal.IdealOpAmp3Pin oa;
    Basic.Resistor R(R = 2);
    Basic.Capacitor C(C = 0.1);
    Basic.Ground g;
  equation
    connect(V.p, R.p);
    connect(R.n, oa.in_n);
    connect(oa.in_p, g.p);
    connect(C.p, oa.in_n);
    connect(C.n, oa.out);
    connect(V.n, g.p);
  end Integrator;
  model Controlled
    Sources.SineVoltage V(V = 1, f = 1);
    Basic.VCV vcv(gain = 3);
    Basic.CCC ccc(gain = 2);
    Basic.Resistor R(R = 2), R2(R = 3), R3(R = 1);
    Basic.Capacitor C(C = 0.1);
    Basic.Ground g;
  equation
    connect(V.p, R.p);
    connect(R.n, C.p);
    connect(C.n, g.p);
    connect(vcv.p1, C.p);
    connect(vcv.n1, g.p);
    connect(vcv.n2, g.p);
    connect(vcv.p2, ccc.p1);
    connect(ccc.n1, R2.p);
    connect(R2.n, g.p);
    connect(ccc.p2, R3.p);
    connect(ccc.n2, g.p);
    connect(R3.n, g.p);
    connect(V.n, g.p);
  end Controlled;
  model Coupled
    Sources.SineVoltage V(V = 1, f = 1);
    Basic.Transformer T(L1 = 1, L2 = 2, M = 0.5);
    Basic.Resistor R0(R = 0.1), R(R = 2);
    Basic.Ground g;
  equation
    connect(V.p, R0.p);
    connect(R0.n, T.p1);
    connect(T.n1, g.p);
    connect(T.p2, R.p);
    connect(R.n, g.p);
    connect(T.n2, g.p);
    connect(V.n, g.p);
  end Coupled;
  model Rectifier
    Sources.SineVoltage V(V = 10, f = 1);
    Ideal.IdealDiode D;
    Basic.Resistor R(R = 2);
    Basic.Capacitor C(C = 0.1);
    Sensors.VoltageSensor volts;
    Sensors.CurrentSensor amps;
    Basic.Ground g;
  equation
    connect(V.p, amps.p);
    connect(amps.n, D.p);
    connect(D.n, C.p);
    connect(C.p, R.p);
    connect(C.n, g.p);
    connect(R.n, g.p);
    connect(V.n, g.p);
    connect(volts.p, C.p);
    connect(volts.n, g.p);
  end Rectifier;
end Lib;
"""


def library_graphs():
    path = write("Lib.mo", LIBRARY)
    wanted = [
        ("Motor", "GY emf, I J, I L, R R, R d, Se V", 2, []),
        ("Gear", "C k.C, I J1, I J2, R k.R, Se T, TF gear", 2, ["dependent", "loop"]),
        ("Train", "C s.C, I m1, I m2, I m3, R d, R s.R, Se F", 3, ["dependent", "loop"]),
        ("Warm", "C C, MR R, MSf R.heatPort, R G, Se V, Se room", 1, None),
        ("Integrator", "C C, OA oa, R R, Se V", 1, ["loop"]),
        ("Controlled", "C C, MSe vcv.p2, MSf ccc.p2, R R, R R2, R R3, Se V, Se ccc.p1, Sf vcv.p1", 1, []),
        ("Coupled", "I T, R R, R R0, Se V", 2, []),
        ("Rectifier", "C C, R R, Se V, Sw D", 1, None),
    ]
    for name, elements, states, faults in wanted:
        answer = graph_of(path + ":Lib." + name, "--compare")
        check(", ".join(kinds(answer)) == elements, "Lib.%s: elements %s" % (name, kinds(answer)))
        check(len(answer["states"]) == states, "Lib.%s: states %s" % (name, answer["states"]))
        found = sorted(f["kind"] for f in answer["faults"])
        check(faults is None or found == faults, "Lib.%s: faults %s" % (name, found))
        check(answer["exit"] == 0, "Lib.%s: %s" % (name, answer["messages"]))
    check(codes(graph_of(path + ":Lib.Integrator")) == ["B0014"], "the amplifier is told")
    values = {n["name"]: n.get("value") for n in graph_of(path + ":Lib.Motor")["nodes"]}
    check(values["emf"] == 0.3 and values["R"] == 0.5 and values["J"] == 0.02, "values of the motor %s" % values)
    given = {n["name"]: n.get("value") for n in graph_of(path + ":Lib.Motor", "-p", "R.R=7")["nodes"]}
    check(given["R"] == 7, "a value that is given: %s" % given["R"])


def own_language():
    for name, states in (("Oscillator", 2), ("Motor", 2), ("WarmResistor", 1)):
        answer = graph_of("BondGraph.Examples." + name, "--compare")
        check(answer["exit"] == 0 and len(answer["states"]) == states and not answer["faults"],
              "BondGraph.Examples.%s: %s %s" % (name, answer["states"], answer["messages"]))
    # the same motor in both languages has the same graph up to names
    answer = graph_of("BondGraph.Examples.Motor")
    check(sorted(k.split()[0] for k in kinds(answer)) == ["GY", "I", "I", "R", "R", "Se"], "the motor in bonds")


def examples():
    for name in ("dc_motor.mo", "pulse_circuit.mo", "quarter_car.mo", "rectifier.mo", "two_capacitors.mo",
                 "coils_in_series.mo", "diode_circuit.mo", "buck_converter.mo", "bond_drive.mo"):
        path = os.path.join(SOURCE, "examples", name)
        if not os.path.exists(path):
            continue
        answer = graph_of(path, "--compare")
        none = any(m["code"] in ("B0001", "B0021") for m in answer["messages"])
        check(none or answer["exit"] == 0, "%s: %s" % (name, [m["text"] for m in answer["messages"]]))


# ------------------------------------------------------------------------------------------------ generated networks

def network(dice):
    """A tree of elements over nodes, and some more: any two nodes may be joined by anything but a second source."""
    nodes = dice.randint(3, 6)
    parts, joints, count = ["Ground g"], [], 0
    ends = {0: "g.p"}

    def add(kind, values, a, b):
        nonlocal count
        count += 1
        name = "%s%d" % (kind.lower(), count)
        if kind in "TG":
            parts.append("%s %s(%s)" % (kind, name, values))
            pins = [("p1", a), ("n1", 0), ("p2", b), ("n2", 0)]
        else:
            parts.append("%s %s(%s)" % (kind, name, values))
            pins = [("p", a), ("n", b)]
        for pin, node in pins:
            if node in ends:
                joints.append(("%s.%s" % (name, pin), ends[node]))
            else:
                ends[node] = "%s.%s" % (name, pin)

    def value():
        return round(dice.uniform(0.3, 3), 2)

    add("V", "V = %g" % value(), 1, 0)
    for node in range(2, nodes):
        add("R", "R = %g" % value(), dice.randrange(1, node), node)
    for _ in range(dice.randint(2, 6)):
        kind = dice.choice("RCLCLJTG")
        a, b = dice.sample(range(nodes), 2)
        if kind in "TG":
            if nodes < 4:
                continue
            a, b = dice.sample(range(2, nodes), 2)
            add(kind, "%s = %g" % ("n" if kind == "T" else "r", value()), a, b)
        else:
            add(kind, "%s = %g" % ("I" if kind == "J" else kind, value()), a, b)
    return parts, joints


def generated():
    print("SALTUS_SEED=%d" % options.seed)
    compared = 0
    for number in range(options.seed, options.seed + options.count):
        dice = random.Random(number)
        parts, joints = network(dice)
        path = write("N%d.mo" % number, PARTS + circuit("N%d" % number, parts, joints))
        plain = saltus("check", path, "--json")
        try:
            runs = json.loads(plain.stdout)
        except ValueError:
            runs = {"status": "failed"}
        answer = graph_of(path, "--compare" if runs["status"] == "good" else "--quiet")
        check(answer["status"] in ("good", "failed"), "seed %d: %s" % (number, answer["status"]))
        if runs["status"] != "good":
            continue
        compared += 1
        conflict = any(f["kind"] == "conflict" for f in answer["faults"])
        check(answer["exit"] == 0, "seed %d: %s" % (number, [m["text"] for m in answer["messages"]]))
        check(conflict or len(answer["states"]) == runs["counts"]["states"],
              "seed %d: %d states by the graph, %d by the equations" %
              (number, len(answer["states"]), runs["counts"]["states"]))
    check(compared > options.count/3, "only %d of %d networks can be simulated" % (compared, options.count))


# ----------------------------------------------------------------------------------------------------- command, files

def strict_and_wrong():
    both = write("Both.mo", PARTS + circuit("Both", ["V V", "R R", "C C1", "C C2", "Ground g"], [
        ("V.p", "R.p"), ("R.n", "C1.p"), ("R.n", "C2.p"), ("C1.n", "g.p"), ("C2.n", "g.p"), ("V.n", "g.p")]))
    answer = graph_of(both, "--strict")
    check(answer["exit"] == 1 and "B0011" in codes(answer), "--strict refuses: %s" % codes(answer))
    text = [m["text"] for m in answer["messages"] if m["code"] == "B0011"]
    check(text and "'C2'" in text[0] and "'C1'" in text[0], "names the storages: %s" % text)
    check(graph_of(both)["exit"] == 0, "without --strict it is no refusal")
    bare = write("Bare.mo", PARTS + circuit("Bare", ["V V", "R R", "C C"], [
        ("V.p", "R.p"), ("R.n", "C.p"), ("C.n", "V.n")]))
    check("B0002" in codes(graph_of(bare)), "no ground is told")
    none = write("None.mo", PARTS + circuit("None", ["R R", "C C", "Ground g"], [
        ("R.p", "C.p"), ("R.n", "g.p"), ("C.n", "g.p")]))
    check(graph_of(none)["exit"] == 0, "a circuit without a source has a graph")
    own = write("Own.mo", PARTS + circuit("Own", ["V V", "R R", "R R2", "Ground g"], [
        ("V.p", "R.p"), ("R.n", "g.p"), ("V.n", "g.p"), ("R2.p", "R2.n"), ("R2.p", "V.p")]))
    check("B0003" in codes(graph_of(own)), "an element that is connected to itself is told")
    odd = write("Odd.mo", PARTS + """
model Mixed "efforts and flows of two ports, and their derivatives, in no known way"
  extends Parts.TwoPort;
  Real v1, v2;
equation
  v1 = p1.v - n1.v;
  v2 = p2.v - n2.v;
  v1 = der(p2.i) + p1.i;
  v2 = p2.i + der(v1);
end Mixed;
connector Wide
  Real a, b;
  flow Real c, d;
end Wide;
model Apart
  Wide w;
equation
  w.a = 1;
  w.d = 2;
end Apart;
""" + circuit("Odd", ["V V", "R R", "Ground g"], [
            ("V.p", "R.p"), ("R.n", "m.p1"), ("m.n1", "g.p"), ("m.n2", "g.p"), ("V.n", "g.p")]).replace(
                "equation", "  Mixed m;\n  Apart x;\nequation", 1))
    check({"B0004", "B0005"} <= set(codes(graph_of(odd))), "what is no element: %s" % codes(graph_of(odd)))
    signals = write("S.mo", "model S\n  Real x(start = 1);\nequation\n  der(x) = -x;\nend S;\n")
    answer = graph_of(signals)
    check(answer["exit"] == 1 and codes(answer) == ["B0001"], "nothing to show: %s" % codes(answer))
    check(saltus("bond", both, "-o", "x.gif").returncode == 2, "a picture of an unknown kind")
    check(saltus("bond", "nothing.mo").returncode == 1, "a file that is not there")


def pictures():
    path = write("P.mo", LIBRARY)
    done = saltus("bond", path + ":Lib.Gear", "-o", "gear.svg", "-o", "gear.dot", "-o", "gear.png")
    check(done.returncode == 0, "pictures: %s" % done.stderr)
    svg = xml.etree.ElementTree.parse(os.path.join(folder, "gear.svg"))
    texts = {"".join(t.itertext()) for t in svg.iter() if t.tag.endswith("text")}
    check({"I : J1", "I : J2", "TF : gear", "C : k.C", "Se : T", "1"} <= texts, "words of the picture: %s" % texts)
    with open(os.path.join(folder, "gear.dot"), encoding="utf-8") as file:
        dot = file.read()
    check(dot.count("->") == len(graph_of(path + ":Lib.Gear")["bonds"]) and "teelvee" in dot, "DOT:\n" + dot)
    text = saltus("bond", path + ":Lib.Motor", "--equations").stdout
    check("der(L.f) = " in text and "der(J.f) = " in text and "emf.k*L.f" in text, "equations:\n" + text)


more_options(count=sample.part(40), seed=sample.SEED)
run_parts((known_graphs, library_graphs, own_language, examples, strict_and_wrong, pictures, generated))
