#!/usr/bin/env python3
"""Whether a run fails, what it says and how many events it has must not depend on what is recorded.

    recorded.py --saltus build/saltus                  a sample of the project's models, and generated ones
    recorded.py --saltus build/saltus --all            all of them
    recorded.py --saltus build/saltus FILE ...         these

Each model is run with nothing recorded, and then with everything, with one variable, with another interval of output,
and with rows at events or without. Exit status, messages (code, place, and the times in them), numbers of events and
final values must be the same.

The generated models have one fault each, of which the moment is known: a function f of the states of an oscillator, or
of time, passes a limit c. Where it does is computed here from the closed form. The fault must be found there, whatever
is recorded, and must not be found where f stays below c. Their parameters are drawn at random; the seed is printed.
"""
import argparse
import glob
import itertools
import json
import math
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile

import models
import wrong

ALWAYS = ("loops_of_rates.mo",)      # in every sample
HARD_LIMIT = 1800     # seconds; whoever needs them hangs
FIXED_STEP = ("euler", "heun", "rk4")
RECORDING = {"-o": 1, "--vars": 1, "--vars-plot": 1, "--events": 1, "--plot": 0}
# --vars that names nothing, or leaves out what a program draws; too much; results that show a large Integer rounded
ABOUT_RECORDING = ("U0105", "U0204", "R0406", "R0267")
NUMBER = re.compile(r"time (-?\d+\.?\d*(?:e[-+]?\d+)?)")


def call(saltus, target, options, folder, env):
    command = [saltus, "run", target, "--json"] + options
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=HARD_LIMIT, cwd=folder,
                              env={**os.environ, **env})
    except subprocess.TimeoutExpired:
        return None, None
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        return done.returncode, None


def without_recording(options):
    kept, rest = [], list(options)
    while rest:
        word = rest.pop(0)
        name, equals, _ = word.partition("=")
        if name not in RECORDING:
            kept.append(word)
        elif RECORDING[name] and not equals:
            rest.pop(0)
    return kept


def without_step(options):
    return [w for i, w in enumerate(options) if w != "--step" and (i == 0 or options[i - 1] != "--step")
            and not w.startswith("--step=")]


def said(summary):
    return [m for m in summary["messages"] if m["code"] not in ABOUT_RECORDING]


def same(a, b):
    return a == b or (a != a and b != b)


def differences(base, other):
    """What differs between two runs, as texts. Rows of the output leave no trace in the run, so that all is the same to
    the last bit."""
    (status, one), (status_2, two) = base, other
    if status != status_2:
        yield "exit status %s, with nothing recorded %s" % (status_2, status)
        return
    if one is None or two is None:
        return
    if one["status"] != two["status"]:
        yield "ended as %s, with nothing recorded as %s" % (two["status"], one["status"])
    a, b = said(one), said(two)
    if [(m["code"], m["line"], m["column"]) for m in a] != [(m["code"], m["line"], m["column"]) for m in b]:
        yield "said %s, with nothing recorded %s" % ([m["code"] + " " + m["text"] for m in b],
                                                     [m["code"] + " " + m["text"] for m in a])
    for m, k in zip(a, b):
        for x, y in zip(NUMBER.findall(m["text"]), NUMBER.findall(k["text"])):
            if x != y:
                yield "said at time %s, with nothing recorded at %s: %s" % (y, x, m["text"])
    if one.get("events") != two.get("events"):
        yield "events %s, with nothing recorded %s" % (two.get("events"), one.get("events"))
    first, second = one.get("final", {}), two.get("final", {})
    for name in first if one["status"] != "failed" else []:      # at a pole they are what rounding makes of them
        if name in second and not same(first[name], second[name]):
            yield "final %s = %r, with nothing recorded %r" % (name, second[name], first[name])
            break


def length_of(options, summary):
    if summary and summary["status"] == "done":
        return (summary["time"]["stop"] or 0) - (summary["time"]["start"] or 0)
    return float(options[options.index("--stop") + 1]) if "--stop" in options else 1.0


def variants(options, summary):
    """Options that record something, and whether an interval that is given stays."""
    final = (summary or {}).get("final") or {}
    yield ["-o", "all.csv"], True
    numbers = [name for name in final if not isinstance(final[name], str)]      # files of results have no Strings
    for name in ([numbers[0], numbers[-1]] if numbers else []):
        yield ["-o", "one.csv", "--vars", name], True
    yield ["-o", "none.csv", "--events", "none"], True
    yield ["-o", "after.csv", "--events", "after"], True
    length = length_of(options, summary)
    if length > 0 and not any(s in options for s in FIXED_STEP) and "steps" in (summary or {}):
        for parts in (7.3, 1234):
            yield ["-o", "other.csv", "--step", repr(length / parts)], False


def judge(job):
    saltus, target, options, env = job
    options = without_recording(options)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        base = call(saltus, target, options, folder, env)
        for more, stays in variants(options, base[1]):
            kept = options if stays else without_step(options)
            start = base if kept == options else call(saltus, target, kept, folder, env)
            for text in differences(start, call(saltus, target, kept + more, folder, env)):
                found.append("saltus run %s %s: %s" % (target, " ".join(kept + more), text))
    return target, found


