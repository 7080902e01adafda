#!/usr/bin/env python3
"""MUSS: submodels, experiments and their segments.

    tests/muss.py --saltus build/saltus [--part NAME,NAME]

The segments of the eight submodels of the regulator are those that Guasch (1987) gives, set by set; where the thesis
contradicts itself the test says so. Runs are compared with closed forms. Every message of the letter N has a text that
gets it, beside a place.
"""
import csv
import json
import math
import os
import random

from checks import check, folder, run_parts, saltus, write
from muss_wrong import WRONG, experiment, submodel

HERE = os.path.dirname(os.path.abspath(__file__))
REGULATOR = os.path.join(HERE, "..", "examples", "regulator.muss")


def near(what, value, wanted, tolerance):
    check(abs(value - wanted) <= tolerance, what, f"{value!r}, and {wanted!r} is right")


def run(text, part, *words):
    """What `run --json` gives, and the rows."""
    path = text if os.path.exists(text) else write("text.muss", text)
    rows = os.path.join(folder, "rows.csv")
    if os.path.exists(rows):
        os.remove(rows)
    answer = saltus("run", f"{path}:{part}", "--json", "-o", rows, *words)
    try:
        told = json.loads(answer.stdout)
    except ValueError:
        return {"status": answer.stderr[-2000:], "final": {}}, []
    told.setdefault("final", {})
    table = list(csv.DictReader(open(rows))) if os.path.exists(rows) else []
    return told, [{k: float(v) for k, v in row.items()} for row in table]


# ------------------------------------------------------------------ segments

# kind: vertices, inputs, outputs
SEGMENTS = {
    "integrator": {"initial": ("1", "ic", ""), "state": ("", "", "x"), "derivative": ("2", "dx", "")},
    "filter": {"initial": ("1", "ic", ""), "state": ("2", "", "y"), "derivative": ("3", "tau x", "")},
    "PI_controller": {"initial": ("1", "IC", ""), "algebraic": ("2 4", "K x", "y"), "derivative": ("3", "Tc x", "")},
    "limiter": {"initial": ("1 2", "ll ul x", ""), "algebraic": ("3 4+ 5- 6-+ 7--", "ll ul x", "y"),
                "discontinuous": ("1 2", "ll ul x", "")},
    "pulse_width_modulator": {
        "initial": ("1 2 3 4", "time_delay ratio period", ""), "state": ("", "", "y"),
        "derivative": ("5", "period", ""),
        "discontinuous": ("2 3 4", "ratio period", "")},
    "control_circuit": {
        "initial": ("1 2 4 5 7 8 10", "", ""), "state": ("11", "", "transistor_on"),
        "derivative": ("2 3 6 12", "error", ""), "discontinuous": ("2 5 8 9 13", "", "")},
    # The thesis has the vertex 2, a call of an initial segment, in the discontinuous segment too, and not in those of
    # the control circuit: initial vertices are in initial segments only.
    "power_circuit": {
        "initial": ("2 3 9 12", "", ""), "algebraic": ("3 5 6 10", "R0", "V0"),
        "derivative": ("1 4 7 8 11 13 14 15+ 16- 17-+ 18--", "Vs transistor_on", ""),
        "discontinuous": ("3 12", "", "")},
    "SMPR": {"initial": ("1 6", "", ""), "algebraic": ("2", "R0", "V0"), "derivative": ("3 5 7 8", "Vs Vref", ""),
             "discontinuous": ("4 9", "", "")},
}
# derivative, discontinuous, state, initial, when, if
EXECUTABLE = {
    "integrator": ("", "", "", "1", "", ""),
    "filter": ("3", "", "2", "1", "", ""),
    "PI_controller": ("3", "", "2", "1", "", ""),
    "limiter": ("", "1 2", "", "", "", "3 5-"),
    "pulse_width_modulator": ("", "3 4", "", "1", "5", ""),
    "control_circuit": ("3 6 12", "9 13", "2 11", "1 4 7 10", "", ""),
    # The thesis leaves the state vertices 3 and 10 out here, and has such vertices elsewhere.
    "power_circuit": ("4 11", "12", "3 10", "2 9", "", "13 14 16-"),
    "SMPR": ("3 8", "4 9", "7", "1 6", "", ""),
}
# global but for parameters, input, output, derivative, state, local, initial, when, if
SYMBOLS = {
    "integrator": ("ic dx x x'", "ic dx", "x", "x'", "x", "x(0)", "x(0)", "", ""),
    "filter": ("ic tau x y", "ic tau x", "y", "", "", "", "", "", ""),
    "PI_controller": ("IC Tc K x y z", "IC Tc K x", "y", "", "", "", "", "", ""),
    "limiter": ("ll ul x y", "ll ul x", "y", "", "", "y+ y- y-+ y--", "", "", "y+ y- y-+ y--"),
    "pulse_width_modulator": (
        "time_delay ratio period y start ramp", "time_delay ratio period", "y", "", "",
        "start(0) y(0) start(when) y(when)", "start(0) y(0)", "start(when) y(when)", ""),
    "SMPR": ("Vs R0 Vref V0 e transistor_on", "Vs R0 Vref", "V0", "", "", "", "", "", ""),
}


