#!/usr/bin/env python3
"""Ideal switches, diodes, clutches and stops against exact piecewise solutions.

    switched.py --saltus build/saltus [--all | --count N | --random N | NAME ...] [--forms a,b,c]
                [--seed S] [--tol R] [--keep FOLDER] [--jobs N]
    switched.py --reference NAME[:FORM]      the values of the reference
    switched.py --text NAME[:FORM]           the model
    switched.py --check [--all]              the reference against results by hand
    switched.py --list

The cases are in switched_models.py and the files that it names, the formulations of ideal elements in
switched_library.py, the reference in switched_reference.py. A case is right if
  - the states agree with the reference at all points of a grid, to 1000 times the tolerance of the solver, relative to
    the largest value of their kind;
  - at each event a state jumps only where it does in the reference, and what no impulse can change (charge, flux,
    momentum) does not, to rounding;
  - a state that jumps is told (R0230), and nothing is told where no state jumps;
  - the devices turn as often as in the reference, and are in the same state after each turn (where the model
    determines the state of each).
Without --all a sample is run; the seed is printed. --random makes N cases by chance (switched_random.py): networks,
shafts and bodies in a row, each in one formulation; what the reference cannot solve is not judged. What fails is listed
with its reason: wrong without a word (silent), wrong with a warning (warned), refused, not ended in time (late),
crashed (crash)."""
import argparse
import bisect
import concurrent.futures
import csv
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from switched_library import Case, Pwm                                   # noqa: E402
from switched_models import CASES                                        # noqa: E402
import switched_rectifiers                                               # noqa: E402, F401: more cases
import switched_motion                                                   # noqa: E402, F401: more cases
import switched_charged                                                  # noqa: E402, F401: more cases
import switched_pumps                                                    # noqa: E402, F401: more cases
import switched_machines                                                 # noqa: E402, F401: more cases
import switched_textbook                                                 # noqa: E402, F401: more cases
from switched_net import D, Impossible, lemke                            # noqa: E402
from switched_random import form_of, random_case                         # noqa: E402
from switched_reference import Run                                       # noqa: E402

SLOW = {"multiplier_10", "multiplier_20", "multiplier_5", "pulses_42", "pulses_42_overlap", "cells_10"}
LIMITS = ("dump_through_diode", "three_capacitors", "boost_ccm", "bridge_rl", "six_pulse_overlap", "sc_doubler",
          "coils_in_series", "sepic_dcm",
          "water_ram")
# in every sample, in all forms
ALWAYS = ("two_legs_down", "two_legs_up", "two_legs_both", "three_level_leg_charged")
# made by chance and once wrong: higher derivatives decide; diodes beside each other; a jump at the tolerance; all at
# rest
FOUND = {(name, form) for name in ("random_e_7348", "random_e_8083", "random_e_7470", "random_e_8155", "random_e_11424",
                               "random_e_11060")
         for form in ("a", "c", "ti")} | {("pulses_42_overlap", "a"),
                                          ("multiplier_10", "a")}          # forty-two diodes, twenty
# switches of three branches side by side
FOUND |= {("random_e_771288", form) for form in ("e", "ec", "en", "ee")}
# at the start coils seek their way while a diode shorts a capacitor
FOUND |= {("random_c_29", form) for form in ("a", "c", "ee")}
FOUND |= {("rigid_pump", "m")}               # where it begins, a valve remembers a side that it cannot have (E671)
# a source steps, and a diode beside those that conduct takes its part of the charge (E500)
FOUND |= {("random_p_90119125", form) for form in ("a", "c")}
# two sources step: the present mode is one to be judged, from the values before its own jump (E502)
FOUND |= {("random_p_91206053", form) for form in ("c", "ft")}
FOUND |= {("random_r_8161", "ti")}           # a condition that is held back in a mode without states
# a coil that diodes short: its current is rounding, which must not make the steps short
STEPS_MOST = {("random_e_8133", "m"): 2000}
# diodes beside closed switches, of which no branch agrees (E175): modes that are judged and do not agree
VAIN_MOST = {("cells_10", "a"): 100}
FOUND |= set(STEPS_MOST) | set(VAIN_MOST)
OUTCOMES = ("right", "silent", "warned", "refused", "late", "crash", "unknown")


