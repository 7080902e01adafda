"""Coupled systems: the master's algorithms against closed forms and published numbers, systems of SSP, components that
are models, FMUs, programs, libraries and circuits, and all that can be wrong with them. Parts by name: --part."""
import math
import os
import random
import tempfile
import zipfile

from checks import check, folder, near, run_parts, saltus, write
from couple_peers import circuits, component, faults, fmus, plants, refused, rests, run, stopped, system, values, wire
import fmu_files


def order_of(errors):
    """The slope between the last two halvings."""
    return math.log2(errors[-2] / errors[-1])


# ------------------------------------------------------------------------------------------------ the algorithms

def split():
    """The system of E13.2."""
    write("main.mo", "model Main input Real x2; output Real x1(start = 1, fixed = true); equation der(x1) = -x1 - x2; "
          "end Main;")
    write("second.mo", "model Second input Real x1; output Real x2(start = 0, fixed = true); "
          "equation der(x2) = -2*x2 + x1; end Second;")
    return system("split.ssd", [component("main", "main.mo"), component("second", "second.mo")],
                  ["main.x1 -> second.x1", "second.x2 -> main.x2"])


EXACT = (0.0203780244, 0.0567433274)


def lead_and_lag():
    """E13.2 to the digits printed: one sweep of Gauss-Seidel, with hold orders 0 to 2 (rules E450, E451)."""
    path = split()
    table = {0: [(0.01661537, 0.05598787), (0.01852890, 0.05635504), (0.01946125, 0.05654639)],
             1: [(0.02033470, 0.05658867), (0.02037261, 0.05670874), (0.02037732, 0.05673518)],
             2: [(0.02059008, 0.05707446), (0.02041627, 0.05682023), (0.02038593, 0.05676181)]}
    for hold, rows in table.items():
        errors = []
        for step, (x1, x2) in zip((0.1, 0.05, 0.025), rows):
            a = run(path, "--hold", str(hold), "--step", str(step), "--tol", "1e-11")
            have = a["final"].get("main.x1", 9), a["final"].get("second.x2", 9)
            check(f"{have[0]:.8f} {have[1]:.8f}" == f"{x1:.8f} {x2:.8f}", f"E13.2: hold {hold}, step {step}", f"{have}")
            errors.append(max(abs(have[0] - EXACT[0]), abs(have[1] - EXACT[1])))
        order = order_of(errors)
        check(abs(order - min(hold + 1, 2)) < 0.25, f"E13.2: hold {hold} has order {min(hold + 1, 2)}", f"{order}")


def estimates():
    """The estimate of the error is that of the closed form, within a factor of two (rule E455)."""
    path = split()
    for words in (["--hold", "0"], ["--hold", "1"], ["--coupling", "jacobi"], ["--coupling", "newton"]):
        a = run(path, "--step", "0.05", "--tol", "1e-11", "-o", "e.csv", *words)
        rows = [[float(x) for x in line.split(",")] for line in open(os.path.join(folder, "e.csv")).read().split()[1:]]
        head = open(os.path.join(folder, "e.csv")).readline().strip().split(",")
        column = head.index(a["coupling"]["error_of"])
        exact = solution if "x1" in a["coupling"]["error_of"] else lambda t: solution(t, 1)
        worst = max(abs(r[column] - exact(r[0])) for r in rows)
        check(0.5 < a["coupling"]["error"] / worst < 2, f"estimate of {words}", f"{a['coupling']} {worst}")
    done = saltus("run", path)
    check("coupling: an error of about" in done.stdout and "order 2.0" in done.stdout, "the summary tells it",
          done.stdout)


def solution(t, which=0):
    """x1 and x2 of E13.2: the matrix [[-1, -1], [1, -2]]."""
    w = math.sqrt(3) / 2
    decay = math.exp(-1.5 * t)
    return decay * (math.cos(w * t) + 0.5 / w * math.sin(w * t)) if which == 0 else decay * math.sin(w * t) / w