def segments():
    answer = saltus("check", "--segments", "--json", REGULATOR)
    found = {g["name"]: g for g in json.loads(answer.stdout)}
    for name, wanted in SEGMENTS.items():
        got = {s["kind"]: (set(s["vertices"]), set(s["inputs"]), set(s["outputs"])) for s in found[name]["segments"]}
        want = {k: tuple(set(part.split()) for part in v) for k, v in wanted.items()}
        check(got == want, f"segments of {name}", f"{got}, and {want} is right")
    for name, wanted in EXECUTABLE.items():
        kinds = ("derivative", "discontinuous", "state", "initial", "when", "if")
        got = tuple(set(found[name]["executable"][k]) for k in kinds)
        check(got == tuple(set(w.split()) for w in wanted), f"vertices of {name}", str(got))
    for name, wanted in SYMBOLS.items():
        s = found[name]["symbols"]
        got = (set(s["global"]) - set(s["parameter"]),) + tuple(
            set(s[k]) for k in ("input", "output", "derivative", "state", "local", "initial", "when", "if"))
        check(got == tuple(set(w.split()) for w in wanted), f"symbols of {name}", str(got))
    text = saltus("check", "--segments", f"{REGULATOR}:SMPR").stdout
    for line in ("V0 = algebraic_SMPR(R0)", "derivative_SMPR(Vs, Vref)", "discontinuous_SMPR()", "initial_SMPR()"):
        check(line in text, "calls of SMPR", text)


TWO_WAYS = """
Continuous submodel pair is
  Static region
    inputs {real a, b;}
    outputs {real y, z, w;}
    auxiliary variables {real s;}
    state {real x;}
  End static region;
  Initial region
    x = 1.0;
  End initial region;
  Dynamic region
    s = 2.0*x;
    y = s + a;
    z = s + b;
    w = x;
    x' = y - z;
  End dynamic region;
End submodel pair;
Experiment crossed is
  Static region
    auxiliary variables {real y, z, w;}
    submodels called {pair;}
  End static region;
  Dynamic region
    (y, z, w) = pair(z, w);
  End dynamic region;
  Control region
    finish = 1.0;
  End control region;
End experiment crossed;
"""