def case_of(name):
    return random_case(name) if name.startswith("random_") else CASES[name]


def reference(case, form):
    return Run(case.net(form), case.stop, case.stop/case.points, case.delta, case.hooks())


# the reference against results by hand

def near(what, got, wanted, relative):
    assert abs(got - wanted) <= relative*abs(wanted), "%s: %r, by hand %r" % (what, got, wanted)


def last(case, form="a"):
    return {name: values[-1] for name, values in reference(case, form).values.items()}


def check(thorough):
    rng = random.Random(5)
    for _ in range(60):                              # Lemke's method against all modes
        n = rng.randrange(1, 6)
        a = [[rng.gauss(0, 1) for _ in range(n)] for _ in range(n)]
        skew = [[rng.gauss(0, 1) for _ in range(n)] for _ in range(n)]
        m = [[sum(a[k][i]*a[k][j] for k in range(n)) + (0.1 if i == j else 0) + skew[i][j] - skew[j][i]
              for j in range(n)] for i in range(n)]
        q = [rng.gauss(0, 1) for _ in range(n)]
        z = [float(x) for x in lemke([[D(x) for x in row] for row in m], [D(x) for x in q])]
        w = [q[i] + sum(m[i][j]*z[j] for j in range(n)) for i in range(n)]
        assert min(z) >= 0 and min(w) > -1e-12 and all(abs(x*y) < 1e-12 for x, y in zip(z, w)), (z, w)
    near("two capacitors", last(CASES["two_capacitors"])["c2.v"], 1.0, 1e-14)
    near("dog clutch", last(CASES["dog_clutch"])["j1.w"], 1.25, 1e-14)
    near("dog clutch", last(CASES["dog_clutch"])["j2.w"], 1.25, 1e-14)
    coils = [e for e in reference(CASES["coils_in_series"], "a").events if e["jumps"]]
    near("coils in series", coils[0]["after"]["l2.i"], coils[0]["before"]["l1.i"]*0.1/0.4, 1e-12)
    near("current before", coils[0]["before"]["l1.i"], 4*(1 - math.exp(-3.0)), 1e-12)
    fall = reference(CASES["fall_on_floor"], "a").events[1]
    near("fall on a floor", fall["time"], math.sqrt(6/9.81), 1e-11)
    near("speed there", fall["before"]["m.v"], -math.sqrt(6*9.81), 1e-11)
    assert abs(fall["after"]["m.v"]) < 1e-13
    taut = reference(CASES["rope_taut"], "a").events[1]
    near("rope", taut["after"]["m2.v"], 2.0, 1e-12)
    check_rectifier()
    check_converters()
    check_limits([n for n, c in CASES.items() if "bs" in c.forms and n not in SLOW and not c.no_limit] if thorough
                 else LIMITS)
    print("the reference agrees with results by hand")


def check_rectifier():
    """i = V/Z*(sin(wt - phi) + sin(phi)*exp(-t/tau)) until it is zero; six pulses: commutation each 60 degrees."""
    run = reference(CASES["half_wave_rl"], "a")
    w, r, l = 2*math.pi*50, 10.0, 0.05
    z, phi = math.hypot(r, w*l), math.atan2(w*l, r)
    current = lambda t: 100/z*(math.sin(w*t - phi) + math.sin(phi)*math.exp(-t*r/l))
    low, high = 0.01, 0.02
    for _ in range(60):
        middle = (low + high)/2
        low, high = (middle, high) if current(middle) > 0 else (low, middle)
    off = [e["time"] for e in run.events if e["on"] == "{}"]
    near("end of conduction", off[0], low, 1e-11)
    for k, value in enumerate(run.values["l.i"]):
        t = k*0.05/25
        if t < 0.02:
            assert abs(value - (current(t) if t < low else 0)) < 1e-11
    turns = [e["time"] for e in reference(CASES["six_pulse"], "a").events if e["mode"]]
    for a, b in zip(turns[2:], turns[3:]):
        near("commutation", b - a, 1/300, 1e-9)


