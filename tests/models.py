#!/usr/bin/env python3
"""Runs the models under tests/models and compares them with the answers that are written in them.

    models.py --saltus build/saltus [FILE.mo, FILE.cosy or folder ...]        -v prints every run
    models.py --saltus build/saltus --pin                                     pins the work of every run anew (work.py)

A model carries its answers as comments; a file *.answers has those of a model elsewhere, such as an example. They come
from closed forms, conservation laws, published values or an independent computation, never from the program itself; a
comment says from where.

    //| python code               lines of a Python prologue, run once per file with everything of the module math at
                                  hand
    //! class NAME                the class for the runs that follow (FILE:CLASS)
    //! file PATH                 the file or folder to run instead of this one, relative to it
    //! env NAME=PATH             an environment variable for the runs that follow, the path relative to this file
    //! run OPTIONS               begins a run; what follows is expected of it. {a,b,c} in the options makes several
                                  runs,
                                  $(EXPR) is computed

Expectations. An EXPR is a Python expression that may use the prologue's names, `t`, and of the run: `tol`, `solver`,
`j` (the JSON object), `final` (a dict), `times`, `col(name)`, `left(name, t)`, `right(name, t)`, `changes(name)`,
`instants`. Without +- the two sides must be equal exactly.

    //! NAME(T) = EXPR +- EXPR    the value at the time T, the right limit where T is an event; NAME(T-) is the left
                                  limit
    //! NAME = EXPR +- EXPR       at every row, with the row's time as t
    //! final NAME = EXPR +- EXPR the last value, from the JSON object
    //! changes NAME = EXPR +- EXPR   the times at which NAME jumps, as a list
    //! events KIND = EXPR        the counter of state, time or step events
    //! value EXPR = EXPR +- EXPR any number or list
    //! check EXPR                must be true
    //! status WORD               done (the default), terminated, failed or timeout; the exit status must agree
    //! message CODE [TEXT]       a message with this code whose text, note or help has TEXT in it; `message none`: not
                                  one
    //! across EXPR               must be true of `runs`, all runs made by the last `run` line
    //! long                      nothing is expected: with --checked this run is left out

In a COSY program the same lines stand in comments: (*! status done *) on a line of its own, or, for many, the lines
between (*! and
*), which then stand alone; (*| has the prologue in the same two ways. `class` names an experiment there.
"""
import argparse
import bisect
import csv
import itertools
import json
import math
import multiprocessing
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time

import notes
import sample
import work

TIMEOUT = 600         # given to the program, which must end by itself; a hundred times what most need
HARD_LIMIT = 900      # a program that does not is killed
ALL = 1000            # variants of one run: there are never so many
EXIT = {"done": 0, "terminated": 0, "failed": 1, "timeout": 3}


class Wrong(Exception):
    """An expectation that is not met, or cannot be judged."""


def number(text):
    try:
        return float(text)
    except ValueError:
        return math.nan


class Outcome:
    """What one run gave: its JSON object and its curves."""

    def __init__(self, options, status, summary, names, rows, trouble=""):
        self.options, self.exit, self.json, self.trouble = options, status, summary or {}, trouble
        self.final = self.json.get("final", {})
        self.column = {name: i for i, name in enumerate(names)}
        self.rows = rows
        self.times = [row[0] for row in rows]
        self.tol = float(self.option("--tol", 1e-6))
        self.solver = self.option("--solver", "auto")
        self.instants = sorted({a for a, b in zip(self.times, self.times[1:]) if a == b})

    def option(self, name, default):
        return self.options[self.options.index(name) + 1] if name in self.options else default

    def col(self, name):
        if name not in self.column:
            raise Wrong("there is no column '%s'" % name)
        if not self.rows:
            raise Wrong("nothing was recorded")
        return [row[self.column[name]] for row in self.rows]

    def find(self, time):
        """The first and the last row of a time: the same double, or what a sum of steps makes of it."""
        near = 1e-12 * max(1.0, abs(time))
        first = bisect.bisect_left(self.times, time - near)
        last = bisect.bisect_right(self.times, time + near) - 1
        if last < first:
            raise Wrong("there is no row at time %.17g" % time)
        return first, last

    def left(self, name, time):
        return self.col(name)[self.find(time)[0]]

    def right(self, name, time):
        return self.col(name)[self.find(time)[1]]

    def changes(self, name):
        values = self.col(name)
        return [self.times[i] for i in range(1, len(values))
                if values[i] != values[i - 1] and self.times[i] == self.times[i - 1]]

    def said(self):
        texts = ["%s %s" % (m.get("code"), m.get("text")) for m in self.json.get("messages", [])[:4]]
        return "".join("\n        " + text for text in texts + ([self.trouble] if self.trouble else []))

    def names(self):
        return {"tol": self.tol, "solver": self.solver, "j": self.json, "final": self.final, "times": self.times,
                "col": self.col, "left": self.left, "right": self.right, "changes": self.changes,
                "instants": self.instants}


