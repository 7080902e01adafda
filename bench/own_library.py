#!/usr/bin/env python3
"""Examples of the Modelica Standard Library with the library that comes with Saltus, and with the real one.

  bench/own_library.py FOLDER [--saltus build/saltus] [--only WORD]    FOLDER holds Modelica/, a checkout of the library

The packages of examples are put beside the classes of lib/Modelica, in a temporary folder. An example that needs a
class that is not there is told as such. Of the others each common variable must have the same values at 101 points of
the run, within 0.1 % of its range; names of states inside of a component may differ, and so may what is not common.
"""
import argparse
import collections
import csv
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ["Electrical/Analog", "Mechanics/Rotational", "Mechanics/Translational", "Thermal/HeatTransfer"]


def run(saltus, name, result, **variables):
    environment = dict(os.environ, **variables)
    process = subprocess.run([saltus, "run", name, "--json", "--timeout", "60", "--events", "none", "-o", result],
                             capture_output=True, text=True, env=environment)
    return json.loads(process.stdout)


def columns(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return {name: [float(row[i]) if row[i] not in ("true", "false") else float(row[i] == "true") for row in rows[1:]]
            for i, name in enumerate(rows[0])}


def worst(ours, real):
    """The common variable that differs most, as a share of its range."""
    found = (0.0, "")
    for name in set(ours) & set(real):
        if name.startswith("der(") or len(ours[name]) != len(real[name]):
            continue
        size = max(map(abs, real[name])) + 1e-9
        off = max(abs(a - b) for a, b in zip(ours[name], real[name]))/size
        found = max(found, (off, name))
    return found


def examples(folder):
    for package in PACKAGES:
        for file in sorted((folder/"Modelica"/package/"Examples").glob("*.mo")):
            if file.stem != "package":
                yield f"Modelica.{package.replace('/', '.')}.Examples.{file.stem}"


def put_together(folder, place):
    for name in ("Modelica", "Saltus"):
        shutil.copytree(ROOT/"lib"/name, place/name)
    for package in PACKAGES:
        shutil.copytree(folder/"Modelica"/package/"Examples", place/"Modelica"/package/"Examples")
        with open(place/"Modelica"/package/"package.order", "a") as order:
            order.write("Examples\n")


def judge(saltus, name, folder, place):
    ours = run(saltus, name, str(place/"ours.csv"), SALTUS_LIB=str(place), MODELICAPATH="")
    if ours["status"] != "done":
        error = next((m for m in ours["messages"] if m["severity"] == "error"), {"code": "", "text": ours["status"]})
        return ("not there" if error["code"] in ("M0202", "M0201", "M0224") else "failed"), error["text"]
    real = run(saltus, name, str(place/"real.csv"), MODELICAPATH=str(folder))
    if real["status"] != "done":
        return "no reference", real["status"]
    off, variable = worst(columns(place/"ours.csv"), columns(place/"real.csv"))
    return ("agrees" if off < 1e-3 else "differs"), f"{off:.1e} {variable}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--saltus", default=str(ROOT/"build/saltus"))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as temporary:
        place = pathlib.Path(temporary)
        put_together(options.folder, place)
        for name in examples(options.folder):
            if options.only in name:
                verdict, text = judge(options.saltus, name, options.folder.resolve(), place)
                counts[verdict] += 1
                print(f"{verdict:12} {name} {text}", flush=True)
    print(", ".join(f"{n} {verdict}" for verdict, n in counts.items()))


if __name__ == "__main__":
    main()
