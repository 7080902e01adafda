#!/usr/bin/env python3
"""MUSS: studies, values by name in calls, the order of the initial region, the layout of texts.

    tests/muss_studies.py --saltus build/saltus [--part NAME,NAME]

What studies collect is compared with closed forms of a filter, and with runs of its experiment alone.
"""
import csv
import json
import math
import os
import random
import re
import signal
import subprocess

from checks import check, folder, near, options, run_parts, saltus, write

REGULATOR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "regulator.muss")
FILTER = """Continuous submodel lag is
  Static region
    inputs {real u;}
    outputs {real x;}
    parameters {real tau = 1.0;}
    state {real x = 0.0;}
  End static region;
  Dynamic region
    x' = (u - x)/tau;
  End dynamic region;
End submodel lag;

Experiment e is
  Static region
    parameters {real tau = 1.0, u = 1.0; integer k = 3; logical on = TRUE;}
    auxiliary variables {real y, z; logical high;}
    submodels called {lag;}
  End static region;
  Dynamic region
    z = lag(u, tau = tau);
    if (on) {y = k*z;} else {y = 0.0;};
    high = y > 1.5;
  End dynamic region;
  Control region
    finish = 5.0;
    tolerance = 1.0E-9;
  End control region;
End experiment e;
"""


def study(statements, static="auxiliary variables {real a, b; integer i; logical c; real l[3];}", called="e"):
    return f"""{FILTER}
Study s is
  Static region
    {static}
    experiments called {{{called};}}
  End static region;
  Study region
    {statements}
  End study region;
End study s;
"""


def collected(text, *words):
    path = write("study.muss", text) if "\n" in text else text
    answer = saltus("run", path if ":" in path else path + ":s", "--json", *words)
    try:
        return json.loads(answer.stdout), answer
    except ValueError:
        return {"status": "none", "rows": [], "runs": -1, "messages": []}, answer


def rows_are(what, text, wanted, *words, runs=None, tolerance=1e-7):
    told, answer = collected(text, *words)
    rows = [[v for v in row.values()] for row in told["rows"]]
    good = told["status"] == "done" and len(rows) == len(wanted) and (runs is None or told["runs"] == runs)
    for row, right in zip(rows, wanted):
        good = good and len(row) == len(right) and all(
            (a is None and b is None) or (a is not None and b is not None and near(a, b, tolerance)) for a,
                b in zip(row, right))
    check(good, what, f"{told['status']} {told['runs']} {rows} {wanted} {answer.stdout[-800:]} {answer.stderr[-800:]}")


def statements():
    end = 3*(1 - math.exp(-5))
    rows_are("a run", study("run e; collect {e.y};"), [[end]], runs=1)
    rows_are("a list", study("for a in {0.5, 1, 2} {e.tau = a; run e; collect {a, y = e.y};};"),
             [[t, 3*(1 - math.exp(-5/t))] for t in (0.5, 1, 2)], runs=3)
    rows_are("a count", study("for i = 1 to 3 {e.k = i; run e; collect {i, e.y};};"),
             [[i, i*(1 - math.exp(-5))] for i in (1, 2, 3)])
    rows_are("what is set stays", study("e.tau = 2.0; run e; run e; collect {e.y};"), [[3*(1 - math.exp(-2.5))]],
        runs=2)
    rows_are("times of a run", study("e.finish = 2.0; run e; collect {e.y, e.Time}; e.start = 1.0; run e; "
                                     "collect {e.y, e.Time};"),
             [[3*(1 - math.exp(-2)), 2], [3*(1 - math.exp(-1)), 2]])
    rows_are("a logical parameter", study("e.on = FALSE; run e; collect {e.y, e.high}; e.on = TRUE; run e; "
                                          "collect {e.y, e.high};"), [[0, 0], [end, 1]])
    rows_are("a variable of a submodel", study("run e; collect {e.lag.x, e.lag.tau};"), [[1 - math.exp(-5), 1]])
    rows_are("a while", study("a = 1.0; do while (a > 0.2) {a = a/2; i = 7; l[2] = a;}; run e; collect {a, i, l[2]};"),
             [[0.125, 7, 0.125]])
    rows_are("branches", study("run e; for i = 1 to 4 {case (i) {1: a = 10.0; 2, 3: a = 20.0; else: a = 30.0;}; "
                               "if (i > 2 && e.y > 1.0) {b = 1.0;} else {b = 0.0;}; collect {a, b};};"),
             [[10, 0], [20, 0], [20, 1], [30, 1]])
    rows_are("nothing runs", study("a = 1.0; collect {a};"), [[1]], runs=0)
    rows_are("columns of two collections", study("run e; collect {a = 1.0}; collect {b = 2.0, a = 3.0};"),
             [[1, None], [3, 2]])
    rows_are("functions", study("collect {sin(0.5), int(-2.7), nint(2.5), mod(7, 4), sign(-3), 2^3, ln(2.0), max(1, "
        "2), "
                                "abs(-2.5)};"),
             [[math.sin(0.5), -2, 3, 3, -1, 8, math.log(2), 2, 2.5]])
    rows_are("parameters", study("run e; collect {p, q, on};",
        "parameters {real p = 2.0, q = 2.0*p; logical on = TRUE;}"),
             [[5, 10, 0]], "-p", "p=5", "-p", "on=false")
    rows_are("the command line wins", study("e.finish = 2.0; run e; collect {e.Time};"), [[1.5]], "--stop", "1.5")
    write("Own.mo", "package Own\n  model M\n    parameter Real k = 1;\n    Real x = k*time;\n"
          "    annotation(experiment(StopTime = 4));\n  end M;\nend Own;\n")
    os.environ["MODELICAPATH"] = folder
    rows_are("a model of Modelica", study("M.k = 2.0; run M; collect {M.Time, M.x};", called="Own.M"), [[4, 8]])
    del os.environ["MODELICAPATH"]


