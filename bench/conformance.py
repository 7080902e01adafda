#!/usr/bin/env python3
"""Scores of Saltus on public collections of Modelica models.

  bench/conformance.py compliance FOLDER    the Modelica Association's Modelica-Compliance (its folder
  ModelicaCompliance) bench/conformance.py library FOLDER [PATTERN ...]   the examples of a library, such as the
  Modelica Standard Library
                                            (the folder that holds Modelica/), or those whose full names match a
                                            pattern; with --reference, their results are compared with reference
                                            trajectories

A checkout of the collection lies anywhere beside the project; nothing here is needed by `make check`. Each model is one
process with a time-out. The table by section or by package goes to stdout, the result of each model with its first
message, or the signal that is farthest from its reference, to the file of --details.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from trajectories import Reference

TEST_CASE = re.compile(r"TestCase\s*\(\s*shouldPass\s*=\s*(true|false)(?:\s*,\s*section\s*=\s*\{([^}]*)\})?")
WITHIN = re.compile(r"^\s*within\s+([\w.]*)\s*;", re.M)
NAME = r"(\w+\b|'(?:[^'\\]|\\.)*')"
CLASS_OR_END = re.compile(
    r"^\s*(?:(?:partial|encapsulated|expandable|operator|replaceable|redeclare|final|pure|impure)\s+)*"
    r"(?:model|block|class|package|connector|record|function|type|operator)\s+(?:extends\s+)?" + NAME + r"(?!\s*=)"
    r"|^\s*end\s+" + NAME, re.M)


def run(saltus, arguments, folders, seconds):
    """One run of the program: what became of it, and the first message that tells why."""
    environment = dict(os.environ, MODELICAPATH=":".join(os.path.abspath(folder) for folder in folders))
    began = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as here:            # some models write files
            done = subprocess.run([os.path.abspath(saltus), *arguments, "--json", "--timeout", str(seconds)],
                                  capture_output=True,
                                  env=environment, timeout=seconds + 20, stdin=subprocess.DEVNULL, cwd=here)
    except subprocess.TimeoutExpired:
        return "hang", "", time.monotonic() - began
    elapsed = time.monotonic() - began
    if done.returncode < 0:
        return "crash", f"signal {-done.returncode}", elapsed
    try:
        told = json.loads(done.stdout)
    except ValueError:
        text = done.stderr.decode(errors="replace").strip().splitlines()
        return "crash" if done.returncode not in (1, 2) else "failed", text[0] if text else "", elapsed
    errors = [m for m in told.get("messages", []) if m.get("severity", "error") == "error"]
    first = f"{errors[0].get('code', '')} {errors[0].get('text', '')}" if errors else ""
    if done.returncode == 3:
        return "timeout", first, elapsed
    return ("done" if done.returncode == 0 else "failed"), first.replace("\n", " "), elapsed


def all_in_parallel(jobs, work, count):
    """Results of work(job) in the order of the jobs; a line of progress where somebody looks."""
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        for number, result in enumerate(pool.map(work, jobs), 1):
            if sys.stderr.isatty():
                print(f"\r{number}/{len(jobs)}", end="", file=sys.stderr)
            yield result


def table(head, rows):
    widths = [max(len(str(row[i])) for row in [head, *rows]) for i in range(len(head))]
    for i, row in enumerate([head, ["-" * w for w in widths], *rows]):
        print("| " + " | ".join(str(cell).ljust(w) for cell, w in zip(row, widths)) + " |")


def compliance_cases(folder):
    """(file, class, should pass, section) of each test case."""
    for path in sorted(folder.rglob("*.mo")):
        text = path.read_text(errors="replace")
        mark = TEST_CASE.search(text)
        within = WITHIN.search(text)
        if not mark or not within or path.name in ("Template.mo", "package.mo"):
            continue
        section = re.findall(r'"([^"]*)"', mark.group(2) or "")
        yield path, f"{within.group(1)}.{test_class(text, path)}", mark.group(1) == "true", section[
                0] if section else "none"


def test_class(text, path):
    """The class with the mark: the file's own, or one inside of it that is not closed where the mark stands."""
    before = text[:TEST_CASE.search(text).start()]
    open_names = []
    for word in CLASS_OR_END.finditer(before):
        if word.group(1):
            open_names.append(word.group(1))
        elif word.group(2) in open_names:
            while open_names.pop() != word.group(2):
                pass
    return ".".join(open_names[:2]) if open_names[:1] == [path.stem] else path.stem


def compliance(options):
    folder = pathlib.Path(options.folder).resolve()
    cases = [case for case in compliance_cases(folder) if wanted(case[1], options.pattern)]
    top = folder / "package.mo"

    def one(case):
        return run(options.saltus, ["run", f"{top}:{case[1]}"], [folder.parent, *options.path], options.seconds)

    count = collections.defaultdict(collections.Counter)
    details = []
    for case, (what, message, elapsed) in zip(cases, all_in_parallel(cases, one, options.jobs)):
        path, name, should_pass, section = case
        good = what == ("done" if should_pass else "failed")
        broken = what in ("crash", "hang", "timeout")
        chapter = section.split(".")[0] if section[:1].isdigit() else section
        for key in (chapter, "all"):
            count[key]["pass" if should_pass else "refuse"] += 1
            count[key]["passed" if should_pass else "refused"] += good
            count[key]["broken"] += broken
        details.append((("ok   " if good else what.ljust(5)), "pass  " if should_pass else "refuse", section, name,
                        f"{elapsed:.2f}", message))
    rows = []
    for key in sorted(count, key=lambda k: (k == "all", not k.isdigit(), k.zfill(3))):
        c = count[key]
        rows.append([key, f"{c['passed']} of {c['pass']}", share(c["passed"], c["pass"]),
                     f"{c['refused']} of {c['refuse']}",
                     share(c["refused"], c["refuse"]), c["broken"]])
    table(["chapter", "should pass: run", "%", "should not: refused", "%", "crashes, time-outs"], rows)
    write(options.details, details)