def polynomials():
    """What is extrapolated and interpolated exactly: polynomials of the order of the hold; a parabola (E451)."""
    write("give.mo", "model Give output Real a, b, c; equation a = 3; b = 3 + 2*time; c = 3 + 2*time - time^2; "
          "end Give;")
    write("take.mo", "model Take input Real a, b, c; output Real x[3](each start = 0, each fixed = true); equation "
          "der(x) = {a, b, c}; end Take;")
    exact = [3.0, 6.0, 6 - 7 / 3]                                # from 1 to 2, when the histories are full
    for giver, hold in ((0, 0), (1, 0), (1, 1), (1, 2)):
        path = system("poly.ssd", [component("give", "give.mo", peer=f'order="{2 * giver}"'),
                                   component("take", "take.mo", peer='order="1"')],
                      [f"give.{x} -> take.{x}" for x in "abc"])
        run(path, "--hold", str(hold), "--step", "0.1", "--tol", "1e-11", "--no-estimate", "-o", "p.csv")
        rows = [line.split(",") for line in open(os.path.join(folder, "p.csv")).read().split()]
        at = {round(float(r[0]), 6): r for r in rows[1:]}
        for k in range(3):
            column = rows[0].index(f"take.x[{k + 1}]")
            grown = float(at[2.0][column]) - float(at[1.0][column])
            right = abs(grown - exact[k]) < 1e-9
            check(right == (giver == 0 or k <= hold), f"degree {k}, hold {hold}, {'lag' if giver == 0 else 'lead'}",
                  f"{grown} {exact[k]}")


def iterations():
    """Steps that are repeated give the same whatever the algorithm, with order 3 but for the first step (E453)."""
    path = split()
    ways = [["--coupling", "jacobi", "--iterations", "40"], ["--coupling", "gauss-seidel", "--iterations", "40"],
            ["--coupling", "newton"]]
    errors = []
    for step in (0.1, 0.05):
        ends = [run(path, "--step", str(step), "--tol", "1e-11", *w) for w in ways]
        for a in ends[1:]:
            check(all(near(a["final"].get(k), v, 2e-9) for k, v in ends[0]["final"].items()), f"{step}: all agree",
                  f"{a['final']} {ends[0]['final']}")
        errors.append(max(abs(ends[0]["final"]["main.x1"] - EXACT[0]), abs(ends[0]["final"]["second.x2"] - EXACT[1])))
    check(order_of(errors) > 2.4, "an iterated step has an order above 2.4", str(errors))
    check(ends[2]["iterations"] > 0, "Newton has iterated", str(ends[2]["iterations"]))
    a = run(path, "--step", "0.5", "--coupling", "jacobi", "--iterations", "2", "--tol", "1e-9")
    check("P0045" in [m["code"] for m in a["messages"]], "an iteration that is cut off is told", str(a["messages"]))


def stiff_interface():
    """A loop gain above one over the interface: sweeps diverge, Newton's method does not. x' = -x - 30 y, y' = 30 x - y
    with large steps; exact at 1: exp(-1) (cos 30, sin 30)."""
    write("x.mo", "model X input Real y; output Real x(start = 1, fixed = true); equation der(x) = -x - 30*y; end X;")
    write("y.mo", "model Y input Real x; output Real y(start = 0, fixed = true); equation der(y) = 30*x - y; end Y;")
    path = system("stiff.ssd", [component("x", "x.mo"), component("y", "y.mo")], ["x.x -> y.x", "y.y -> x.y"], stop=0.5)
    a = run(path, "--coupling", "newton", "--step", "0.0025", "--tol", "1e-9")
    exact = math.exp(-0.5) * math.cos(15), math.exp(-0.5) * math.sin(15)
    check(near(a["final"].get("x.x"), exact[0], 2e-3) and near(a["final"].get("y.y"), exact[1], 2e-3), "Newton",
          f"{a['final']} {exact} {a['messages']}")
    b = run(path, "--coupling", "newton", "--step", "0.05", "--tol", "1e-9")
    check(b["status"] == "done" and not any(m["code"] == "P0045" for m in b["messages"]), "it converges at long steps",
          str(b["messages"]))