# ---------------------------------------------------------------------------------------------------- the models there
# are


def project_jobs(saltus, root, paths):
    for path in models.collect(paths, root):
        if paths and "//!" not in open(path, errors="replace").read() and "(*!" not in open(path,
                errors="replace").read():
            yield saltus, path, [], {}
            continue
        cases, prologue = models.read_cases(path)
        env = {"__builtins__": __builtins__, **{k: v for k, v in vars(math).items() if k[0] != "_"}}
        exec(compile(prologue, path, "exec"), env)
        seen = set()
        for case in cases:
            if (case.path, case.class_name) in seen:
                continue
            seen.add((case.path, case.class_name))
            yield saltus, case.path + (":" + case.class_name if case.class_name
                                       else ""), case.variants(env)[0], case.env
    if paths:
        return
    for path in sorted(glob.glob(os.path.join(root, "tests", "wrong", "*.mo"))
                       + glob.glob(os.path.join(root, "tests", "wrong", "*.cosy"))):
        case = wrong.Case(path)
        if case.run or case.good:
            yield saltus, case.argument(), case.options, {k: v for k, v in case.environment.items()
                                                          if os.environ.get(k) != v}
    for path in sorted(glob.glob(os.path.join(root, "examples", "*.mo"))
                       + glob.glob(os.path.join(root, "examples", "*.cosy"))):
        yield saltus, path, [], {}


# ------------------------------------------------------------------------------------------------------- generated
# models

FUNCTIONS = """  function checked input Real u; input Real c; output Real y; algorithm
    assert(u <= c, "too large");
    y := 2*u;
  end checked;
  function warned input Real u; input Real c; output Real y; algorithm
    assert(u <= c, "large", AssertionLevel.warning);
    y := 2*u;
  end warned;
  function chosen input Real u; input Real c; output Real y; protected Real a[2] = {1, 2}; algorithm
    y := a[if u <= c then 1 else 3];
  end chosen;
"""
# what is declared, what stands among the equations, and the message: "f" is the function, "c" the limit
FAULTS = {
    "pole": ("Real y = 1/(c - f);", "", "R0301", True),
    "square": ("Real y = 3/(c - f)^2;", "", "R0301", True),
    "branch": ("Real y = if noEvent(f > -100) then 1/(f - c) else 1;", "", "R0301", True),
    "root": ("Real y = sqrt(c - f);", "", "R0302", True),
    "logarithm": ("Real y = 1 + log(c - f);", "", "R0302", True),
    "range": ("Real y(max = c) = f;", "", "R0112", False),
    "equal": ("Real z(max = 1000) = f; Real y(max = c) = z; Real u(max = 1000) = y;", "", "R0112", False),
    "rate": ("Real q(start = 0, fixed = true), y(max = c);", "der(q) = f; y = der(q);", "R0112", False),
    "turned": ("Real q(start = 0, fixed = true), y(min = -c);", "der(q) = f; -y = der(q);", "R0112", False),
    "below": ("Real y(min = -c) = -f;", "", "R0112", False),
    "assert": ("Real y = f;", "assert(y <= c, \"too large\");", "R0204", True),
    "quiet": ("Real y = f;", "assert(noEvent(y <= c), \"too large\");", "R0204", True),
    "slope": ("Real q(start = 0, fixed = true);", "der(q) = f; assert(2*der(q) <= 2*c, \"too fast\");", "R0204", True),
    "doubled": ("Real q(start = 0, fixed = true), y(max = 2*c);", "der(q) = f; y = 2*der(q);", "R0112", False),
    "warning": ("Real y = f;", "assert(y <= c, \"large\", AssertionLevel.warning);", "R0205", False),
    "function": ("Real y = checked(f, c);", "", "R0320", True),
    "watched": ("Real y = checked(f, c), w = if y > 1.97*c then 1 else 0;", "", "R0320", True),
    "warned": ("Real y = warned(f, c);", "", "R0321", False),
    "loop": ("Real y, z;", "y + z = 1/(c - f); y - z = time;", "R0301", True),
    "matrix": ("Real y, z;", "y + z = 1; c*y + f*z = 3*c;", "R0311", True),
    "curved": ("Real y, z;", "y + z + 0.1*sin(y) = 1/(c - f); y - z = time;", "R0301", True),
    "rooted": ("Real y, z;", "y + z = sqrt(c - f); y - z = time;", "R0302", True),
    "bent": ("Real y, z;", "y + z + 0.1*sin(y) = log(c - f); y - z = time;", "R0302", True),
    "called": ("Real y, z;", "y + z = checked(f, c); y - z = time;", "R0320", True),
    "subscript": ("Real y = chosen(f, c);", "", "R0320", True),
}