def check_converters():
    """Conversion ratios: mean values over the last period, with large capacitors."""
    def mean(kind, duty, load, start, current, period):
        c = Case("check", 80*period, period/8, points=80*8)
        c.V("s", 1, 0, 12.0)
        u = Pwm("u", period, duty)
        if kind == "buck":
            c.switch("q", 1, 2, u)
            c.diode("d", 0, 2)
            c.L("l", 2, 3, 5e-4, current)
        else:
            c.L("l", 1, 2, 5e-4, current)
            c.switch("q", 2, 0, u)
            c.diode("d", 2, 3)
        c.C("c", 3, 0, 2e-4, start)
        c.R("r", 3, 0, load)
        return sum(reference(c, "a").values["c.v"][-8:])/8
    near("buck, continuous", mean("buck", 0.4, 5.0, 4.8, 0.96 - 0.288, 1e-4), 0.4*12, 1e-3)
    near("boost, continuous", mean("boost", 0.4, 10.0, 20.0, 20/10/0.6 - 0.48, 1e-4), 12/0.6, 2e-3)
    k = 2*5e-4/(200.0*1e-4)
    wanted = 12*(1 + math.sqrt(1 + 4*0.3**2/k))/2
    near("boost, discontinuous", mean("boost", 0.3, 200.0, wanted, 0.0, 1e-4), wanted, 3e-3)


def check_limits(names):
    """Ideal elements are the limit of those with small resistances, which never jump: another way to the same
    values."""
    for name in names:
        ideal, small = reference(CASES[name], "a"), reference(CASES[name], "bs")
        assert not any(e["jumps"] for e in small.events), name + " jumps in spite of its resistances"
        jumps = [e["time"] for e in ideal.events if e["jumps"]]
        size = sizes(ideal)
        for state, values in ideal.values.items():
            for t, a, b in zip(ideal.grid, values, small.values[state]):
                assert abs(a - b) <= 5e-3*size[state] or any(abs(t - j) < 1e-9
                                                             for j in jumps), "%s: %s(%g) %r %r" % (name, state, t, a,
                                                                                                    b)


# Saltus against the reference

class Rows:
    """The columns of a CSV, and its instants: (time, first row, last row) of equal times."""

    def __init__(self, path):
        with open(path) as file:
            reader = csv.reader(file)
            names = next(reader)
            self.rows = [[float(x) for x in row] for row in reader]
        self.at = {name: k for k, name in enumerate(names)}
        self.times = [row[0] for row in self.rows]
        self.instants, first = [], 0
        for k in range(1, len(self.rows) + 1):
            if k == len(self.rows) or self.times[k] != self.times[first]:
                if k - first > 1:
                    self.instants.append((self.times[first], self.rows[first], self.rows[k - 1]))
                first = k

    def value(self, t, eps, name):
        k = bisect.bisect_right(self.times, t + eps) - 1
        return self.rows[k][self.at[name]] if k >= 0 and abs(self.times[k] - t) <= eps else math.nan


def sizes(run):
    """The largest value of each kind of state. A kind far smaller than the others is a difference of what is large."""
    kinds = {}
    for name, values in run.values.items():
        seen = [abs(v) for v in values] + [abs(e[side][name]) for e in run.events for side in ("before", "after")]
        kind = name.rsplit(".", 1)[-1]
        kinds[kind] = max(kinds.get(kind, 0.0), max(seen))
    kinds = {kind: size if size > 1e-12 else 1.0 for kind, size in kinds.items()}         # else it is rounding alone
    kinds = {kind: max(size, 1e-4*max(kinds.values())) for kind, size in kinds.items()}
    return {name: kinds[name.rsplit(".", 1)[-1]] for name in run.values}