def several():
    """Outputs that need other inputs are segments by themselves, so that a wire from one to the other is no loop."""
    path = write("two.muss", TWO_WAYS)
    g = json.loads(saltus("check", "--segments", "--json", f"{path}:pair").stdout)[0]
    algebraic = [(set(s["inputs"]), set(s["outputs"])) for s in g["segments"] if s["kind"] == "algebraic"]
    two = [({"a"}, {"y"}), ({"b"}, {"z"})]
    check(algebraic in (two, two[::-1]), "two algebraic segments", str(algebraic))
    loops = saltus("check", f"{path}:crossed").stdout
    check(", 0 loops" in loops.split("\n")[0], "no loop", loops)
    told, _ = run(TWO_WAYS, "crossed")
    # y = 2x + z, z = 2x + w, w = x, x' = y - z = 2x
    near("crossed", told["final"].get("pair.x", 0), math.exp(2), 1e-4*math.exp(2))


# ------------------------------------------------------------------ runs

def regulator():
    told, rows = run(REGULATOR, "exp_integrator")
    for r in rows:
        t = r["time"]
        near("integrator", r["x"], 0.2*max(0, min(t, 4) - 1) - 0.1*max(0, t - 4), 1e-9)
    for tau in (0.1, 1.0, 2.0, 10.0):
        told, rows = run(REGULATOR, "exp_filter", "-p", f"tau={tau}", "--tol", "1e-8")
        check(len(rows) > 100, "filter runs", told.get("status"))
        for r in rows[::20]:
            near(f"filter {tau}", r["y"], 1 - math.exp(-r["time"]/tau), 1e-6)
    pulses()
    smpr()


def pulses():
    """The ratio is 0.1 + 0.08 t; the pulse of period k ends where (t - k) = ratio(t)."""
    told, rows = run(REGULATOR, "exp_pulse")
    ends = [b["time"] for a, b in zip(rows, rows[1:]) if a["y"] == 1 and b["y"] == 0]
    wanted = [(k + 0.1)/(1 - 0.08) for k in range(10)]
    check(len(ends) == 10, "pulses", str(ends))
    for got, want in zip(ends, wanted):
        near("end of a pulse", got, want, 1e-9)
    starts = [b["time"] for a, b in zip(rows, rows[1:]) if a["y"] == 0 and b["y"] == 1]
    for k, got in enumerate(starts):
        near("start of a pulse", got, k + 1, 1e-9)


MODELICA = """
model Regulator "The same regulator, in one piece"
  parameter Real Vs = 90, R0 = 10, Vref = 50, L = 2.1e-5, Rc = 0.1, C = 3.5e-4, T = 1.25e-5;
  Real Il(start = 0, fixed = true), Vc(start = 50, fixed = true), V1(start = 0.0125, fixed = true);
  Real z(start = 0.5, fixed = true), V0, Vip, W, Vin, ramp;
  discrete Real start(start = 0, fixed = true);
  Boolean on(start = true, fixed = true);
equation
  V0 = R0*(Vc + Il*Rc)/(R0 + Rc);
  C*der(Vc) = Il - V0/R0;
  L*der(Il) = Vin - V0;
  Vin = if on then Vs elseif Il >= 0 then 0 else V0;
  2e-4*der(V1) = Vref - V0 - V1;
  4.5e-4*der(z) = V1;
  Vip = V1 + z;
  W = if Vip >= 0.95 then 0.95 elseif Vip < 0.05 then 0.05 else Vip;
  ramp = (time - pre(start))/T;
  when ramp >= 1 then
    start = pre(start) + T;
    on = true;
  elsewhen ramp >= W then
    start = pre(start);
    on = false;
  end when;
  annotation(experiment(StopTime = 1e-3, Interval = 1e-6));
end Regulator;
"""