def two_masses():
    """Two masses and a spring between them, split at the force: energy, order, and a bond (rules E454, E456)."""
    write("left.mo", "model Left input Real F; output Real v(start = 1, fixed = true); output Real x(start = 0, "
          "fixed = true); equation der(x) = v; der(v) = -10*x + F; end Left;")
    write("right.mo", "model Right input Real v; output Real F; Real x(start = 0, fixed = true); Real w(start = 0, "
          "fixed = true); output Real e = 5*(s)^2 + x^2*5 + w^2/2; Real s(start = 0, fixed = true); equation "
          "der(s) = v - w; F = -10*s; der(x) = w; der(w) = 10*s - 10*x; end Right;")
    bonds = '<Bond effort="right.F" flow="left.v"/>'
    path = system("masses.ssd", [component("left", "left.mo"), component("right", "right.mo")],
                  ["left.v -> right.v", "right.F -> left.F"], bonds=bonds, stop=5)

    def energy(a):
        f = a["final"]
        return 0.5 * f["left.v"] ** 2 + 5 * f["left.x"] ** 2 + f["right.e"]
    # x1 = (cos-free) sum of two modes, w1^2 = 10, w2^2 = 30, both starting with the speed 1/2
    w1, w2 = math.sqrt(10), math.sqrt(30)
    exact = math.cos(w1 * 5) / 2 + math.cos(w2 * 5) / 2
    errors = []
    for step in (0.02, 0.01, 0.005):
        a = run(path, "--step", str(step), "--tol", "1e-10", "--hold", "1")
        errors.append(abs(a["final"]["left.v"] - exact))
    check(order_of(errors) > 1.7, "two masses: order 2 with hold 1", str(errors))
    # what the coupling has added is what is too much in the end
    check(0.7 < a["coupling"]["energy"][0] / (energy(a) - 0.5) < 1.4,
          "the residual energy of the bond is the error of the energy", f"{a['coupling']} {energy(a) - 0.5}")
    n = run(path, "--step", "0.01", "--tol", "1e-10", "--coupling", "newton")
    check(abs(energy(n) - 0.5) < abs(energy(a) - 0.5), "an iterated step keeps the energy better",
          f"{energy(n)} {energy(a)}")
    loose = run(path, "--control", "energy", "--step", "0.01", "--tol", "1e-2", "--hold", "1")
    tight = run(path, "--control", "energy", "--step", "0.01", "--tol", "1e-4", "--hold", "1")
    check(loose["steps"] < tight["steps"] and abs(tight["final"]["left.v"] - exact) < abs(
        loose["final"]["left.v"] - exact), "steps by energy", f"{loose['steps']} {tight['steps']}")


def step_control():
    """Richardson: the error follows the tolerance, and steps are long where nothing moves (rule E454)."""
    write("lag.mo", "model Lag input Real u; output Real x(start = 1, fixed = true); equation der(x) = u - x; "
          "end Lag;")
    path = system("pair.ssd", [component("a", "lag.mo"), component("b", "lag.mo")], ["a.x -> b.u", "b.x -> a.u | -1 0"],
                  stop=12)
    exact = math.exp(-12) * (math.cos(12) - math.sin(12))        # x' = -x - y, y' = x - y
    errors, steps = [], []
    for tolerance in ("1e-3", "1e-5", "1e-7"):
        a = run(path, "--control", "richardson", "--tol", tolerance, "--step", "0.01", "-o", "c.csv")
        rows = [line.split(",") for line in open(os.path.join(folder, "c.csv")).read().split()]
        at = rows[0].index("a.x")
        worst = max(abs(float(r[at]) - math.exp(-float(r[0])) * (math.cos(float(r[0])) - math.sin(float(r[0]))))
                    for r in rows[1:])
        errors.append(worst)
        steps.append(a["steps"])
        check(a["status"] == "done" and worst < a["steps"] * float(tolerance), f"tolerance {tolerance}",
              f"{worst} {a['steps']} {a['messages']}")
        check(abs(float(rows[-1][0]) - 12) < 1e-12, "it ends at the stop", rows[-1][0])
    check(steps[0] < steps[1] < steps[2] and errors[0] > errors[2], "more steps for less error", f"{steps} {errors}")
    check(near(a["final"]["a.x"], exact, 1e-6), "the closed form", f"{a['final']}")


