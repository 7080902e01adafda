#!/usr/bin/env python3
"""Circuits in a folder, run by Saltus and by ngspice, compared as numbers.

    bench/spice_circuits.py --saltus build/saltus FOLDER [FOLDER ...]

Each plot of the one is compared with that of the other, curve by curve at the points of ngspice: the largest distance
over the size of the curve, in parts of 1000. ngspice has its own tolerance, 1e-3. A circuit agrees if all of its plots
do to 2 %; those with other outcomes are listed with the first message.
"""
import argparse
import atexit
import collections
import glob
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests"))
from raw_file import read_raw   # noqa: E402

WORDS = {"operating": "op", "transient": "tran", "dc transfer": "dc", "ac analysis": "ac"}


def plots_of(path):
    """By kind: names, and rows of numbers."""
    found = collections.OrderedDict()
    try:
        plots = read_raw(path)
    except (OSError, ValueError, KeyError):
        return found
    for name, flags, names, values in plots:
        kind = next((short for word, short in WORDS.items() if word in name.lower()), None)
        if not kind or kind in found:
            continue
        if flags == "complex":
            values = [complex(values[i], values[i + 1]) for i in range(0, len(values), 2)]
        names = [n.lower().replace("#branch", "") for n in names]
        names = ["i(%s)" % n if "(" not in n and i else n for i, n in enumerate(names)]
        found[kind] = names, [values[r:r + len(names)] for r in range(0, len(values), len(names))]
    return found


def at(rows, column, t):
    low, high = 0, len(rows) - 1
    while high - low > 1:
        middle = (low + high)//2
        low, high = (middle, high) if rows[middle][0].real <= t else (low, middle)
    span = (rows[high][0] - rows[low][0]).real if rows else 0
    a = rows[low][column]
    return a if span <= 0 else a + (rows[high][column] - a)*min(1, (t - rows[low][0].real)/span)


def distance(ours, theirs, kind):
    """Of voltages and currents: the worst curve. Beside an edge of a source, half of the points of ngspice's are on its
    other side; the worst 2 % of the points of a transient are left out."""
    names, rows = theirs
    worst = 0
    for c, name in enumerate(names):
        if c == 0 and kind != "op" or not name.startswith(("v(", "i(")) or name not in ours[0] or not ours[1]:
            continue
        size = max(1e-3 if name[0] == "v" else 1e-12, max(abs(r[c]) for r in rows))
        k = ours[0].index(name)
        if kind in ("tran", "ac"):
            d = sorted(abs(at(ours[1], k, r[0].real) - r[c]) for r in rows)
            d = d[:max(1, int(0.98*len(d)))] if kind == "tran" else d
        else:
            d = [abs(a[k] - r[c]) for a, r in zip(ours[1], rows)]
        worst = max(worst, max(d)/size)
    return worst


def tightened(path):
    """A copy beside the circuit, in which ngspice has a tolerance of 1e-6."""
    title, rest = open(path, errors="replace").read().split("\n", 1)
    with tempfile.NamedTemporaryFile("w", suffix=".tight", dir=os.path.dirname(path), delete=False) as out:
        out.write("%s\n.options reltol=1e-6 abstol=1e-15 vntol=1e-9 chgtol=1e-20 trtol=1\n%s" % (title, rest))
    atexit.register(os.remove, out.name)
    return out.name


def run(saltus, path, folder, tight=False):
    ours, theirs = os.path.join(folder, "ours.raw"), os.path.join(folder, "theirs.raw")
    for name in (ours, theirs):
        if os.path.exists(name):
            os.remove(name)
    words = ("-D", "ngbehavior=ltpsa", "-b", tightened(path)) if tight else ("-b", path)
    subprocess.run(["ngspice", *words, "-r", theirs], capture_output=True, timeout=300)
    done = subprocess.run([saltus, "run", path, "--quiet", "--timeout", "100", "-o", ours], capture_output=True,
                          text=True, errors="replace", timeout=400)
    first = [line for line in done.stderr.split("\n") if line.startswith("error")]
    return plots_of(ours), plots_of(theirs), done.returncode, first[0] if first else ""


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--saltus", required=True)
    p.add_argument("--tight", action="store_true", help="ngspice at 1e-6, and with the forms of LTspice")
    p.add_argument("folders", nargs="+")
    o = p.parse_args()
    outcomes = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(f for root in o.folders for f in glob.glob(root + "/**/*.cir", recursive=True)):
            mine, other, status, why = run(os.path.abspath(o.saltus), os.path.abspath(path), folder, o.tight)
            both = {k: distance(mine[k], other[k], k) for k in other if k in mine}
            outcome = ("refused" if status else "no curves of ngspice" if not other else "nothing in common" if not both
                       else "agrees" if max(both.values()) < 0.02 else "differs")
            outcomes[outcome] += 1
            print("%-44s %-18s %s %s" % (path[-44:], outcome, " ".join("%s %.2g" % kv for kv in both.items()),
                                         why[:120]))
    print(", ".join("%d %s" % (n, what) for what, n in outcomes.most_common()))


if __name__ == "__main__":
    main()