def measures():
    t = math.log(3)                                      # from 10 % to 90 % of a step is 2.197 tau, and so on
    rows_are("measures", study("run e; collect {max(e.y), settling(e.y, 0.01, 3.0), time_when(e.y > 2.0), "
        "count(e.high), "
                               "integral(e.lag.x), mean(e.y) - 3.0*mean(e.lag.x), at(e.y, 1.0), "
                               "max(abs(e.y - 3.0*e.lag.x)), min(e.y), duration(e.high)};"),
             [[3*(1 - math.exp(-5)), math.log(100), t, 1, 5 - (1 - math.exp(-5)), 0, 3*(1 - math.exp(-1)), 0, 0,
               5 - math.log(2)]], tolerance=2e-6)
    told, answer = collected(study("run e; collect {time_when(e.y > 5.0)};"))
    check(told["rows"] and told["rows"][0]["time_when(e.y > 5.0)"] is None and "U1072" in answer.stdout,
          "a measure without a value", answer.stdout)


def files():
    told, answer = collected(REGULATOR + ":filter_multirun")
    for row in told["rows"]:
        check(near(row["last"], 1 - math.exp(-10/row["tau"]), 1e-6), "the multirun of the filter", row)
        check(near(row["half"], row["tau"]*math.log(2), 1e-6), "half of its end", row)
    check([r["tau"] for r in told["rows"]] == [0.1, 1, 2, 10], "four time constants", told)
    told, answer = collected(REGULATOR + ":filter_design")
    check(told["rows"] and near(told["rows"][-1]["tau"], 2/math.log(50), 2e-4), "a search", told)
    table, picture = os.path.join(folder, "table.csv"), os.path.join(folder, "picture.svg")
    answer = saltus("run", REGULATOR + ":filter_multirun", "-o", table, f"--plot={picture}")
    with open(table) as f:
        rows = list(csv.DictReader(f))
    check(len(rows) == 4 and near(float(rows[2]["last"]), 1 - math.exp(-5)), "a table", rows)
    text = open(picture).read()
    check(all(f"tau = {t}" in text for t in ("0.1", "1", "2", "10")), "a picture of all runs", text[:300])
    check("run 4: exp_filter, tau = 10" in answer.stdout and "4 runs, 4 rows" in answer.stdout, "what is said",
          answer.stdout)
    answer = saltus("check", REGULATOR + ":filter_design")
    check(answer.returncode == 0 and "wanted, precision" in answer.stdout, "a study is checked", answer.stdout)
    with open(write("study.mcl", f"load {REGULATOR}\nshow study\ncreate ::filter_multirun\ndo ::filter_multirun\n")):
        answer = saltus("shell", write("study.muss", study("run e; collect {e.y};")))
    check(answer.returncode == 0 and "study.muss: lag, e, s" in answer.stdout, "studies are loaded", answer.stdout)