def loops():
    """Direct dependence in a circle over components: linear, nonlinear, none, and with a delay (rule E452)."""
    write("gain.mo", "model Gain parameter Real k = 0.5; parameter Real c = 0; input Real u; output Real y; equation "
          "y = k*u + c; end Gain;")
    values_of = '<ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues><ssv:ParameterSet version="1.0" ' \
                'name="p"><ssv:Parameters>{}</ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues>' \
                "</ssd:ParameterBinding></ssd:ParameterBindings>"

    def gain(name, k, c, **more):
        p = "".join(f'<ssv:Parameter name="{n}"><ssv:Real value="{v}"/></ssv:Parameter>' for n, v in
                    (("k", k), ("c", c)))
        return component(name, "gain.mo", inner=values_of.format(p), **more)
    for k1, k2 in ((0.5, 0.5), (-3, 2), (30, 7)):
        path = system("loop.ssd", [gain("a", k1, 1), gain("b", k2, 2)], ["a.y -> b.u", "b.y -> a.u"])
        y = (1 + k1 * 2) / (1 - k1 * k2)
        values(f"a linear loop with gains {k1} and {k2}", path, ["--step", "0.5"], {"a.y": y, "b.y": k2 * y + 2}, 1e-9)
    write("curve.mo", "model Curve input Real u; output Real y; equation y = cos(u); end Curve;")
    path = system("cosine.ssd", [component("a", "curve.mo"), gain("b", 1, 0)], ["a.y -> b.u", "b.y -> a.u"])
    values("a nonlinear loop", path, ["--step", "0.5"], {"a.y": 0.7390851332151607}, 1e-9)
    path = system("none.ssd", [gain("a", 1, 1), gain("b", 1, 0)], ["a.y -> b.u", "b.y -> a.u"])
    refused("a loop without a solution", path, "P0040", says="a.u")
    path = system("cut.ssd", [gain("a", 0.5, 1), gain("b", 0.5, 0, peer='delay="true"')], ["a.y -> b.u", "b.y -> a.u"])
    values("a delay cuts the loop", path, ["--step", "0.05"], {"a.y": 4 / 3}, 1e-9)
    # no artificial loops: each output depends on one input only
    write("cross.mo", "model Cross input Real u, w; output Real y, z; equation y = 2*u; z = w + 1; end Cross;")
    path = system("chain.ssd", [component("a", "cross.mo"), component("b", "cross.mo")],
                  ["a.y -> b.w", "b.z -> a.w"])
    values("a chain that looks like a loop", path, ["--step", "0.5"], {"a.z": 2, "b.z": 1}, 1e-12)


def events():
    """A step that ends at the event, and one that does not (rule E457)."""
    write("switch.mo", "model Switch output Boolean on; Real x(start = 0, fixed = true); equation der(x) = 1; "
          "on = x > 0.7231; end Switch;")
    write("count.mo", "model Count input Boolean on; output Real x(start = 0, fixed = true); equation der(x) = if on "
          "then 1 else 0; end Count;")
    path = system("switch.ssd", [component("s", "switch.mo"), component("c", "count.mo")], ["s.on -> c.on"])
    a = run(path, "--step", "0.1")
    check(near(a["final"].get("c.x"), 1.2, 1e-9), "without a search the next point takes it over", str(a["final"]))
    a = run(path, "--step", "0.1", "--locate")
    check(near(a["final"].get("c.x"), 2 - 0.7231, 1e-6), "with a search the event is a point", f"{a['final']}")
    fmu_files.fmu(folder, "counter", 3, state=True)
    write("sum.mo", "model Sum input Integer n; output Real x(start = 0, fixed = true); equation der(x) = n; end Sum;")
    path = system("counter.ssd", [component("n", "counter.fmu", kind="", more='implementation="CoSimulation"'),
                                  component("s", "sum.mo")], ["n.n -> s.n"], stop=1.25)
    a = run(path, "--step", "0.2", "--locate")
    check(a["status"] == "done", "the events of an FMU are found by halving", f"{a['messages']} {a['stderr']}")
    if a["status"] == "done":
        check(near(a["final"]["s.x"], 0.5 * 1 + 0.25 * 2, 0.02), "and taken over where they are", f"{a['final']}")


