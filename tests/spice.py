#!/usr/bin/env python3
"""SPICE: netlists, their messages, runs and analyses against closed forms, files of results.

    tests/spice.py --saltus build/saltus [--part NAME]

Every message of the letter L has a netlist that gets it (tests/spice_wrong.py). Answers are closed forms; a comment has
the formula. A sweep from point to point (E721) keeps the branch on which it is.
"""
import csv
import json
import math
import os

from checks import check, folder, near, run_parts, saltus
from raw_file import read_raw
from spice_wrong import WRONG


def put(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        out.write(text)
    return path


def messages():
    """Each mistake has its message, at its place, with a text that stands alone."""
    for k, (code, line, text, files) in enumerate(WRONG):
        place = "wrong%d/in/circuit.cir" % k
        path = put(place, text)
        for name, inner in files.items():
            put(os.path.join(os.path.dirname(place), name), inner)
        answer = saltus("check", path, "--json")
        try:
            told = json.loads(answer.stdout)["messages"]
        except (ValueError, KeyError):
            check(False, f"{code} is told", answer.stdout + answer.stderr)
            continue
        found = [m for m in told if m["code"] == code and (m["line"] or 0) == line]
        check(found, f"{code} is told in line {line}", text + "\n" + answer.stdout[:1500])
        check(answer.returncode in (0, 1), f"{code}: check ends", str(answer.returncode))
        for m in found:
            check(m["text"] and "  " not in m["text"] and "(null)" not in m["text"], f"{code} has a text", m["text"])
            failed = any(x["severity"] == "error" for x in told)
            check(failed == (answer.returncode == 1), f"{code}: errors fail, warnings do not", str(told)[:500])


# -------------------------------------------------------------------------------------------------- runs

count = 0


def run(text, *options):
    """What `run --json` gives, and the rows of -o as columns."""
    global count
    count += 1
    path, out = put("run%d/circuit.cir" % count, text), os.path.join(folder, "run%d" % count, "out.csv")
    answer = saltus("run", path, "--json", "-o", out, *options)
    try:
        told = json.loads(answer.stdout)
    except ValueError:
        check(False, "run %d answers" % count, text + answer.stdout[-500:] + answer.stderr[-1500:])
        return {"status": "failed", "measures": {}, "analyses": []}, {}
    return told, columns(out)


def columns(path):
    if not os.path.exists(path):
        return {}
    rows = list(csv.reader(open(path)))
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def analysis(told, kind):
    found = [a for a in told["analyses"] if a["kind"] == kind]
    check(found, f"there is an analysis {kind}", str(told)[:800])
    return found[0]["last"] if found else {}


def table(kind, number=1):
    tail = "" if number == 1 else str(number)
    return columns(os.path.join(folder, "run%d" % count, f"out.{kind}{tail}.csv"))


def transients():
    """A step into R and C: 1 - exp(-t/RC). A sine through them (E15.1): amplitude 0.84673 at 100 kHz with 1 us."""
    told, c = run("step\nv1 1 0 pulse(0 1 0 1f 1f 1 2)\nr1 1 2 1k\nc1 2 0 1u\n.tran 10u 5m\n.end\n", "--tol", "1e-8")
    check(told["status"] == "done", "the step runs", str(told)[:500])
    for t, v in list(zip(c["time"], c["v(2)"]))[5::50]:
        check(near(v, 1 - math.exp(-t/1e-3), 1e-6), "step response", f"{t} {v}")
    told, c = run("sine\nv1 in 0 sin(0 1 100k)\nx1 in out part\nc1 out 0 1n\n.subckt part a b r=2k\nr1 a b {r/2}\n"
                  ".ends\n.tran 20n 100u\n.end\n", "--tol", "1e-8")
    late = [abs(v) for t, v in zip(c["time"], c["v(out)"]) if t > 50e-6]
    check(near(max(late), 0.84673, 1e-4), "amplitude", str(max(late)))
    # a diode with a transit time and no capacitance: its charge is 1e-21 C in reverse, and the current follows from it
    told, c = run("storage\nv1 1 0 sin(-1.24 1.36 1meg)\nd1 1 0 dx\n.model dx d(is=1.5e-14 n=1.5 rs=0.135 tt=1.9n)\n"
                  ".tran 5n 2u\n.end\n")
    check(max(abs(i) for i in c["i(v1)"]) < 1e-3, "leakage", str(max(abs(i) for i in c["i(v1)"])))
    # UIC: a capacitor with 5 V through 1 k; coupled coils with k = 1 carry the ratio of their turns
    told, c = run("ic\nc1 1 0 1u ic=5\nr1 1 0 1k\n.tran 1u 1m uic\n.end\n")
    check(near(c["v(1)"][-1], 5*math.exp(-1), 1e-5), "discharge", str(c["v(1)"][-1]))
    told, c = run("coils\nv1 1 0 sin(0 1 1k)\nr1 1 2 1m\nl1 2 0 1\nl2 3 0 4\nk1 l1 l2 1\nr2 3 0 1k\n"
                  ".tran 1u 1m\n.end\n")
    check(max(abs(a - 2*b) for a, b in zip(c["v(3)"], c["v(2)"])) < 1e-6, "ideal transformer", "")


def sources():
    """Behavioural sources and functions against Python."""
    text = r"""sources
.param a=2 b={a*3}
.func f(x, y) {x*y + min(x, y)}
v1 1 0 sin(0 2 1k)
b1 2 0 v=f(v(1), a) + (v(1) > 1 ? 1 : 0)
e1 3 0 value={sqrt(abs(v(1))) + pwr(v(1), 2)}
e2 4 0 table {v(1)} = (-1, -10) (0, 0) (1, 5)
g1 0 5 1 0 1m
r5 5 0 {b*1k}
e3 6 0 poly(2) 1 0 4 0 1 2 3 4
h1 7 0 v1 1k
r1 1 0 1k
r2 2 0 1k
r3 3 0 1k
r4 4 0 1k
r6 6 0 1k
r7 7 0 1k
.tran 10u 1m
.end
"""
    told, c = run(text, "--events", "none")
    for i in range(3, len(c["time"]), 7):
        v = c["v(1)"][i]
        x = max(-10, min(5, 10*v if v < 0 else 5*v))
        wanted = {"v(2)": v*2 + min(v, 2) + (v > 1), "v(3)": math.sqrt(abs(v)) + math.copysign(v*v, v), "v(4)": x,
                  "v(5)": 6*v, "v(6)": 1 + 2*v + 3*x + 4*v*v, "v(7)": -v}
        for name, value in wanted.items():
            check(near(c[name][i], value, 1e-6), f"{name} at {v}", f"{c[name][i]} {value}")


LOWPASS = """RC low pass
v1 1 0 dc 1 ac 1 sin(1 1 2k)
r1 1 2 1k
c1 2 0 0.032u
c2 1 0 1n
.op
.dc v1 0 1 0.25
.ac dec 5 10 10meg
.tf v(2) v1
.tran 5u 500u
.end
"""


def analyses():
    """H = 1/(1 + j w RC); a capacitor beside the source takes j w C; the transfer at rest is 1, behind 1 k."""
    told, _ = run(LOWPASS)
    check(near(analysis(told, "op")["v(2)"], 1), "operating point", str(told)[:500])
    c = table("dc")
    check(c["v(2)"] == [0, 0.25, 0.5, 0.75, 1], "dc", str(c))
    c = table("ac")
    check(len(c["time"]) == 31 and near(c["time"][-1], 1e7, 1e-12), "31 frequencies", str(c.get("time")))
    for f, re, im, ire, iim in zip(c["time"], c["re(v(2))"], c["im(v(2))"], c["re(i(v1))"], c["im(i(v1))"]):
        s = 2j*math.pi*f
        h = 1/(1 + s*1e3*0.032e-6)
        i = -(1 - h)/1e3 - s*1e-9
        check(abs(complex(re, im) - h) < 1e-9*abs(h), f"H at {f}", f"{re} {im} {h}")
        check(abs(complex(ire, iim) - i) < 1e-9*abs(i), f"current at {f}", f"{ire} {iim} {i}")
    # the grid of the transient counts for it alone
    quick, _ = run(LOWPASS.replace(".tran 5u 500u", ".tran 1p 10p"))
    check(quick["status"] == "done" and near(analysis(quick, "op")["v(2)"], 1), "a short transient", str(quick)[:500])
    tf = analysis(told, "tf")
    check(near(tf["transfer_function"], 1) and near(tf["output_impedance"], 1e3), "transfer", str(tf))


def sweeps():
    """A diode at a forced voltage: IS (exp(v/(N vt)) - 1) + GMIN v. A Schmitt trigger has another way back (E721)."""
    told, _ = run("diode\nv1 1 0 0\nd1 1 0 dx\n.model dx d(is=1e-14 n=1.5)\n.dc v1 0 0.8 0.1\n.end\n")
    c = columns(os.path.join(folder, "run%d" % count, "out.csv"))
    vt = 1.38064852e-23*300.15/1.6021766208e-19
    for v, i in zip(c["time"], c["i(v1)"]):
        wanted = -(1e-14*(math.exp(v/(1.5*vt)) - 1) + 1e-12*v)
        check(abs(i - wanted) <= 1e-9*abs(wanted) + 1e-20, f"diode at {v}", f"{i} {wanted}")
    text = "trigger\nv1 in 0 0\nb1 out 0 v=5*tanh(100*(v(p) - v(in)))\nr1 out p 1k\nr2 p 0 1k\n.dc v1 {} {} {}\n.end\n"
    told, _ = run(text.format(-4, 4, 0.25))
    up = columns(os.path.join(folder, "run%d" % count, "out.csv"))
    told, _ = run(text.format(4, -4, -0.25))
    down = columns(os.path.join(folder, "run%d" % count, "out.csv"))
    at = {t: v for t, v in zip(up["time"], up["v(out)"])}
    back = {t: v for t, v in zip(down["time"], down["v(out)"])}
    check(near(at[0], 5, 1e-3) and near(back[0], -5, 1e-3), "hysteresis", f"{at[0]} {back[0]}")
    # temperature: IS is part of no structure, but CJO is, so the model is translated for each
    told, _ = run("t\ni1 0 1 1m\nd1 1 0 dx\n.model dx d(is=1e-14 cjo=1p)\n.dc temp 0 50 25\n.end\n")
    c = columns(os.path.join(folder, "run%d" % count, "out.csv"))
    check(len(c["v(1)"]) == 3 and c["v(1)"][0] > c["v(1)"][1] > c["v(1)"][2], "temperature", str(c))


def measures():
    """Of a sine of 2 V at 1 kHz over whole periods, and harmonics 4/(n pi) of a square wave."""
    text = """measures
v1 1 0 sin(0 2 1k)
r1 1 0 1k
v2 2 0 pulse(-1 1 0 1p 1p 0.5m 1m)
r2 2 0 1
.tran 1u 5m
.meas tran top MAX v(1)
.meas tran pp PP v(1) from=1m to=3m
.meas tran power AVG {v(1)*v(1)/1k} from=0 to=5m
.meas tran eff RMS v(1) from=0 to=5m
.meas tran area INTEG v(1) from=0 to=0.5m
.meas tran up WHEN v(1)=1 RISE=2
.meas tran here FIND v(1) AT=0.25m
.meas tran width TRIG v(1) VAL=1 RISE=1 TARG v(1) VAL=1 FALL=1
.four 1k v(2)
.end
"""
    told, _ = run(text, "--tol", "1e-9")
    m = told["measures"]
    asin = math.asin(0.5)/(2*math.pi*1e3)
    wanted = {"top": 2, "pp": 4, "power": 2e-3, "eff": math.sqrt(2), "area": 2*2/(2*math.pi*1e3), "up": 1e-3 + asin,
              "here": 2, "width": 0.5e-3 - 2*asin}
    for n in (1, 3, 5, 7, 9):
        wanted["v(2) harmonic %d" % n] = 4/(n*math.pi)
    wanted["v(2) distortion"] = math.sqrt(sum(1/n**2 for n in (3, 5, 7, 9)))
    for name, value in wanted.items():
        check(name in m and near(m[name], value, 1e-5), f"measure {name}", f"{m.get(name)} {value}")


def trouble():
    """What fails in an analysis is told, and what was computed before it is there."""
    lost = "lost\nv1 1 0 0\nb1 2 0 v={log(v(1))}\nr1 2 0 1\n.dc v1 1 -1 -0.5\n.end\n"
    two = ("two\nv1 1 0 1\nd1 1 0 dx\n.model dx d(cjo=1p)\n.dc v1 0 1 0.5 temp 0 50 25\n.end\n")
    none = "none\nv1 1 0 sin(0 1 1k)\nr1 1 0 1\n.tran 1u 1m\n.meas tran never when v(1)=5\n.end\n"
    for text, code in ((lost, "U0690"), (two, "U0691"), (none, "U0693")):
        told, rows = run(text)
        check(code in [m["code"] for m in told.get("messages", [])], f"{code} is told", str(told)[:1500])
        check((told["status"] == "done") == (code == "U0693"), f"{code}: status", told["status"])
        if code == "U0690":
            check(rows.get("time") == [1, 0.5], "points before", str(rows))


def switches():
    """RON = 0 and no conductance when open are modes: the drop is exactly zero. An inverter of level 3 (E15.3)."""
    told, c = run("ideal\nv1 1 0 10\ns1 1 2 c 0 sm\nr1 2 0 100\nl1 2 3 1m\nr2 3 0 10\n"
                  "vc c 0 pulse(0 5 1m 1u 1u 1m 2m)\n.model sm sw(vt=2.5 ron=0 roff=1e100)\n.tran 10u 4m\n.end\n")
    for t, a, b in zip(c["time"], c["v(1)"], c["v(2)"]):
        if 1.01e-3 < t % 2e-3 < 1.99e-3 and t > 1e-3:
            check(a == b, "closed without a drop", f"{t} {a} {b}")
    told, _ = run("inverter\n.subckt inv in out vdd gnd1\nmn out in gnd1 gnd1 nm w=0.25u l=0.25u\n"
                  "mp out in vdd vdd pm w=0.25u l=0.25u\n.model nm nmos level=3\n.model pm pmos level=3\n.ends\n"
                  "x1 in out vdd 0 inv\nvdd vdd 0 3.3\nvin in 0 0\n.dc vin 0 3.3 0.05\n.print dc v(out)\n.end\n")
    c = columns(os.path.join(folder, "run%d" % count, "out.csv"))
    at = {round(t, 2): v for t, v in zip(c["time"], c["v(out)"])}
    for vin, wanted in ((0, 3.3), (0.8, 3.1685), (1.65, 1.65), (2.5, 0.1315), (3.3, 0)):
        check(abs(at[vin] - wanted) < 5.1e-5, f"inverter at {vin}", str(at[vin]))


# -------------------------------------------------------------------------------------------------- files

def within(name, model, *options):
    """The end of a run of a model of Modelica beside netlists of its folder."""
    path = put(f"within/{name}.mo", model)
    answer = saltus("run", path, "--json", "-o", os.path.join(folder, "within", name + ".csv"), *options)
    told = json.loads(answer.stdout)
    check(told["status"] == "done", f"{name} runs", answer.stdout[-1500:])
    return told.get("final", {}), columns(os.path.join(folder, "within", name + ".csv"))


def components():
    """A netlist as a component: a filter between a source and nothing (E15.1), an inverter (E15.3), two buffers."""
    ground = "Modelica.Electrical.Analog.Basic.Ground g;"
    supply = "Modelica.Electrical.Analog.Sources.ConstantVoltage"
    put("within/filter.cir", "a low-pass filter\n.param r=2k\n.include parts.inc\nX1 in out rc\nC1 out 0 1n\n.end\n")
    put("within/parts.inc", ".subckt rc a b\nR1 a b {r}\n.ends\n.subckt broken a b\nR1 a b nothing\n.ends\n")
    _, c = within("Sine", "model Sine Modelica.Electrical.Analog.Sources.SineVoltage s(V = 1, f = 1e5); " + ground +
                  " filter.circuit c(r = 1000); equation connect(s.p, c.'in'); connect(s.n, g.p); "
                  "annotation(experiment(StopTime = 1e-4)); end Sine;", "--tol", "1e-8")
    w = 2*math.pi*1e5*1e-6                                  # 1 k and 1 nF at 100 kHz
    for t, v in zip(c["time"], c["c.'v(out)'"]):
        known = (math.sin(2*math.pi*1e5*t) - w*math.cos(2*math.pi*1e5*t) + w*math.exp(-t/1e-6))/(1 + w*w)
        check(near(v, known, 1e-6), "a sine through a filter", f"{t} {v} {known}")
    put("within/gates.cir", "* a library\n.subckt inverter in out vdd vss\nM1 out in vss vss nm L=0.25u W=0.25u\n"
        "M2 out in vdd vdd pm L=0.25u W=0.25u\n.model nm nmos level=3\n.model pm pmos level=3\n.ends\n.end\n")
    for u, y in (0, 3.3), (0.8, 3.1685), (1.65, 1.65), (2.5, 0.1315), (3.3, 0):
        end, _ = within("Gate", f"model Gate {supply} s(V = 3.3), u(V = {u}); {ground} gates.inverter x; equation "
                        "connect(s.p, x.vdd); connect(u.p, x.'in'); connect(s.n, g.p); connect(u.n, g.p); "
                        "connect(x.vss, g.p); end Gate;")
        check(near(end.get("x.'v(out)'", 9), y, 1e-4), "an inverter", f"{u} {y} {end}")
    # a pin whose voltage is read only; two of one class; a class of one's own with the netlist inside
    put("within/follow.cir", "* a buffer\n.subckt buffer in out k=1\nE1 out 0 VALUE={k*v(in)}\n.ends\n.end\n")
    end, _ = within("Chain", f"model Chain model Pair follow.buffer a(k = 2), b(k = 3); Spice.Interfaces.Pin i, o; "
                    f"equation connect(a.out, b.'in'); connect(i, a.'in'); connect(b.out, o); end Pair; Pair p; "
                    f"{supply} s(V = 0.5); {ground} Modelica.Electrical.Analog.Basic.Resistor r(R = 1);"
                    " equation connect(s.p, p.i); connect(s.n, g.p); connect(p.o, r.p); connect(r.n, g.p); "
                    "end Chain;")
    check(near(end.get("r.i", 0), 3, 1e-9), "two buffers", str(end))
    # what is wrong in it is told at its place, in the words of SPICE
    put("within/bad.cir", "bad\nR1 a b\n.end\n")
    answer = saltus("check", put("within/Bad.mo", "model Bad bad.circuit c; end Bad;"))
    check("bad.cir:2:" in answer.stderr and "[L0" in answer.stderr and answer.returncode == 1, "a wrong card",
          answer.stderr)
    answer = saltus("check", put("within/None.mo", "model None filter.nothing c; end None;"))
    check("there is no class 'nothing' in 'filter'" in answer.stderr, "a wrong name", answer.stderr)
    told = json.loads(saltus("run", put("within/Spice.cir", "a\nV1 a 0 1\nR1 a 0 1\n.op\n.end\n"), "--json").stdout)
    check(told["status"] == "done", "a netlist with the name of the library", str(told))


def raw_files():
    """A raw file has all plots; what is read back is what was written; damaged ones are told."""
    path = put("raw/circuit.cir", LOWPASS)
    out = os.path.join(folder, "raw", "out.raw")
    answer = saltus("run", path, "-o", out, "-o", os.path.join(folder, "raw", "out.txt.raw"))
    check(answer.returncode == 0, "raw files are written", answer.stderr)
    plots = read_raw(out)
    check([p[0] for p in plots] == ["Transient Analysis", "Operating Point", "DC transfer characteristic",
        "AC Analysis",
                                    "Transfer Function"], "plots", str([p[0] for p in plots]))
    ac = plots[3]
    check(ac[1] == "complex" and ac[2] == ["frequency", "v(1)", "v(2)", "i(v1)"], "complex plot", str(ac[:3]))
    f, h = ac[3][0], complex(ac[3][4], ac[3][5])
    check(abs(h - 1/(1 + 2j*math.pi*f*0.032e-3)) < 1e-12, "its first point", f"{f} {h}")
    for name in ("out.raw:3", "out.txt.raw"):
        picture = os.path.join(folder, "raw", "picture.svg")
        answer = saltus("plot", os.path.join(folder, "raw", name), f"--plot={picture}")
        check(answer.returncode == 0 and os.path.exists(picture), f"{name} is drawn", answer.stderr)
    same = saltus("compare", out, os.path.join(folder, "raw", "out.txt.raw"))
    check(same.returncode == 0, "binary and text agree", same.stdout + same.stderr)
    whole = open(out, "rb").read()
    for cut in (10, 60, 200, len(whole) // 2):
        bad = os.path.join(folder, "raw", "bad.raw")
        open(bad, "wb").write(whole[:cut])
        answer = saltus("plot", bad + (":9" if cut > 1000 else ""), f"--plot={picture}")
        check(answer.returncode == 1 and "F0070" in answer.stderr, f"cut at {cut}", answer.stderr[:300])


def figures():
    """What .plot asks for is drawn, by the names that netlists have, without a word."""
    path = put("figures/circuit.cir", "two figures\nv1 in 0 sin(0 1 1k)\nr1 in out 1k\nc1 out 0 1u\n"
               ".tran 10u 2m\n.plot tran v(in) v(out)\n.plot tran i(v1)\n.end\n")
    picture = os.path.join(folder, "figures", "circuit.svg")
    answer = saltus("run", path, f"--plot={picture}")
    check(answer.returncode == 0 and "warning" not in answer.stderr, "figures are found", answer.stderr)
    drawn = open(picture).read() if os.path.exists(picture) else ""
    check(all(name in drawn for name in ("v(in)", "v(out)", "i(v1)")), "all curves are drawn", drawn[:300])


if __name__ == "__main__":
    run_parts([messages, transients, sources, analyses, sweeps, measures, trouble, switches, components, raw_files,
               figures])