def flat(value):
    if isinstance(value, (list, tuple)):
        return [x for part in value for x in flat(part)]
    return [value]


def compare(got, wanted, tolerance):
    """An empty text, or what is wrong."""
    a, b = flat(got), flat(wanted)
    if len(a) != len(b):
        return "got %d values %s, wanted %d %s" % (len(a), shorten(a), len(b), shorten(b))
    for i, (x, y) in enumerate(zip(a, b)):
        where = " [%d]" % i if len(a) > 1 else ""
        if tolerance is None:
            if x != y or isinstance(x, str) != isinstance(y, str):
                return "got%s %r, wanted exactly %r" % (where, x, y)
        elif not isinstance(x, (int, float)) or not abs(x - y) <= tolerance:
            away = " (off by %.3g)" % abs(x - y) if isinstance(x, (int, float)) else ""
            return "got%s %r, wanted %r +- %.3g%s" % (where, x, y, tolerance, away)
    return ""


def shorten(values):
    text = ", ".join("%.10g" % v if isinstance(v, float) else repr(v) for v in values[:12])
    return "[%s%s]" % (text, ", ..." if len(values) > 12 else "")


NAME = r"[A-Za-z_'][\w.'\[\],]*"


class Expectation:
    def __init__(self, line, text):
        self.line, self.text = line, text
        self.across = text.startswith("across ")

    def sides(self, text):
        """EXPR = EXPR [+- EXPR]: split at the first single = outside of brackets."""
        depth = 0
        for i, c in enumerate(text):
            depth += (c in "([{") - (c in ")]}")
            if c == "=" and depth == 0 and text[i + 1] != "=" and text[i - 1] not in "<>!=":
                right, _, tolerance = text[i + 1:].partition("+-")
                return text[:i].strip(), right.strip(), tolerance.strip() or None
        raise Wrong("this is no expectation: there is no '='")

    def judge(self, run, env):
        """Raises Wrong if the run does not meet it."""
        word, _, rest = self.text.partition(" ")
        scope = {**env, **run.names()}
        if word == "status":
            return self.judge_status(run, rest.strip())
        if word == "message":
            return self.judge_message(run, rest.strip())
        if word == "check":
            if not eval(rest, scope):
                raise Wrong("not true")
            return None
        kind, text = (word, rest) if word in ("final", "changes", "events", "value") else ("", self.text)
        left, right, tolerance = self.sides(text)
        width = eval(tolerance, scope) if tolerance else None
        if not kind and re.fullmatch(NAME, left):
            return self.judge_rows(run, left, right, width, scope)
        wrong = compare(self.got(run, kind, left, scope), eval(right, scope), width)
        if wrong:
            raise Wrong(wrong)
        return None

    def got(self, run, kind, left, scope):
        if kind == "final":
            if left not in run.final:
                raise Wrong("there is no final value of '%s'" % left)
            return run.final[left]
        if kind == "changes":
            return run.changes(left)
        if kind == "events":
            return run.json.get("events", {}).get(left)
        if kind == "value":
            return eval(left, scope)
        at = re.fullmatch("(%s)\\((.*?)(-?)\\)" % NAME, left)
        if not at:
            raise Wrong("'%s' is neither a name nor a name with a time" % left)
        return (run.left if at[3] else run.right)(at[1], float(eval(at[2], scope)))

    def judge_rows(self, run, name, right, width, scope):
        code = compile(right, "expectation", "eval")
        for t, value in zip(run.times, run.col(name)):
            wrong = compare(value, eval(code, {**scope, "t": t}), width)
            if wrong:
                raise Wrong("at time %.12g: %s" % (t, wrong))

    def judge_status(self, run, wanted):
        got = run.json.get("status", "no JSON object")
        if got != wanted or run.exit != EXIT[wanted]:
            raise Wrong("got %s and exit status %s, wanted %s and %s%s" % (got, run.exit, wanted, EXIT[wanted],
                                                                           run.said()))

    def judge_message(self, run, wanted):
        messages = run.json.get("messages", [])
        code, _, text = wanted.partition(" ")
        if code == "none":
            if messages:
                raise Wrong("got" + run.said())
        elif not any(m.get("code") == code and text in json.dumps(m, ensure_ascii=False) for m in messages):
            raise Wrong("there is no such message%s" % (run.said() or ", and no other"))