def first_time(f, c, stop):
    """Where f first passes c, by samples much closer than anything in f, then by halving."""
    n = 40000
    for k in range(1, n + 1):
        if f(stop * k / n) > c:
            low, high = stop * (k - 1) / n, stop * k / n
            for _ in range(80):
                middle = 0.5 * (low + high)
                low, high = (low, middle) if f(middle) > c else (middle, high)
            return high
    return None


def make(draw, kind):
    """A model with a fault, its text, and the time at which it is there (None: never)."""
    w, phase, rate, stop = draw.uniform(0.7, 4), draw.uniform(0, 6.28), draw.uniform(0.1, 0.5), draw.uniform(2, 6)
    by_time = draw.random() < 0.3

    def f(t):
        return math.sin(w*t + phase)*math.exp(-rate*t) + 2
    most = max(f(stop*k/4000) for k in range(4001))
    begin = f(0)
    hidden = draw.random() < 0.3                    # the limit is never reached
    c = most + draw.uniform(0.02, 1) if hidden else most - draw.uniform(0.02,
                                                                        0.6)*(most - min(f(stop*k/4000)
                                                                                for k in range(4001)))
    if begin >= c - 0.05:
        c = most + 0.1
    text = f(0)
    lines = ["model Generated", FUNCTIONS, "  parameter Real c = %r;" % c]
    if by_time:
        lines += ["  Real x(start = 1, fixed = true);", "  Real f = sin(%r*time + %r)*exp(-%r*time) + 2;" % (w, phase,
                rate)]
        equations = ["  der(x) = -x;"]
    else:
        s, v = math.sin(phase), w*math.cos(phase) - rate*math.sin(phase)
        lines += ["  Real x(start = %r, fixed = true), v(start = %r, fixed = true);" % (s, v), "  Real f = x + 2;"]
        equations = ["  der(x) = v;", "  der(v) = -%r*x - %r*v;" % (w*w + rate*rate, 2*rate)]
    declared, stated, code, fatal = FAULTS[kind]
    lines += ["  " + declared, "equation"] + equations + (["  " + stated] if stated else []) + ["end Generated;", ""]
    assert text == begin
    return "\n".join(lines), first_time(f, c, stop), stop, code, fatal, c


def judge_generated(job):
    saltus, seed, number = job
    draw = random.Random("%s %s" % (seed, number))
    kind = list(FAULTS)[number % len(FAULTS)]
    text, when, stop, code, fatal, c = make(draw, kind)
    solver = draw.choice(["auto", "erk", "cvode", "dirk", "rodas", "adams"])
    options = ["--stop", repr(stop), "--tol", "1e-8", "--solver", solver]
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "generated.mo")
        with open(path, "w") as stream:
            stream.write(text)
        for more in ([], ["-o", "a.csv"], ["-o", "a.csv", "--vars", "x"],
                     ["-o", "a.csv", "--step", repr(stop/3.7), "--events", "none"],
                     ["-o", "a.csv", "--step", repr(stop/2111)]):
            status, summary = call(saltus, path, options + more, folder, {})
            got = [m for m in (summary or {"messages": []})["messages"]]
            codes = [m["code"] for m in got]
            times = [float(t) for m in got for t in NUMBER.findall(m["text"])]
            if when is None:
                good = status == 0 and not codes
            else:
                good = status == (1 if fatal else 0) and codes == [code] and len(times) == 1 and abs(times[0]
                        - when) < 1e-4
            if good and status == 1 and kind in ("assert", "quiet"):        # nothing else is wrong there: y is known
                y = summary["final"].get("y", c)             # --vars may leave it out
                good = y is not None and abs(y - c) < 1e-3
            if not good:
                found.append("generated %s, %s: %s with %s: status %s, said %s; the fault is %s" % (
                    number, kind, solver, " ".join(more) or "nothing recorded", status,
                    [m["code"] + " " + m["text"] for m in got],
                    "nowhere" if when is None else "%s at %.9g" % (code, when)))
        if found:
            found.append(text)
    return "generated %d" % number, found


def sample(jobs, count, seed):
    always = [j for j in jobs if os.path.basename(j[1]).split(":")[0] in ALWAYS]
    return always + random.Random(seed).sample(jobs, min(count, len(jobs)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--generated", type=int, default=None)
    parser.add_argument("paths", nargs="*")
    a = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    saltus = os.path.abspath(a.saltus)
    jobs = list(project_jobs(saltus, root, [os.path.abspath(p) for p in a.paths]))
    if not a.all and not a.paths:
        jobs = sample(jobs, 25, a.seed)
    count = a.generated if a.generated is not None else 0 if a.paths else 260 if a.all else 50
    generated = [(saltus, a.seed, k) for k in range(count)]
    bad = 0
    with multiprocessing.Pool(a.jobs) as pool:
        for name, found in itertools.chain(pool.imap(judge, jobs), pool.imap(judge_generated, generated)):
            bad += bool(found)
            for text in found:
                print("%s\n" % text, flush=True)
    print("%d of %d models do the same whatever is recorded (seed %d)" % (len(jobs) + count - bad, len(jobs) + count,
                                                                          a.seed))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
