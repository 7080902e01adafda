#!/usr/bin/env python3
"""What `saltus flat` prints is Modelica that means the same: read again and simulated it ends with the same values.

    flat.py --saltus build/saltus [FILE ...]        these models only, of tests/models and examples otherwise
"""
import argparse
import concurrent.futures
import json
import math
import os
import re
import subprocess
import sys
import tempfile

import sample

SKIPPED = "skipped"
HERE = os.path.dirname(os.path.abspath(__file__))


def simulate(saltus, folder, model, *options):
    done = subprocess.run([saltus, "run", model, "--json", "--timeout", "900", *options], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, cwd=folder, timeout=1800)
    return json.loads(done.stdout)


def plain(name):
    """The name of a scalar without quotes, and with its subscripts in their order at the end."""
    name = name.replace("'", "").replace("\\", "")
    subscripts = ",".join(re.findall(r"\[([^]]*)\]", name))
    return re.sub(r"\[[^]]*\]", "", name), subscripts.replace(" ", "")


def near(a, b, tolerance):
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b or abs(a - b) <= tolerance*max(1, abs(a), abs(b)) or (math.isnan(a) and math.isnan(b))
    # an enumeration: by name in the one, by number in the other
    return a == b or (isinstance(a, str) and isinstance(b, int))


def settings(path):
    """The class and the times of the first run that a model of tests/models asks for; None if it runs another file."""
    with open(os.path.join(HERE, "..", path)) as file:
        lines = [line[4:].split() for line in file if line.startswith("//! ")]
    name, options = "", []
    for words in lines:
        if words[0] in ("file", "env"):
            return None
        if words[0] == "class":
            name = ":" + words[1]
        if words[0] == "run":
            for option, value in zip(words[1:], words[2:]):
                if option in ("--stop", "--start", "--tol") and re.fullmatch(r"[-+.e0-9]+", value):
                    options += [option, value]
            break
    return os.path.abspath(os.path.join(HERE, "..", path)) + name, options


def compare(saltus, path, folder):
    """What is wrong with one model, or None."""
    asked = settings(path)
    if not asked:
        return SKIPPED
    model, options = asked
    first = simulate(saltus, folder, model, *options)
    if first["status"] == "failed":
        return SKIPPED                       # a model that is meant to fail
    flat = subprocess.run([saltus, "flat", "--allow-external", model], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          cwd=folder)
    if b"  // state " in flat.stdout:
        return SKIPPED                       # the states of state machines have no words in flat Modelica
    if b"/* an operation of a component" in flat.stdout:
        return SKIPPED                       # nor has what a block in C does
    path = os.path.join(folder, path.replace("/", "_"))
    with open(path, "wb") as out:
        out.write(flat.stdout)
    second = simulate(saltus, folder, path, *options)
    if second["status"] != first["status"]:
        messages = [m for m in second["messages"] if m["severity"] == "error"]
        return "%s, %s" % (second["status"], messages[0] if messages else "")
    wanted = {plain(name): value for name, value in first["final"].items()}
    got = {plain(name): value for name, value in second["final"].items()}
    # what is hidden in the one may be a state, with a name, in the other
    made = b"// made by the translator" in flat.stdout
    wanted = {name: value for name, value in wanted.items() if name in got or not (made and name[0].startswith("der("))}
    missing = [name for name in wanted if name not in got]
    if missing:
        return "%d names are missing, %s" % (len(missing), missing[:3])
    wrong = [(name, wanted[name], got[name]) for name in wanted if not near(wanted[name], got[name], 1e-5)]
    return "%d values differ, %s" % (len(wrong), wrong[:3]) if wrong else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    saltus = os.path.abspath(options.saltus)
    files = list(options.files)
    if not files:
        for folder in ("tests/models", "examples"):
            for at, _, names in sorted(os.walk(os.path.join(HERE, "..", folder))):
                if os.path.join("models", "packages") in at:
                    continue                 # what other models load
                files += [os.path.relpath(os.path.join(at, name), os.path.join(HERE, "..")) for name in sorted(names)
                          if name.endswith(".mo")]
        files = sample.sanitized(files, 5)
    failed = skipped = 0
    with tempfile.TemporaryDirectory(prefix="saltus-flat-") as folder:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for model, wrong in zip(files, pool.map(lambda model: compare(saltus, model, folder), files)):
                if wrong is SKIPPED:
                    skipped += 1
                elif wrong:
                    failed += 1
                    print("%s: %s" % (model, wrong))
    print("%d of %d models are the same after saltus flat, %d are not asked for" % (len(files) - failed - skipped,
            len(files) - skipped, skipped))
    if not options.files and len(files) - skipped < (20 if sample.SANITIZED else 200):
        print("only %d were compared: too many are left out" % (len(files) - skipped))
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