class Case:
    """A `run` line with what is expected of it."""

    def __init__(self, line, options, class_name, path, env):
        self.line, self.options, self.class_name, self.path, self.env = line, options, class_name, path, env
        self.expectations, self.long = [], False

    def variants(self, env):
        options = re.sub(r"\$\(((?:[^()]|\([^()]*\))*)\)", lambda m: repr(eval(m[1], env)), self.options)
        parts = re.split(r"\{([^}]*)\}", options)
        choices = [[part] if i % 2 == 0 else part.split(",") for i, part in enumerate(parts)]
        return [shlex.split("".join(choice)) for choice in itertools.product(*choices)]

    def some_variants(self, env, few):
        """All, or a few that are drawn."""
        all_variants = self.variants(env)
        if len(all_variants) <= few:
            return all_variants
        return random.Random("%d %s %d" % (sample.SEED, self.path, self.line)).sample(all_variants, few)


def read_cases(path):
    cases, prologue = [], []
    class_name, file, env = "", path, {}
    here = os.path.dirname(path)
    for line, mark, text in notes.read(path, "!|"):
        if mark == "|":
            prologue += [""] * (line - 1 - len(prologue)) + [text]
            continue
        text = text.strip()
        word, _, rest = text.partition(" ")
        if word == "class":
            class_name = rest.strip()
        elif word == "file":
            file = os.path.join(here, rest.strip())
        elif word == "env":
            name, _, value = rest.partition("=")
            env = {**env, name.strip(): os.path.join(here, value.strip())}
        elif text == "long":
            cases[-1].long = True
        elif word == "run":
            cases.append(Case(line, rest, class_name, file, env))
        elif not cases:
            raise Wrong("%s:%d: an expectation stands before the first run" % (path, line))
        else:
            cases[-1].expectations.append(Expectation(line, text))
    if not cases or not all(case.expectations for case in cases):
        raise Wrong("%s: there is no run, or one of which nothing is expected" % path)
    return cases, "\n".join(prologue)


def simulate(saltus, case, options, folder, limit, shown):
    target = case.path + (":" + case.class_name if case.class_name else "")
    curves = os.path.join(folder, "curves.csv")
    if os.path.exists(curves):
        os.remove(curves)
    command = [saltus, "run", target, "--json", "-o", curves, "--timeout", str(limit)] + options
    try:
        done = subprocess.run(command, capture_output=True, timeout=limit + HARD_LIMIT - TIMEOUT,
                              env={**os.environ, **case.env, "SALTUS_TEST": shown},
                              cwd=folder)        # where a program draws its pictures
    except subprocess.TimeoutExpired:
        return Outcome(options, None, None, [], [], "killed after %d seconds" % (limit + HARD_LIMIT - TIMEOUT))
    trouble = done.stderr.decode(errors="replace").strip()
    if done.returncode < 0:
        trouble = "ended by signal %d; %s" % (-done.returncode, trouble)
    try:
        summary = json.loads(done.stdout)
    except ValueError as error:
        summary, trouble = None, "no JSON object on stdout (%s); %s" % (error, trouble[:600])
    names, rows = ["time"], []
    if os.path.exists(curves):
        with open(curves, newline="", encoding="utf-8") as stream:
            table = csv.reader(stream)
            names = next(table, ["time"])
            rows = [[number(cell) for cell in row] for row in table]
    return Outcome(options, done.returncode, summary, names, rows, trouble)