def smpr():
    told, rows = run(REGULATOR, "exp_smpr", "--tol", "1e-9", "--stop", "1e-3")
    path, out = write("Regulator.mo", MODELICA), os.path.join(folder, "rows.csv")
    saltus("run", path, "--tol", "1e-9", "-o", out)
    other = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(open(out))]
    check(len(rows) == len(other) and len(rows) > 900, "as many rows", f"{len(rows)}, {len(other)}")
    for a, b in zip(rows[::7], other[::7]):
        near("regulator at %g" % a["time"], a["V0"], b["V0"], 1e-5)
    told, rows = run(REGULATOR, "exp_smpr", "--stop", "2e-2")
    late = [r for r in rows if r["time"] > 0.015]
    area = sum((b["time"] - a["time"])*(a["V0"] + b["V0"])/2 for a, b in zip(late, late[1:]))
    span = late[-1]["time"] - late[0]["time"]
    near("mean voltage", area/span, 50, 0.05)              # the integral part of the controller leaves nothing else


OPEN = """
Experiment open_loop is
  Static region
    parameters {real R0 = 5.0, D = 0.5;}
    auxiliary variables {real V0; logical on;}
    submodels called {power_circuit; pulse_width_modulator;}
  End static region;
  Dynamic region
    on = pulse_width_modulator(0.0, D, 1.25E-5);
    V0 = power_circuit(90.0, R0, on);
  End dynamic region;
  Control region
    finish = 0.03;
    interval = 1.0E-6;
  End control region;
End experiment open_loop;
"""


def averaged():
    """The converter with pulses of one width, against the averaged equations: K = 2 L/(R T)."""
    text = open(REGULATOR).read() + OPEN
    for load, duty in ((3.0, 0.3), (5.0, 0.5), (5.0, 0.7), (40.0, 0.5), (100.0, 0.3)):
        k = 2*2.1e-5/(load*1.25e-5)
        ratio = duty if k > 1 - duty else 2/(1 + math.sqrt(1 + 4*k/duty**2))
        told, rows = run(text, "open_loop", "-p", f"R0={load}", "-p", f"D={duty}")
        late = [r for r in rows if r["time"] > 0.025]
        if not late:
            check(False, "open loop runs", told.get("status"))
            continue
        mean = sum((b["time"] - a["time"])*(a["V0"] + b["V0"])/2 for a, b in zip(late, late[1:]))
        mean /= late[-1]["time"] - late[0]["time"]
        near(f"mean voltage at {load} ohm and {duty}", mean, 90*ratio, 0.01*90*ratio)
        rests = min(r["power_circuit.Il"] for r in late) < 1e-3
        check(rests == (k <= 1 - duty), f"mode at {load} ohm and {duty}", f"{rests}")


SAMPLED = """
Sampled submodel hold is
  Static region
    inputs {real u;}
    outputs {real y;}
    auxiliary variables {integer n;}
    period {0.1;}
  End static region;
  Initial region
    y = 0.0;
    n = 0;
  End initial region;
  Sampled region
    y = y + 0.5*(u - y);
    n = n + 1;
  End sampled region;
End submodel hold;
Experiment loop is
  Static region
    auxiliary variables {real y;}
    submodels called {hold;}
  End static region;
  Dynamic region
    y = hold(1.0);
  End dynamic region;
  Control region
    finish = 1.05;
  End control region;
End experiment loop;
"""

BALL = """
Continuous submodel ball is
  Static region
    outputs {real h;}
    state {real h, v;}
    auxiliary variables {integer n;}
    parameters {real e = 0.7, g = 9.81;}
  End static region;
  Initial region
    h = 1.0;
    v = 0.0;
    n = 0;
  End initial region;
  Dynamic region
    h' = v;
    v' = -g;
    when (h <= 0.0) {
      v = -e*v;
      n = n + 1;
    };
  End dynamic region;
End submodel ball;
Experiment falls is
  Static region
    auxiliary variables {real h; integer k; real sorted;}
    parameters {integer which = 2;}
    submodels called {ball;}
  End static region;
  Initial region
    k = 0;
    do while (k < 5) {k = k + 1;};
  End initial region;
  Dynamic region
    h = ball();
    case (which) {
      1: sorted = 10.0;
      2, 3: sorted = 20.0;
      else: sorted = 30.0;
    };
  End dynamic region;
  Control region
    finish = 1.2;
    terminate when (h > 2.0) "never";
  End control region;
End experiment falls;
"""