def conditions():
    """Conditions on inputs turn where the curves of the inputs pass them, between communication points (E451)."""
    write("when.mo", "model When input Real u; output Real n(start = 0, fixed = true), t(start = -1, fixed = true); "
          "output Real x(start = 0, fixed = true); equation when u > 0.5 then n = pre(n) + 1; t = time; end when; "
          "der(x) = if u > 0.5 then 1 else 0; end When;")
    write("wave3.mo", "model Wave output Real y = sin(3*time); end Wave;")
    path = system("when.ssd", [component("r", "wave3.mo"), component("w", "when.mo")], ["r.y -> w.u"], stop=5)
    turn, period = math.asin(0.5) / 3, 2 * math.pi / 3
    on = sum(max(0, min(5, math.pi / 3 - turn + k * period) - (turn + k * period)) for k in range(3))
    for step, tolerance in ((0.1, 2e-3), (0.01, 2e-6)):
        values(f"a condition on an input, step {step}", path, ["--step", str(step), "--no-estimate"],
               {"w.n": 3, "w.t": turn + 2 * period, "w.x": on}, tolerance)


def damaged():
    """Descriptions that are damaged at random never crash, hang or pass unseen; the seed is printed."""
    seed = int.from_bytes(os.urandom(4), "little")
    random.seed(seed)
    text = open(split()).read()
    for _ in range(25):
        broken = list(text)
        for _ in range(random.choice((1, 2, 8))):
            at = random.randrange(len(broken))
            broken[at] = random.choice(("", '"', "<", ">", "/", "x", "0", " ", broken[at] * 3, "&"))
        done = saltus("run", write("damaged.ssd", "".join(broken)), "--step", "0.5", "--no-estimate")
        check(done.returncode in (0, 1, 2), f"seed {seed}: no crash", "".join(broken) + done.stderr)
        check(done.returncode == 0 or "error[" in done.stderr, f"seed {seed}: a message", "".join(broken) + done.stderr)


def gates():
    """E14.1: computations that are saved, by the clock, by the movement of inputs, by an interval (rule E458)."""
    write("wave.mo", "model Wave output Real u = sin(2*time); output Real c = 1; end Wave;")
    write("plant.mo", "model Plant input Real u; output Real y; equation y = 3*u + time; end Plant;")

    def go(peer, source="u", words=()):
        path = system("gate.ssd", [component("w", "wave.mo"), component("p", "plant.mo", peer=peer)],
                      [f"w.{source} -> p.u"], stop=1)
        return run(path, "--step", "0.001", "-o", "g.csv", "--no-estimate", *words)
    a = go('hold="0"')
    check(a["components"]["p"]["steps"] == 1000, "each point computes", str(a["components"]))
    a = go('period="0.01"')
    check(a["components"]["p"]["looks"] == 102, "E14.2: as many computations as ticks, and the start",
          str(a["components"]))
    rows = [line.split(",") for line in open(os.path.join(folder, "g.csv")).read().split()]
    t, y = 0, rows[0].index("p.y")
    good = all(near(float(r[y]), 3 * math.sin(2 * k) + k, 1e-6) for r in rows[1:]
               for k in [math.floor(float(r[t]) * 100 + 1e-6) / 100])
    check(good, "E14.2: a staircase on the curve")
    a = go('variation="1"', "c")
    check(a["components"]["p"]["looks"] == 2 and "P0041" in [m["code"] for m in a["messages"]],
          "E14.1: constant inputs, one computation, and it is told", f"{a['components']} {a['messages']}")
    a = go('variation="1" interval="0.05"', "c")
    check(abs(a["components"]["p"]["looks"] - 22) <= 2, "E14.1: an interval", str(a["components"]))
    a = go('variation="5" interval="0.2"')
    check(10 < a["components"]["p"]["looks"] < 400, "E14.1: computations where the input moves", str(a["components"]))
    a = go('variation="1000"', "c")
    check(a["components"]["p"]["steps"] == 1000, "E14.1: 1000 % is no gate", str(a["components"]))