def judge_all(case, run, env, report):
    """Judges one run; returns how many expectations it met."""
    expectations = [e for e in case.expectations if not e.across]
    if not any(e.text.startswith("status ") for e in expectations):
        expectations.insert(0, Expectation(case.line, "status done"))
    met = 0
    for expectation in expectations:
        try:
            expectation.judge(run, env)
            met += 1
        except Wrong as wrong:
            report(expectation, str(wrong))
        except Exception as error:
            report(expectation, "cannot be judged: %s: %s" % (type(error).__name__, error))
        if expectation.text == "status done" and run.json.get("status") != "done":
            break
    return met


def name_runs(shown, cases, env):
    """Every run's name: its model, class and options, and a number where a file makes it more than once."""
    names, count = {}, {}
    for case in cases:
        for options in case.variants(env):
            name = " ".join([shown + (":" + case.class_name if case.class_name else "")] + options)
            count[name] = count.get(name, 0) + 1
            names[case.line, tuple(options)] = name if count[name] == 1 else "%s (%d)" % (name, count[name])
    return names


def judge_work(name, run, pins, but, found):
    """Notes the work of a run. Returns an empty text, or how it differs from what is pinned."""
    fields = work.of_run(run)
    if not fields:
        return ""
    found[name] = fields
    if pins is None:
        return ""
    if name not in pins:
        return "the work of this run is not pinned: models.py --pin"
    return work.difference(fields, pins[name], but)


def run_file(job):
    """Returns the path, how many expectations were met, what was not, the seconds, and the work of every run."""
    saltus, path, root, few, limit, pins, checked = job
    but = ("rhs",) if checked else ()
    shown, began = os.path.relpath(path, root), time.time()
    failures, met, found = [], 0, {}
    try:
        cases, prologue = read_cases(path)
        env = {"__builtins__": __builtins__, **{k: v for k, v in vars(math).items() if k[0] != "_"}}
        exec(compile(prologue, path, "exec"), env)
        names = name_runs(shown, cases, env)
        with tempfile.TemporaryDirectory() as folder:
            for case in cases if not checked else (case for case in cases if not case.long):
                runs = []
                for options in case.some_variants(env, few):
                    run = simulate(saltus, case, options, folder, limit, shown)
                    runs.append(run)

                    def report(expectation, text, options=options):
                        failures.append("%s:%d: %s\n    of: saltus run %s\n    %s" % (
                            shown, expectation.line, expectation.text, " ".join(options), text))
                    met += judge_all(case, run, env, report)
                    wrong = judge_work(names[case.line, tuple(options)], run, pins, but, found)
                    if wrong:
                        report(Expectation(case.line, "work as it was"), wrong)
                whole = len(runs) == len(case.variants(env))
                for expectation in case.expectations:
                    if expectation.across and whole and all(run.json.get("status") == "done" for run in runs):
                        if eval(expectation.text[len("across "):], {**env, "runs": runs}):
                            met += 1
                        else:
                            failures.append("%s:%d: %s\n    not true" % (shown, expectation.line, expectation.text))
    except Wrong as wrong:
        failures.append(str(wrong))
    except Exception as error:
        failures.append("%s: %s: %s" % (shown, type(error).__name__, error))
    return shown, met, failures, time.time() - began, found