def compare_values(case, run, rows, size, tol):
    jumps = [e["time"] for e in run.events if e["jumps"] and e["blur"]]
    worst = (0.0, None)
    for k, t in enumerate(run.grid):
        if any(abs(t - j) < 1e-6*case.stop for j in jumps):
            continue                                 # on which side of a jump it is depends on the tolerance
        for name, values in run.values.items():
            if name.startswith("("):
                continue
            got = rows.value(t, 1e-10*case.stop if k else 1e-20, name)      # what is fast may be over in no time
            error = abs(got - values[k])/(1000*tol*size[name])
            if not error <= worst[0]:
                worst = error, "%s(%g) = %.10g, should be %.10g" % (name, t, got, values[k])
                if error != error:
                    return worst[1]
    return worst[1] if worst[0] > 1 else None


def compare_jumps(case, run, rows, size, tol):
    eps = 1e-6*case.stop
    jumps = [e for e in run.events if e["jumps"]]
    named = [name for name in run.values if not name.startswith("(")]
    for t, left, right in rows.instants:
        here = [e for e in jumps if abs(e["time"] - t) <= eps]
        for name in named:
            jump = right[rows.at[name]] - left[rows.at[name]]
            # a jump below the tolerance is nobody's: no diode is sought for it (E100)
            if not abs(jump) <= max(1e-11, tol)*size[name] and not any(name in e["jumps"] for e in here):
                return "%s jumps at %.10g from %.10g to %.10g and should not" % (name, t, left[rows.at[name]],
                                                                                 right[rows.at[name]])
        for e in here if len(here) == 1 else ():     # what several keep together is not known
            for kept in e["conserved"]:
                if any(name.startswith("(") for name in kept):
                    continue
                total = sum(c*(right[rows.at[name]] - left[rows.at[name]]) for name, c in kept.items())
                if not abs(total) <= 1e-9*sum(abs(c)*size[name] for name, c in kept.items()):
                    return "at %.10g %s is not conserved: it jumps by %.3g" % (t,
                                                                               " + ".join("%.4g*%s" % (c, n) for n,
                                                                                          c in kept.items()), total)
    for e in jumps:
        if e["time"] and e["time"] < case.stop*(1 - 1e-9) and not any(abs(t - e["time"]) <= eps for t, _,
                                                                      _ in rows.instants):
            return "no event at %.10g, where %s should jump" % (e["time"], ", ".join(e["jumps"]))
    return None


def turns_of(states, eps, stop):
    """(time, set of conducting devices) after each turn; turns closer than eps are one. states: (time, before, after,
    ...)."""
    made = []
    for t, before, after in states:
        if before == after or t <= eps or t > stop - eps:
            continue
        if made and t - made[-1][0] <= eps:
            made[-1] = (t, made[-1][1], after)
        else:
            made.append((t, before, after))
    return [(t, after) for t, before, after in made if before != after]


def compare_turns(case, form, run, rows, tol):
    if run.ambiguous:
        return None
    eps = 1e-6*case.stop
    flags, before, wanted = case.flags(form), None, []
    for e in run.events:
        on = frozenset(x for x in e["on"].strip("{}").split(", ") if x in flags)
        wanted.append((e["time"], before if before is not None else on, on))
        before = on
    # how well the time is known, if states are known to the tolerance
    blur = {e["time"]: 1000*tol*e["blur"] for e in run.events}
    spaces = [b[0] - a[0] for a, b in zip(wanted, wanted[1:])]
    if any(eps/10 < s < 10*eps for s in spaces) or any(b > s/3 for b, s in zip(list(blur.values())[1:], spaces)):
        return None                                  # too close to say what is one turn
    devices = lambda row: frozenset(n for n, flag in flags.items() if row[rows.at[flag]] > 0.5)
    wanted = turns_of(wanted, eps, case.stop)
    got = turns_of([(t, devices(left), devices(right)) for t, left, right in rows.instants], eps, case.stop)
    show = lambda on: "{" + ", ".join(sorted(on)) + "}"
    for a, b in zip(got, wanted):
        if abs(a[0] - b[0]) > eps + blur[b[0]] or a[1] != b[1]:
            return "turns to %s at %.10g, should turn to %s at %.10g" % (show(a[1]), a[0], show(b[1]), b[0])
    if len(got) != len(wanted):
        return "%d turns, should be %d" % (len(got), len(wanted))
    return None