# ------------------------------------------------------------------------------------------------------- SSP

def descriptions():
    """Systems in systems, units, transformations, parameter sets, mappings, packages, versions."""
    write("metres.mo", 'model Metres output Real v(unit = "m/s") = 10; output Real T(unit = "K") = 300; end Metres;')
    write("show.mo", 'model Show parameter Real g = 1; input Real v(unit = "km/h"), T(unit = "degC"); input Real w; '
          'output Real a = g*v, b = T, c = w; end Show;')
    units = ('<ssd:Units><ssc:Unit name="m/s"><ssc:BaseUnit m="1" s="-1"/></ssc:Unit><ssc:Unit name="km/h">'
             '<ssc:BaseUnit m="1" s="-1" factor="0.27777777777777777778"/></ssc:Unit></ssd:Units>')
    inside = ('<ssd:System name="sub"><ssd:Connectors><ssd:Connector name="in" kind="input"><ssc:Real unit="m/s"/>'
              '</ssd:Connector><ssd:Connector name="out" kind="output"><ssc:Real/></ssd:Connector></ssd:Connectors>'
              "<ssd:Elements>" + component("show", "show.mo") + "</ssd:Elements><ssd:Connections>" +
              wire("in -> show.v") + wire("show.a -> out | 2 1") + "</ssd:Connections></ssd:System>")
    write("p.ssv", '<ssv:ParameterSet xmlns:ssv="x" version="1.0" name="p"><ssv:Parameters><ssv:Parameter name="gain">'
          '<ssv:Real value="3"/></ssv:Parameter></ssv:Parameters></ssv:ParameterSet>')
    write("p.ssm", '<ssm:ParameterMapping xmlns:ssm="x" version="1.0"><ssm:MappingEntry source="gain" '
          'target="sub.show.g"/></ssm:ParameterMapping>')
    inner = ('<ssd:Connectors><ssd:Connector name="all" kind="output"><ssc:Real/></ssd:Connector></ssd:Connectors>'
             '<ssd:ParameterBindings><ssd:ParameterBinding source="p.ssv"><ssd:ParameterMapping source="p.ssm"/>'
             "</ssd:ParameterBinding></ssd:ParameterBindings>")
    parts = [component("m", "metres.mo"), inside, component("other", "show.mo")]
    wires = ["m.v -> sub.in", "sub.out -> all", "m.T -> other.T", "m.v -> other.w | 0.5 -1"]
    path = system("nested.ssd", parts, wires, inner=inner, units=units)
    values("a system in a system", path, ["--step", "0.5"],
           {"sub.show.v": 36, "sub.show.a": 108, "all": 217, "other.b": 26.85, "other.c": 4}, 1e-9)
    values("-p wins", path, ["--step", "0.5", "-p", "sub.show.g=1"], {"all": 73}, 1e-9)
    with zipfile.ZipFile(os.path.join(folder, "nested.ssp"), "w") as z:
        z.write(path, "SystemStructure.ssd")
        for name in ("metres.mo", "show.mo", "p.ssv", "p.ssm"):
            z.write(os.path.join(folder, name), name)
    before = set(os.listdir(tempfile.gettempdir()))
    values("a package", "nested.ssp", ["--step", "0.5"], {"all": 217}, 1e-9)
    left = [x for x in set(os.listdir(tempfile.gettempdir())) - before if x.startswith("saltus-system")]
    check(not left, "nothing is left behind", str(left))
    values("version 2.0", system("two.ssd", parts, wires, inner=inner, units=units, version="2.0"), ["--step", "0.5"],
           {"all": 217}, 1e-9)
    done = saltus("run", path, "--step", "0.5", "-o", "n.csv", "--vars", "sub.*", "--plot=n.svg")
    head = open(os.path.join(folder, "n.csv")).readline() if done.returncode == 0 else ""
    check("sub.show.a" in head and "other" not in head and os.path.exists(os.path.join(folder, "n.svg")),
          "files and pictures", done.stderr + head)
    # the order of the text, names and the grouping change nothing
    flat = system("flat.ssd", [component("show", "show.mo"), component("m", "metres.mo")], ["m.v -> show.v"],
                  units=units)
    values("without the system around it", flat, ["--step", "0.5"], {"show.v": 36}, 1e-12)