def self_test():
    """The judge itself must be able to say no."""
    run = Outcome(["--tol", "1e-4"], 0, {"status": "done", "final": {"x": 2.0, "s": "a"}, "events": {"state": 1},
                                         "messages": [{"code": "R1", "text": "hot"}]},
                  ["time", "x"], [[0.0, 0.0], [1.0, 1.0], [1.0, 5.0], [2.0, 2.0]])
    good = ["x(1-) = 1", "x(1) = 5", "x(2) = 1.9 +- 0.11", "final x = 2", "final s = 'a'", "changes x = [1]",
            "events state = 1",
            "value len(times) = 4", "check tol == 1e-4", "status done", "message R1 hot", "x = 5*t - 3*t*(t > 1) +- 4"]
    bad = ["x(1-) = 5", "x(1) = 1", "x(2) = 1.9 +- 0.09", "x(1.5) = 1 +- 9", "final x = 2.1", "final y = 0 +- 1",
           "final s = 'b'",
           "changes x = []", "events state = 2", "check tol > 1", "status failed", "message R2", "message R1 cold",
           "message none",
           "x = t +- 3", "final x = nan +- 1"]
    for text, wanted in [(text, True) for text in good] + [(text, False) for text in bad]:
        try:
            Expectation(0, text).judge(run, vars(math).copy())
            got = True
        except Wrong:
            got = False
        if got != wanted:
            sys.exit("models.py: the judge errs on '%s'" % text)


def collect(arguments, root):
    for argument in arguments or [os.path.join(root, "tests", "models")]:
        if os.path.isdir(argument):
            for folder, folders, names in os.walk(argument):
                folders[:] = sorted(f for f in folders if f != "packages")      # what other models load
                yield from (os.path.join(folder, name) for name in sorted(names)
                            if name.endswith((".mo", ".cosy", ".answers")))
        else:
            yield argument


def pins_by_file(path):
    files = {}
    for name, fields in work.read(path).items():
        files.setdefault(re.split("[: ]", name, maxsplit=1)[0], {})[name] = fields
    return files


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--few", type=int, default=ALL, help="of the variants of one run line at most so many, drawn "
                                                             "from a seed that is printed (SALTUS_SEED)")
    parser.add_argument("--stop", action="store_true", help="at the first model that fails")
    parser.add_argument("--limit", type=int, default=TIMEOUT, help="seconds that one run may take")
    parser.add_argument("--checked", action="store_true", help="the program is a debug build, whose checks evaluate "
                                                               "more: that is not compared")
    parser.add_argument("--pin", action="store_true", help="write down the work of every run instead of comparing it")
    parser.add_argument("-v", action="store_true")
    parser.add_argument("paths", nargs="*")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    self_test()
    work.self_test()
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    models = os.path.join(root, "tests", "models")
    files = [os.path.abspath(path) for path in collect(arguments.paths, root)]
    pinned = pins_by_file(os.path.join(models, "work.txt"))
    good, met = 0, 0

    def job(path):
        compared = not arguments.pin and path.startswith(models + os.sep)
        pins = pinned.get(os.path.relpath(path, root), {}) if compared else None
        return os.path.abspath(arguments.saltus), path, root, arguments.few, arguments.limit, pins, arguments.checked

    with multiprocessing.Pool(arguments.jobs) as pool:
        for shown, n, failures, seconds, found in pool.imap(run_file, map(job, files)):
            met += n
            good += not failures
            pinned[shown] = found
            if arguments.v or failures:
                print("%s %s: %d met, %d not, %.2f s" % ("FAIL" if failures else "ok  ", shown, n, len(failures),
                                                         seconds))
            for failure in failures:
                print("  " + failure.replace("\n", "\n  "))
            sys.stdout.flush()
            if failures and arguments.stop:
                return 1
    if arguments.pin:
        there = {os.path.relpath(path, root) for path in collect([], root)}
        work.write(os.path.join(models, "work.txt"),
                   {name: fields for shown in there for name, fields in pinned.get(shown, {}).items()})
    if arguments.few < ALL:
        print("SALTUS_SEED=%d" % sample.SEED)
    print("%d of %d models give the answers that they must; %d expectations met" % (good, len(files), met))
    return 0 if files and good == len(files) else 1


if __name__ == "__main__":
    sys.exit(main())