def compare_told(run, size, told):
    """A jump is told, and what is told is one."""
    if told and not any(e["jumps"] for e in run.events):
        return "tells of a jump that is none: " + told[0]["text"]
    clear = [e for e in run.events if e["time"] and any(abs(e["after"][s] - e["before"][s]) > 1e-5*size[s]
                                                        for s in e["jumps"] if not s.startswith("("))]
    if clear and not told:
        return "does not tell that %s jumps at %.10g" % (", ".join(clear[0]["jumps"]), clear[0]["time"])
    return None


def judge(saltus, name, form, tol, folder, solver="auto"):
    """(outcome, reason, seconds of Saltus)"""
    case = case_of(name)
    try:
        run = reference(case, form)
    except (AssertionError, Impossible) as failed:
        return "unknown", "the reference fails: %s" % failed, 0.0
    path = os.path.join(folder, "%s_%s" % (name, form))
    with open(path + ".mo", "w") as file:
        file.write(case.text(form))
    wanted = [s for s in run.values if not s.startswith("(")] + list(case.flags(form).values())
    if not wanted:
        return "unknown", "there is nothing to compare", 0.0
    begin = time.monotonic()
    try:
        done = subprocess.run([saltus, "run", path + ".mo:P.M", "--stop", repr(case.stop), "--step",
                               repr(case.stop/case.points), "--tol", repr(tol), "--json",
                               "--timeout", "1000", "--solver", solver, "--vars", ",".join(wanted), "-o",
                               path + ".csv"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=1800)
    except subprocess.TimeoutExpired:
        return "late", "hangs", time.monotonic() - begin
    took = time.monotonic() - begin
    try:
        said = json.loads(done.stdout)
    except ValueError:
        return "crash", "status %d: %s" % (done.returncode, done.stderr.decode(errors="replace")[-300:]), took
    warnings = [m for m in said.get("messages", []) if m["severity"] in ("warning", "error")]
    words = "; ".join("%s %s" % (m["code"], m["text"]) for m in warnings[:3])
    if done.returncode == 3:
        return "late", words, took
    if done.returncode < 0 or done.returncode > 3:
        return "crash", "status %d" % done.returncode, took
    if done.returncode:
        return "refused", words, took
    rows, size = Rows(path + ".csv"), sizes(run)
    reason = compare_values(case, run, rows, size, tol) or compare_jumps(case, run, rows, size, tol)
    reason = reason or compare_turns(case, form, run, rows, tol)
    reason = reason or compare_told(run, size, [m for m in said.get("messages", []) if m["code"] == "R0230"])
    if reason is None and said["steps"] > STEPS_MOST.get((name, form), math.inf):
        return "late", "%d steps" % said["steps"], took
    vain = said["search"]["by_values"] + said["search"]["by_impulses"] if "search" in said else 0
    if reason is None and vain > VAIN_MOST.get((name, form), math.inf):
        return "late", "%d modes are judged in vain" % vain, took
    if reason is None:
        return "right", "", took
    return ("warned" if warnings else "silent"), reason + (" (%s)" % words if words else ""), took


def show_reference(text):
    name, _, form = text.partition(":")
    case = case_of(name)
    run = reference(case, form or case.forms[0])
    print("time," + ",".join(run.values))
    for k, t in enumerate(run.grid):
        print("%.15g,%s" % (t, ",".join("%.15g" % values[k] for values in run.values.values())))
    for e in run.events:
        print("# %.13g %s%s" % (e["time"], e["on"], "".join(" %s: %.12g -> %.12g" % (s, e["before"][s], e["after"][s])
                                                            for s in e["jumps"])))
    if run.ambiguous:
        print("# the state of some devices is not determined by the model")


def table(results):
    print("%-5s" % "form" + "".join("%9s" % o for o in OUTCOMES) + "%9s" % "all")
    forms = sorted({form for _, form in results})
    for form in forms + ["all"]:
        mine = [r[0] for (_, f), r in results.items() if form in (f, "all")]
        print("%-5s" % form + "".join("%9d" % mine.count(o) for o in OUTCOMES) + "%9d" % len(mine))


def open_cases():
    """What is not right yet: (name, form) -> the outcome that it has."""
    made = {}
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "switched_open.txt")) as file:
        for line in file:
            words = line.split()
            if words and not line.startswith("#"):
                made[words[0], words[1]] = words[2] if len(words) > 2 else "refused"
    return made


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--saltus")
    arguments.add_argument("--all", action="store_true")
    arguments.add_argument("--count", type=int, default=100)
    arguments.add_argument("--random", type=int, default=0)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--forms", default="a,b,bs,c,m,n,t,ti,e,ec,en,ee,f,fb,fc,ft")
    arguments.add_argument("--tol", type=float, default=1e-8)
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--keep")
    arguments.add_argument("--reference")
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("--list", action="store_true")
    arguments.add_argument("--text")
    arguments.add_argument("names", nargs="*")
    asked = arguments.parse_args()
    if asked.list:
        print("\n".join("%s: %s" % (name, ", ".join(case.forms)) for name, case in CASES.items()))
        return 0
    if asked.reference:
        show_reference(asked.reference)
        return 0
    if asked.text:
        name, _, form = asked.text.partition(":")
        print(case_of(name).text(form or "a"), end="")
        return 0
    check(asked.all)
    if asked.check:
        return 0
    if not asked.saltus:
        arguments.error("--saltus is needed")
    forms = asked.forms.split(",")
    todo = [(name, form) for name, case in CASES.items() for form in case.forms if form in forms
            and (not asked.names or name in asked.names)]
    todo += [(name, form) for name in asked.names if name.startswith("random_") for form in case_of(name).forms
             if form in forms]
    if asked.random:
        names = ["random_%s_%d" % ("ertecpig"[k % 8], 1000*asked.seed + k) for k in range(asked.random)]
        todo = [(name, form_of(case_of(name), asked.seed)) for name in names]
    elif not asked.all and not asked.names:
        cheap = [one for one in todo if one[0] not in SLOW]
        todo = random.Random(asked.seed).sample(cheap, min(asked.count, len(cheap)))
        todo = sorted(set(todo) | FOUND | {one for one in cheap if one[0] in ALWAYS})
        print("seed %d: %d of %d cases" % (asked.seed, len(todo), len(cheap)))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor(asked.jobs) as pool:
        where = asked.keep or folder
        os.makedirs(where, exist_ok=True)
        saltus, results = os.path.abspath(asked.saltus), {}
        jobs = {pool.submit(judge, saltus, name, form, asked.tol, where): (name, form) for name, form in todo}
        for job in concurrent.futures.as_completed(jobs):
            one = jobs[job]
            results[one] = job.result()
            if results[one][0] != "right":
                print("%-30s %-3s %-8s %s" % (one + results[one][:2]), flush=True)
    table(results)
    still_open = open_cases()
    unjudged = ("unknown",) if asked.random else ()      # what the reference cannot solve makes no sense
    worse = [one for one, r in sorted(results.items()) if r[0] not in ("right", still_open.get(one)) + unjudged]
    better = [one for one, r in sorted(results.items()) if r[0] == "right" and one in still_open]
    for one in better:
        print("%s %s is right now: take it out of switched_open.txt" % one)
    print("%d of %d are right, %d are open, %d are worse than they were" % (
        sum(r[0] == "right" for r in results.values()), len(results), sum(one in still_open for one in results),
        len(worse)))
    return 1 if worse or (asked.all and better) else 0


if __name__ == "__main__":
    sys.exit(main())