ROD = """
Distributed submodel rod is
  Static region
    inputs {real left;}
    outputs {real middle, heat;}
    parameters {real a = 0.1, L = 1.0;}
    space {z from 0.0 to L points 101;}
    fields {real T;}
  End static region;
  Initial region
    T = sin(3.141592653589793*z/L);
  End initial region;
  Dynamic region
    T' = a*T_zz;
    at z = 0.0 {T = left;};
    at z = L {T = 0.0;};
    middle = T(0.5);
    heat = integral(T);
  End dynamic region;
End submodel rod;
Distributed submodel bar is
  Static region
    outputs {real last;}
    space {z from 0.0 to 1.0 points 101;}
    fields {real T;}
  End static region;
  Initial region
    T = cos(3.141592653589793*z);
  End initial region;
  Dynamic region
    T' = 0.1*T_zz;
    at z = 0.0 {T_z = 0.0;};
    at z = 1.0 {T_z = 0.0;};
    last = T(1.0);
  End dynamic region;
End submodel bar;
Distributed submodel pipe is
  Static region
    inputs {real enters;}
    outputs {real leaves;}
    parameters {real v = 2.0;}
    space {z from 0.0 to 1.0 points 401;}
    fields {real c;}
  End static region;
  Initial region
    c = 0.0;
  End initial region;
  Dynamic region
    c' = -v*upwind(c, v);
    at z = 0.0 {c = enters;};
    leaves = c(1.0);
  End dynamic region;
End submodel pipe;
Experiment fields is
  Static region
    auxiliary variables {real middle, heat, far, leaves;}
    submodels called {rod; bar; pipe;}
  End static region;
  Dynamic region
    (middle, heat) = rod(0.0);
    far = bar();
    leaves = pipe(1.0 - exp(-Time));
  End dynamic region;
  Control region
    finish = 2.0;
    interval = 0.1;
  End control region;
End experiment fields;
"""


def kinds():
    told, rows = run(SAMPLED, "loop")
    near("sampled", told["final"].get("y", 0), 1 - 0.5**11, 1e-12)           # ticks at 0, 0.1, ... 1
    near("ticks", told["final"].get("hold.n", 0), 11, 0)
    told, rows = run(BALL, "falls", "--tol", "1e-9")
    first, up = math.sqrt(2/9.81), 0.7*math.sqrt(2*9.81)
    t = 1.2 - first - 2*up/9.81                            # behind the second bounce
    near("ball", told["final"].get("h", 0), 0.7*up*t - 9.81*t*t/2, 1e-6)
    near("bounces", told["final"].get("ball.n", 0), 2, 0)
    near("do while", told["final"].get("k", 0), 5, 0)
    near("case", told["final"].get("sorted", 0), 20, 0)
    told, rows = run(BALL, "falls", "-p", "which=7")
    near("case else", told["final"].get("sorted", 0), 30, 0)
    told, rows = run(ROD, "fields", "--tol", "1e-8")
    check(len(rows) > 10, "fields run", told.get("status"))
    h = 1/100                                              # the rate of this mode of the differences is known exactly
    rate = 0.1*(2 - 2*math.cos(math.pi*h))/h**2
    for r in rows:
        near("rod", r["middle"], math.exp(-rate*r["time"]), 1e-6)
        near("rod as a series", r["middle"], math.exp(-0.1*math.pi**2*r["time"]), 2e-4)
        near("bar", r["far"], -math.exp(-rate*r["time"]), 1e-6)
        if r["time"] > 0.8:                                # first order: the front is smeared over sqrt(h)
            near("pipe", r["leaves"], 1 - math.exp(-(r["time"] - 0.5)), 2e-3)


