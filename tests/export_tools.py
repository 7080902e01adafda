"""What the tests of code that stands alone share: export, compile, run, compare."""
import argparse
import bisect
import csv
import glob
import hashlib
import os
import re
import shutil
import subprocess
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STRICT = "-O1 -Wall -Wextra -Wconversion -Wshadow -pedantic -Werror"


class Place:
    """The program, and a folder for what is written."""

    def __init__(self, saltus, folder):
        self.saltus, self.folder, self.made, self.failed = os.path.abspath(saltus), folder, 0, []
        self.objects, self.seen = {}, set()

    def check(self, good, text):
        if not good:
            self.failed.append(text)
            print("FAILED", text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def model(self, name, text):
        with open(self.path(name + ".mo"), "w") as file:
            file.write(text)
        return self.path(name + ".mo")

    def code(self, model, *options, target="program"):
        """Exports; the folder, or what was said."""
        self.made += 1
        folder = self.path(f"out{self.made}")
        done = subprocess.run([self.saltus, "code", model, "--target", target, "-o", folder, "--quiet", *options],
                              capture_output=True, text=True)
        return (folder, done.stderr) if done.returncode == 0 else (None, done.stderr)

    def program(self, model, *options, flags=STRICT, compiler=None):
        """Exports and compiles a program; its folder."""
        folder, said = self.code(model, *options)
        if not folder:
            raise RuntimeError(f"{model} was not exported: {said}")
        command = ["make", "-s", "-C", folder, "CFLAGS=" + flags] + (["CC=" + compiler] if compiler else [])
        keys = {path[:-1] + "o": (compiler, flags, text_of(path)) for path in sources(folder)}
        for path, key in keys.items():
            if key in self.objects:
                shutil.copyfile(self.objects[key], path)
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{model} was not compiled: {done.stderr[:2000]}")
        for path, key in keys.items():
            self.objects.setdefault(key, path)
        return folder

    def unseen(self, folder, by):
        """The sources of a folder with texts that `by` has not seen; from now on it has."""
        fresh = [path for path in sources(folder) if (by, text_of(path)) not in self.seen]
        self.seen.update((by, text_of(path)) for path in fresh)
        return fresh


def sources(folder):
    return sorted(glob.glob(folder + "/*.c"))


def text_of(path):
    """A number for a source with all headers of its folder that it includes. The files of the runtime are the same for
    all models, and are compiled once."""
    texts, open_paths = {}, [path]
    while open_paths:
        name = open_paths.pop()
        if name in texts or not os.path.exists(name):
            continue
        with open(name) as file:
            texts[name] = file.read()
        open_paths += [os.path.join(os.path.dirname(path), header)
                       for header in re.findall(r'^#include "(.*)"', texts[name], re.M)]
    return hashlib.sha256("\0".join(texts[name] for name in sorted(texts)).encode()).hexdigest()


def table(text):
    """The rows of a CSV text, as dictionaries of numbers."""
    rows = list(csv.reader(text.splitlines()))
    number = {"true": 1.0, "false": 0.0}
    return [{name: number[x] if x in number else float(x) for name, x in zip(rows[0], row)} for row in rows[1:]]


def run(folder, *options, before=()):
    done = subprocess.run([*before, os.path.join(folder, "main"), "--csv", *options], capture_output=True, text=True,
                          timeout=600)
    return table(done.stdout), done.stderr, done.returncode


def native(place, model, *options):
    """A run with the same step: the rows of all steps, the right limits at events."""
    name = place.path("native.csv")
    done = subprocess.run([place.saltus, "run", model, "--quiet", "--record", "steps", "--events", "after",
                           "-o", name, *options], capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise RuntimeError(f"{model} does not run: {done.stderr}")
    with open(name) as file:
        return table(file.read())


def differences(mine, theirs, within=0):
    """Rows of equal times that differ in a bit, or by more than `within`; how many rows have none of equal time;
    whether the last ones have.

    A run leaves out the row of a step that meets the grid of the output but for rounding. The row of the grid is an
    interpolation at a time that differs in the last digits. Steps follow from each other, so the rows that are left
    tell enough; the others must be near."""
    at = {row["time"]: row for row in theirs}
    times = sorted(at)
    common = [row for row in mine if row["time"] in at]
    other = [(row["time"], name) for row in common for name in row
             if name in at[row["time"]] and
             not abs(row[name] - at[row["time"]][name]) <= within * max(1, abs(row[name]))]
    for row in mine:
        k = bisect.bisect_left(times, row["time"])
        near = [at[t] for t in times[max(0, k - 1):k + 1] if abs(t - row["time"]) <= 1e-9 * max(1, abs(t))]
        for name in row if row["time"] not in at else ():
            if not any(abs(row[name] - n.get(name, row[name])) <= 1e-9 * max(1, abs(row[name])) for n in near):
                other.append((row["time"], name))
    return other, len(mine) - len(common), bool(common) and common[-1] is mine[-1]


def main(tests):
    """Runs all of the tests, or those that the command line names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--saltus", required=True)
    parser.add_argument("only", nargs="*", help="names of tests")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Place(arguments.saltus, folder)
        for test in tests:
            if not arguments.only or test.__name__ in arguments.only:
                test(place)
    print(f"{len(place.failed)} failed")
    return 1 if place.failed else 0