def mistakes():
    """Everything that is wrong with a description is told, with its line."""
    write("one.mo", 'model One input Real u(unit = "m"); output Real y(unit = "s") = u; output Boolean b = u > 0; '
          "output Integer n = 1; end One;")
    one, two = component("a", "one.mo"), component("b", "one.mo")
    cases = [
        ("an element that is not there", [one, two], ["a.y -> c.u"], {}, "P0020"),
        ("a connector that is not there", [one, two], ["a.z -> b.u"], {}, "P0021"),
        ("from an input", [one, two], ["a.u -> b.u"], {}, "P0022"),
        ("twice", [one, two], ["a.n -> b.u", "a.n -> b.u"], {}, "P0023"),
        ("another type", [one, two], ["a.b -> b.u"], {}, "P0025"),
        ("another unit", [one, two], ["a.y -> b.u"], {}, "P0028"),
        ("a name twice", [one, one], [], {}, "P0007"),
        ("no file", [component("a", "none.mo")], [], {}, "P0011"),
        ("an address", [component("a", "http://x/y.mo")], [], {}, "P0005"),
        ("an unknown type", [component("a", "one.mo", kind="application/x-saltus-modl")], [], {}, "P0010"),
        ("no components", [], [], {}, "P0004"),
        ("a version", [one], [], {"version": "7"}, "P0003"),
        ("an attribute for the master", [one], [], {"coupling": 'stepp="1"'}, "P0009"),
        ("a hold of 3", [one], [], {"coupling": 'hold="3"'}, "P0004"),
        ("an algorithm", [one], [], {"coupling": 'algorithm="jacoby"'}, "P0009"),
        ("a step of 0", [one], [], {"coupling": 'step="0"'}, "P0009"),
        ("a stop before the start", [one], [], {"stop": -1}, "P0042"),
        ("a bond of nothing", [one, two], ["a.n -> b.u"], {"bonds": '<Bond effort="a.n" flow="b.n"/>'}, "P0046"),
        ("energy without bonds", [one], [], {"coupling": 'control="energy"'}, "P0042"),
        ("a kind of connector", [component("a", "one.mo", inner='<ssd:Connectors><ssd:Connector name="u" kind="inout"/>'
                                           "</ssd:Connectors>")], [], {}, "P0006"),
        ("a connector that the model has not", [component("a", "one.mo", inner='<ssd:Connectors><ssd:Connector name="v"'
                                                          ' kind="input"/></ssd:Connectors>')], [], {}, "P0012"),
        ("a model that is wrong", [component("a", "bad.mo")], [], {}, "P0014"),
    ]
    write("bad.mo", "model Bad Real x; equation x = y; end Bad;")
    for what, parts, wires, more, code in cases:
        answer = refused(what, system("wrong.ssd", parts, wires, **more), code)
        told = [m for m in answer["messages"] if m["code"] == code]
        check(not told or told[0]["line"] > 0 or code == "P0042", f"{what}: the line is told", str(told))
    path = system("self.ssd", [component("a", "self.ssd", kind="application/x-ssp-definition")], [])
    refused("a description that names itself", path, "P0008")
    path = system("deaf.ssd", [one, '<ssd:SignalDictionaryReference name="d" dictionary="x"/>'], [])
    refused("a signal dictionary", path, "P0010")
    path = write("map.ssd", open(system("map.ssd", [one, two], ["a.n -> b.u | 1 0"])).read().replace(
        "LinearTransformation", "BooleanMappingTransformation"))
    refused("another transformation", path, "P0024")
    answer = refused("a start value that is none", system("start.ssd", [one], []), "P0027", "-p", "a.u=abc")
    values("a start value of an input", system("start.ssd", [one], []), ["--step", "0.5", "-p", "a.u=4"], {"a.y": 4})
    answer = run(system("start.ssd", [one], []), "--step", "0.5")
    check("P0029" in [m["code"] for m in answer["messages"]], "an input that nobody gives is told", str(answer))
    path = write("broken.ssd", "<ssd:SystemStructureDescription version='1.0'><a></b>")
    refused("not XML", path, "P0002")
    path = write("entity.ssd", '<!DOCTYPE a [<!ENTITY b "c">]><SystemStructureDescription version="1.0"/>')
    refused("an entity", path, "P0002")
    write("plain.ssp", "no archive")
    refused("no archive", "plain.ssp", "P0001")
    with zipfile.ZipFile(os.path.join(folder, "slip.ssp"), "w") as z:
        z.writestr("SystemStructure.ssd", "<a/>")
        z.writestr("../../slip.mo", "x")
    refused("an archive that leaves its folder", "slip.ssp", "P0001")
    with zipfile.ZipFile(os.path.join(folder, "out.ssp"), "w") as z:
        z.write(system("out.ssd", [component("a", "../../etc/one.mo")], []), "SystemStructure.ssd")
    refused("a file outside of the package", "out.ssp", "P0005")
    path = system("param.ssd", [component("a", "one.mo")], [])
    refused("a parameter of nobody", path, "P0026", "-p", "c.x=1")
    refused("a parameter that is not there", path, "P0014", "-p", "a.x=1")
    refused("iterations need going back", system("back.ssd", [component("f", fmu_files.fmu(folder, "plain", 4),
                                                                         kind="")], []), "P0043", "--iterations", "5")
    for words in (["--input", "u=1"], ["--checkpoint", "x"], ["--isolate"], ["--seed", "3"]):
        done = saltus("run", path, *words)
        check(done.returncode == 2 and "P0044" in done.stderr, f"{words[0]} is for models", done.stderr)
    done = saltus("run", "one.mo", "--coupling", "jacobi")
    check(done.returncode == 2 and "P0044" in done.stderr, "--coupling is for systems", done.stderr)
    done = saltus("run", system("wrong.ssd", [one, two], ["a.y -> b.v"]))
    check("wrong.ssd:" in done.stderr and "^" in done.stderr and "help:" in done.stderr, "a caret and help",
          done.stderr)


def parallel():
    """Steps at the same time give the bits of steps one after another."""
    path = split()
    a, b = (run(path, "--coupling", "jacobi", "--step", "0.05", "--no-estimate", *w) for w in ([], ["--parallel"]))
    check(a["final"] == b["final"] and a["status"] == "done", "the same bits", f"{a['final']} {b['final']}")
    answer = run(path, "--parallel")
    check("P0042" in [m["code"] for m in answer["messages"]], "not one after another at once", str(answer["messages"]))


PARTS = [lead_and_lag, estimates, polynomials, iterations, stiff_interface, two_masses, step_control, loops, events,
         conditions, gates, damaged, descriptions, mistakes, rests, fmus, plants, faults, circuits, stopped, parallel]
if __name__ == "__main__":
    run_parts(PARTS)