def uses():
    """A submodel in a model of Modelica, and a block of Modelica in MUSS; the text as Modelica."""
    write("regulator.muss", open(REGULATOR).read())
    write("M.mo",
          "model M\n  regulator.filter f;\nequation\n  f.ic = 0;\n  f.tau = 0.5;\n  f.x = 1;\nend M;\n")
    told = json.loads(saltus("run", "M.mo", "--json", "--tol", "1e-8").stdout)
    near("in Modelica", told["final"]["f.y"], 1 - math.exp(-2), 1e-6)
    write("b.muss", """
Experiment e is
  Static region
    auxiliary variables {real y;}
    submodels called {Modelica.Blocks.Math.Gain; Modelica.Blocks.Math.Add;}
  End static region;
  Dynamic region
    y = Add(Gain(3.0), 4.0);
  End dynamic region;
  Control region
    finish = 1.0;
  End control region;
End experiment e;
""")
    told = json.loads(saltus("run", "b.muss", "--json").stdout)
    near("blocks of Modelica", told["final"].get("y", 0), 7, 1e-12)
    done = saltus("convert", "regulator.muss", "-o", "R.mo")
    check(done.returncode == 0, "convert", done.stderr)
    told = json.loads(saltus("run", "R.mo:regulator.exp_filter", "--json").stdout)
    near("converted", told["final"].get("y", 0), 1 - math.exp(-10), 1e-4)
    read = saltus("run", "-", "--json", text=SAMPLED)
    near("from the standard input", json.loads(read.stdout)["final"]["y"], 1 - 0.5**11, 1e-12)


# ------------------------------------------------------------------ mistakes

def wrong():
    for i, (code, line, text) in enumerate(WRONG):
        path = write(f"w{i}.muss", text)
        answer = saltus("check", path, "--json")
        try:
            told = json.loads(answer.stdout)["messages"]
        except ValueError:
            check(False, f"{code} as JSON", answer.stdout[-300:] + answer.stderr[-300:])
            continue
        places = [(m["code"], m.get("line")) for m in told]
        check((code, line) in places, f"{code} in line {line}", f"{places} of {text!r}")
        if code not in ("N0111", "N0115", "N0215", "N0223"):
            check(answer.returncode == 1, f"{code} ends with 1", str(answer.returncode))
    other = experiment().replace("e is", "f is").replace("experiment e", "experiment f")
    for text, part, code in ((experiment() + other, "", "N0404"), (submodel(), ":nothing", "N0405"),
                             ("Study a is\n  Static region\n  End static region;\nEnd study a;\n", ":a", "N0406")):
        path = write(f"{code}.muss", text)
        answer = saltus("run", path + part)
        check(code in answer.stderr and answer.returncode == 1, code, answer.stderr)
    write("M.mo", "model M\nend M;\n")
    answer = saltus("check", "--segments", os.path.join(folder, "M.mo"))
    check("U0462" in answer.stderr and answer.returncode == 1, "U0462", answer.stderr)


def damaged():
    """Texts with words left out, doubled and exchanged: a message, or a good answer."""
    seed = int(os.environ.get("SALTUS_SEED", random.randrange(1 << 30)))
    print(f"SALTUS_SEED={seed}")
    r = random.Random(seed)
    words = open(REGULATOR).read().split(" ")
    for i in range(12):
        some = list(words)
        for _ in range(r.randint(1, 4)):
            k = r.randrange(len(some))
            kind = r.randrange(3)
            if kind == 0:
                del some[k]
            elif kind == 1:
                some.insert(k, some[r.randrange(len(some))])
            else:
                some[k] = some[r.randrange(len(some))]
        path = write("damaged.muss", " ".join(some))
        answer = saltus("check", "--segments", path)
        good = answer.returncode == 0 or (answer.returncode == 1 and "error[N" in answer.stderr)
        check(good, f"damaged text {i}", f"{answer.returncode} {answer.stderr[-300:]}")


run_parts((segments, several, regulator, averaged, kinds, uses, wrong, damaged))