def share(part, whole):
    return f"{100*part/whole:.1f}" if whole else ""


def wanted(name, patterns):
    return not patterns or any(fnmatch.fnmatchcase(name, p) for p in patterns)


def library_cases(folder):
    """Full names of the classes with an experiment that lie in a package named Examples (or in ModelicaTest)."""
    for path in sorted(folder.glob("Modelica*/**/*.mo")) + sorted(folder.glob("Modelica*.mo")):
        text = path.read_text(errors="replace")
        within = WITHIN.search(text)
        yield from examples_in(text, within.group(1) if within else "")


# A scan that knows strings and comments, so that words in documentation do not count.
SCAN = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|'
                  r"\b(?P<partial>partial)\b|"
                  r"\bend\s+(?P<end>\w+|'[^']*')\s*;|"
                  r"\b(?:model|block|class|package|connector|record|function|type|operator)\s+(?:extends\s+)?"
                  # `function f(a = 1)` is an argument
                  r"(?P<name>(?!extends\b)\w+\b(?!\s*[.(]))(?P<short>\s*=)?|"
                  r"\b(?P<experiment>experiment)\s*\(", re.S)


def examples_in(text, within):
    stack, partial = [], False
    for m in SCAN.finditer(text):
        if m.group("partial"):
            partial = True
        elif m.group("end"):
            names = [n for n, _ in stack]
            if m.group("end") in names:
                del stack[len(names) - 1 - names[::-1].index(m.group("end")):]
        elif m.group("name"):
            if not m.group("short"):
                stack.append((m.group("name"), partial))
            partial = False
        elif m.group("experiment") and stack and not stack[-1][1]:
            name = ".".join(filter(None, [within, *(n for n, _ in stack)]))
            if ".Examples." in name or name.startswith("ModelicaTest."):
                yield name


def library(options):
    folder = pathlib.Path(options.folder).resolve()
    names = [name for name in dict.fromkeys(library_cases(folder)) if wanted(name, options.pattern)]

    def one(name):
        top = name.split(".")[0]
        path = folder / top / "package.mo"
        model = f"{path if path.exists() else folder / (top + '.mo')}:{name}"
        reference = Reference(options.reference, name) if options.reference else None
        if not reference or not reference.names:
            return run(options.saltus, ["run", model], [folder, *options.path], options.seconds)
        with tempfile.TemporaryDirectory() as scratch:
            result = pathlib.Path(scratch) / "result.csv"
            what, message, elapsed = run(options.saltus, ["run", model, *reference.arguments(result)],
                                         [folder, *options.path],
                                         options.seconds)
            if what != "done":
                return what, message, elapsed
            agrees, message = reference.compare(result)
            return ("agrees" if agrees else "differs"), message, elapsed

    count = collections.defaultdict(collections.Counter)
    details = []
    for name, (what, message, elapsed) in zip(names, all_in_parallel(names, one, options.jobs)):
        package = name.split(".Examples.")[0] if ".Examples." in name else ".".join(name.split(".")[:2])
        for key in (package, "all"):
            count[key]["all"] += 1
            count[key][what] += 1
            count[key]["simulate"] += what in ("done", "agrees", "differs")
            count[key]["compared"] += what in ("agrees", "differs")
        details.append((what.ljust(7), name, f"{elapsed:.2f}", message))
    head = ["package", "examples", "simulate", "%", "refused or failed", "time-outs", "crashes"]
    rows = [[key, c["all"], c["simulate"], share(c["simulate"], c["all"]), c["failed"], c["timeout"] + c["hang"],
             c["crash"]]
            + ([c["compared"], c["agrees"]] if options.reference else [])
            for key, c in sorted(count.items(), key=lambda item: (item[0] == "all", item[0]))]
    table(head + (["compared", "agree"] if options.reference else []), rows)
    write(options.details, details)


def write(path, rows):
    if path:
        pathlib.Path(path).write_text("".join("  ".join(row) + "\n" for row in rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", choices=["compliance", "library"])
    parser.add_argument("folder")
    parser.add_argument("pattern", nargs="*")
    parser.add_argument("--saltus", default=str(pathlib.Path(__file__).resolve().parent.parent / "build/saltus"))
    parser.add_argument("--path", action="append", default=[], help="a further folder of libraries")
    parser.add_argument("--reference", help="folder of reference trajectories, by class (library)")
    parser.add_argument("--details", help="file for the result of each model")
    parser.add_argument("--seconds", type=int, default=20, help="time-out of a model")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    options.folder = pathlib.Path(options.folder).resolve()
    {"compliance": compliance, "library": library}[options.collection](options)


if __name__ == "__main__":
    main()