WRONG = [
    ("N0407", "auxiliary variables {real a;} state {real x;}", "run e;"), ("N0408", None, "run lag;", "lag"),
    ("N0408", None, "run f;", "f"), ("N0409", None, "e.y = 1.0; run e;"), ("N0410", None, "run e; a = e.yy;"),
    ("N0410", None, "e.taau = 1.0;"), ("N0411", None, "run e; a = e;"), ("N0411", None, "run e; a = e.finish;"),
    ("N0412", None, "run e; a = max(e.y + b);"), ("N0413", None, "e.tau[i] = 1.0;"), ("N0414", None, "run f;"),
    ("N0415", None, "a = Time;"), ("N0415", None, "a = delay(1.0, 2.0);"),
    ("N0417", "auxiliary variables {real a[2, 2];}", "run e;"), ("N0201", "constants {real a = 1.0;}", "a = 2.0;"),
    ("N0107", None, "for z in {1.0} {run e;};"), ("N0107", None, "zz = 1.0;"), ("N0403", None, "when (c) {a = 1.0;};"),
    ("N0114", None, "i = 1.5;"), ("N0101", "auxiliary variables {real e;}", "run e;"),
    ("N0104", "parameters {real p;}", "run e;"), ("N0401", "inputs {real p;}", "run e;"),
    ("N0108", None, "l = 1.0;"), ("N0005", None, "run;"), ("N0112", None, "c = a == b;"),
]
GOES_WRONG = [
    ("U1060", "l[4] = 1.0;"), ("U1060", "i = 0; a = l[i];"), ("U1061", "a = b;"), ("U1061", "a = l[2];"),
    ("U1063", "a = 1.0; do while (a > 0.0) {a = 2.0;};"), ("U1064", "do while (TRUE) {run e;};"),
    ("U1065", "a = 1.0;"), ("U1068", "e.tolerance = -1.0; run e;"), ("U1071", "a = e.y;"),
    ("U1070", "e.tau = 0.0; run e;"), ("U1069", "e.tau = 1.0; e.start = 1.0; run e;"), ("U1071", "a = max(e.y);"),
]


def wrong():
    for code, static, text, *called in WRONG:
        path = write("wrong.muss", study(text, *([static] if static else []),
            **({"called": called[0]} if called else {})))
        answer = saltus("check", path + ":s", "--json")
        told = json.loads(answer.stdout or "{}").get("messages", [])
        check(code in [m["code"] for m in told] and answer.returncode == 1, f"{code} of {text}",
              answer.stdout + answer.stderr)
        check(all(m["line"] for m in told), f"{code} has a place", told)
    path = write("empty.muss", FILTER + "Study s is\n  Static region\n  End static region;\nEnd study s;\n")
    check("N0416" in saltus("check", path + ":s").stderr, "N0416")
    check("N0406" in saltus("flat", path + ":s").stderr, "N0406")
    path = write("circle.muss", FILTER.replace("Experiment e is", "Experiment e is\n").replace(
        "submodels called {lag;}", "submodels called {lag;} experiments called {e;}"))
    check("N0407" in saltus("check", path).stderr, "N0407 of an experiment")


def goes_wrong():
    for code, text in GOES_WRONG:
        if code == "U1069":
            continue
        words = ("--max-runs", "20") if code == "U1064" else ()
        told, answer = collected(study(text), *words)
        check(code in [m["code"] for m in told["messages"]], f"{code} of {text}", answer.stdout + answer.stderr)
        check(answer.returncode == (0 if code == "U1065" else 1), f"{code} of {text}: exit status", answer.returncode)
    path = write("study.muss", study("run e; collect {e.y};",
        "parameters {integer p = 1;} auxiliary variables {real a;}"))
    for words, code in ((("-p", "q=1"), "U1067"), (("-p", "p=x"), "U1066"), (("-p", "p=1.5"), "U1066"),
                        (("--isolate",), "U1073"), (("--plot=x.svg",), "U1074"), (("--vars", "y"), "U1073")):
        answer = saltus("run", path + ":s", *words)
        check(code in answer.stderr and answer.returncode in (1, 2), f"{code} of {words}", answer.stderr)
    path = write("absent.muss", study("run Absent;", called="No.Absent"))
    check("U1069" in saltus("run", path + ":s").stderr, "U1069", saltus("run", path + ":s").stderr)
    answer = saltus("run", write("study.muss", study("do while (TRUE) {run e;};")) + ":s", "--timeout", "1", "--json",
                    "--max-runs", "100000000")
    check(answer.returncode == 3 and json.loads(answer.stdout)["status"] == "timeout", "a time-out",
        answer.stdout[-300:])
    process = subprocess.Popen([options.saltus, "run", os.path.join(folder, "study.muss") + ":s", "--max-runs",
        "100000000"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    check("U1075" in err and process.returncode == 130, "Ctrl-C ends a study", f"{process.returncode} {err[-500:]}")


def cosy():
    """A submodel, from its text and compiled, in a program of COSY."""
    write("regulator.muss", open(REGULATOR).read())
    saltus("compile", os.path.join(folder, "regulator.muss") + ":filter", "-o", os.path.join(folder, "filter.sbm"))
    for source in ("regulator.muss:filter", "filter.sbm"):
        path = write("p.cosy", "PROGRAM P;\nEXTERNAL MODEL FILTER (Y <- IC, TAU, X) FROM $%s$;\n"
                     "VAR ALGEBR Y; STATE Z;\n"
                     "MONITOR\n  SIMULATE FROM 0.0 TO 1.0\nEND;\nSYSTEM\n  INITIAL Z := 0.0 END;\n  CONTINUOUS\n"
                     "    Z' = 1.0;\n    FILTER (Y <- 0.0, 0.5, 1.0);\n  END\nEND\nEND.\n" % source)
        answer = saltus("run", path, "--json", "--tol", "1e-9")
        final = json.loads(answer.stdout or "{}").get("final", {})
        check(near(final.get("Y"), 1 - math.exp(-2), 1e-8), f"{source} in COSY", answer.stdout[-400:] + answer.stderr)


def given():
    """Values by name in calls: parameters of submodels, parameters and inputs of blocks of Modelica."""
    text = """Experiment x is
  Static region
    auxiliary variables {real y, z, w, v;}
    submodels called {Modelica.Blocks.Math.Gain; Modelica.Blocks.Math.Feedback; lag;}
    submodels called {Modelica.Blocks.Continuous.FirstOrder;}
  End static region;
  Dynamic region
    y = Gain(3.0, k = 2.0);
    z = FirstOrder(1.0, T = 0.5);
    w = lag(1.0, tau = 4.0);
    v = Feedback(u1 = y, u2 = 2.0*y);
  End dynamic region;
  Control region
    finish = 1.0;
    tolerance = 1.0E-9;
  End control region;
End experiment x;
"""
    path = write("given.muss", FILTER + text)
    answer = saltus("run", path + ":x", "--json")
    final = json.loads(answer.stdout or "{}").get("final", {})
    for name, value in (("y", 6), ("z", 1 - math.exp(-2)), ("w", 1 - math.exp(-0.25)), ("v", -6)):
        check(near(final.get(name), value, 1e-7), f"given by name: {name}", f"{final} {answer.stderr}")
    for code, old, new in (("N0307", "k = 2.0)", "k = 2.0, k = 3.0)"), ("N0307", "2.0*y)", "sin(u = 1.0))"),
                           ("N0308", "tau = 4.0", "u = 4.0"), ("N0308", "tau = 4.0", "tua = 4.0"),
                           ("N0310", "Gain(3.0,", "Gain(1.0, 2.0, 3.0, 4.0,"), ("N0309", "y = Gain", "(y, z) = Gain"),
                           ("N0005", "3.0, k = 2.0", "k = 2.0, 3.0")):
        answer = saltus("check", write("given.muss", FILTER + text.replace(old, new)) + ":x")
        check(code in answer.stderr, f"{code} of {new}", answer.stderr)


def starts():
    """The initial region is read in its order."""
    text = """Continuous submodel s is
  Static region
    outputs {real y;}
    state {real x;}
    auxiliary variables {real a; logical b;}
  End static region;
  Initial region
    %s
  End initial region;
  Dynamic region
    y = x; x' = 0.0;
    when (x > 1.0) {b = TRUE;};
  End dynamic region;
End submodel s;
"""
    for good, region in (("N0222", "a = x; x = 1.0; b = TRUE;"), (None, "x = 1.0; a = x; b = TRUE;"),
                         ("N0222", "if (TRUE) {x = 1.0;} else {a = 2.0;}; a = x; b = TRUE;"),
                         (None, "if (TRUE) {x = 1.0;} else {x = 2.0;}; a = x; b = TRUE;"),
                         ("N0222", "x = 1.0; if (b) {a = 1.0;} else {a = 2.0;}; b = TRUE;"),
                         ("N0222", "a = 0.0; b = TRUE; do while (a < 3.0) {a = a + x;}; x = 1.0;"),
                         (None, "a = 0.0; x = 1.0; do while (a < 3.0) {a = a + x;}; b = TRUE;"),
                         ("N0222", "a = 0.0; do while (a > 3.0) {x = 1.0;}; a = x; b = TRUE;"),
                         (None, "case (1) {1: x = 1.0; else: x = 2.0;}; a = x; b = TRUE;")):
        answer = saltus("check", write("start.muss", text % region))
        check(("N0222" in answer.stderr) == bool(good), f"order of {region}", answer.stderr)


def pictures():
    """Digraphs: every vertex, every symbol but parameters, and the segments."""
    for name, words in (("limiter", ("root = x - ul", "if (x &gt;= ul)", "algebraic", "discontinuous", "ll")),
                        ("PI_controller", ("z = state_integrator()", "derivative", "initial", "Tc")),
                        ("pulse_width_modulator", ("start(when)", "y(0)", "ramp"))):
        picture = os.path.join(folder, "digraph.svg")
        answer = saltus("check", "--segments", f"{REGULATOR}:{name}", f"--plot={picture}")
        text = open(picture).read() if os.path.exists(picture) else ""
        found = saltus("check", "--segments", f"{REGULATOR}:{name}").stdout
        vertices = re.findall(r"^    (\d+[+-]*) ", found, re.M)
        check(answer.returncode == 0 and all(w in text for w in words) and
              all(re.search(rf">{re.escape(v)} +", text) for v in vertices), f"the digraph of {name}",
              f"{[w for w in words if w not in text]} {vertices} {answer.stderr}")
    sbm = os.path.join(folder, "filter.sbm")
    saltus("compile", f"{REGULATOR}:filter", "-o", sbm)
    check("U0481" in saltus("check", "--segments", sbm, "--plot=x.svg").stderr, "U0481")
    check(saltus("check", REGULATOR + ":filter", "--plot=x.svg").returncode == 2, "a picture without segments")


def layout():
    """fmt: the same words in the same order, comments kept, the same text when done again, and the same results."""
    good = open(REGULATOR).read()
    path = write("layout.muss", good)
    check(saltus("fmt", "--check", path).returncode == 0, "the example has the layout", saltus("fmt", "--check",
        path).stdout)
    chance = random.Random(int(os.environ.get("SALTUS_SEED", random.randrange(1 << 30))))
    for k in range(8):
        spoilt = ""
        for line in good.splitlines():
            if line.strip():
                spoilt += " "*chance.randrange(5) + line.strip() + " "*chance.randrange(2)
                spoilt += "\n"*chance.choice((1, 1, 4))
        spoilt = re.sub(r" ([=<>]=?|&&) ", lambda m: chance.choice((m[0], m[1])), spoilt)
        spoilt = spoilt.replace(", ", chance.choice((",", " , ")))
        path = write("layout.muss", spoilt)
        answer = saltus("fmt", "--print", path)
        words = [re.findall(r"\S", t) for t in (spoilt, answer.stdout)]
        check(words[0] == words[1], f"layout {k}: the same words", answer.stderr)
        again = saltus("fmt", "--print", write("again.muss", answer.stdout)).stdout
        check(again == answer.stdout, f"layout {k}: the same again")
    small = ("/*a*/Continuous  submodel s is// b\nStatic region\ninputs{real u,\nv;}/* c */ outputs {real y;}\nEnd "
        "static region;"
             "\n\n\n\nDynamic region\ny=-u*( v+2 )/3**2 ;  // d\nEnd dynamic region;\nEnd submodel s;\n// e\n")
    wanted = """/*a*/ Continuous submodel s is // b
  Static region
    inputs {real u,
          v;} /* c */ outputs {real y;}
  End static region;

  Dynamic region
    y = -u*(v + 2)/3**2; // d
  End dynamic region;
End submodel s;
// e
"""
    answer = saltus("fmt", "--print", write("small.muss", small))
    check(answer.stdout == wanted, "the layout", answer.stdout + answer.stderr)
    path = write("broken.muss", "Continuous submodel s is\n")
    check(saltus("fmt", path).returncode == 1 and open(path).read() == "Continuous submodel s is\n",
          "what has mistakes is left as it is")


run_parts([statements, measures, files, wrong, goes_wrong, cosy, given, starts, pictures, layout])
