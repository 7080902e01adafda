#!/usr/bin/env python3
"""Devices of SPICE against ngspice: random sets of parameters, curves at rest, responses and transients.

    bench/spice_devices.py --saltus build/saltus [--count 20] [--seed 1] [--kind bipolar,...] [-v]

Needs ngspice. Both programs get the same netlist; ngspice gets tolerances of 1e-9 on top, because its own are those
of its answers. ISR is left out: ngspice has no generation current below -3 N vt, where its current jumps. A curve
differs by the largest distance of its points, over the largest of its values. The table has, for each device and
analysis, the median and the worst of all sets; -v shows the netlist of the worst.
"""
import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests"))
from raw_file import read_raw   # noqa: E402

TIGHT = ".options reltol=1e-9 abstol=1e-16 vntol=1e-12 chgtol=1e-20 trtol=1\n"


def pick(**ranges):
    """NAME=VALUE for each range; some are left out, so that defaults are tried too."""
    return " ".join("%s=%.5g" % (name, low*(high/low)**random.random() if low > 0 else random.uniform(low, high))
                    for name, (low, high) in ranges.items() if random.random() < 0.7)


def diode():
    model = pick(is_=(1e-16, 1e-12), n=(1, 2), rs=(0.1, 10), bv=(4, 8), ibv=(1e-4, 1e-3), cjo=(1e-12, 1e-10),
                 vj=(0.5, 1), m=(0.3, 0.6), tt=(1e-10, 1e-8), ikf=(1e-3, 1e-1), eg=(0.7, 1.2))
    model = model.replace("is_=", "is=")
    return "d1 1 0 dx\n.model dx d(%s)\n" % model, "v1", (-6, 0.8, 0.1)


def bipolar():
    model = pick(is_=(1e-16, 1e-13), bf=(50, 400), br=(0.5, 10), vaf=(20, 200), var=(5, 50), ikf=(1e-3, 1e-1),
                 ise=(1e-15, 1e-12), ne=(1.3, 2), isc=(1e-15, 1e-12), nc=(1.3, 2), rb=(1, 200), rc=(0.1, 20),
                 re=(0.1, 5), cje=(1e-13, 1e-11), cjc=(1e-13, 1e-11), tf=(1e-11, 1e-9), tr=(1e-10, 1e-8))
    model = model.replace("is_=", "is=")
    kind = random.choice(["npn", "pnp"])
    sign = "" if kind == "npn" else "-"
    cards = "q1 2 3 0 qx\nvc 2 0 %s2\nrb 1 3 1k\n.model qx %s(%s)\n" % (sign, kind, model)
    return cards, "v1", (0, 2, 0.1) if kind == "npn" else (0, -2, -0.1)


def mosfet(level):
    more = {} if level == 1 else {"theta": (0.01, 0.2), "eta": (0.01, 0.5), "kappa": (0.1, 1), "vmax": (5e4, 2e5),
                                  "delta": (0.1, 1), "xj": (1e-7, 5e-7), "nsub": (1e15, 1e17)}
    model = pick(vto=(0.4, 1.2), kp=(2e-5, 2e-4), gamma=(0.1, 0.8), phi=(0.5, 0.8), rd=(1, 100), rs=(1, 100),
                 cgso=(1e-11, 1e-9), cgdo=(1e-11, 1e-9), **({"lambda": (0.005, 0.1)} if level == 1 else {}), **more)
    cards = "m1 2 1 0 4 mx w=10u l=2u\nvd 2 0 3\nvb 4 0 -0.5\n.model mx nmos(level=%d tox=20n %s)\n" % (level, model)
    return cards, "v1", (0, 5, 0.25)


def jfet():
    model = pick(vto=(-4, -1), beta=(1e-4, 1e-2), rd=(1, 50), rs=(1, 50), **{"lambda": (0.001, 0.05)},
                 cgs=(1e-13, 1e-11), cgd=(1e-13, 1e-11), b=(0.5, 1.5))
    return "j1 2 1 0 jx\nvd 2 0 5\n.model jx njf(%s)\n" % model, "v1", (-3, 0.4, 0.1)


KINDS = {"diode": diode, "bipolar": bipolar, "mosfet1": lambda: mosfet(1), "mosfet3": lambda: mosfet(3), "jfet": jfet}


def curves(plots, kind):
    for name, flags, names, values in plots:
        if kind in name.lower():
            width = len(names)*(2 if flags == "complex" else 1)
            columns = {}
            for i, n in enumerate(names):
                n = n.lower()
                if flags == "complex":
                    columns[n] = [complex(values[r + 2*i], values[r + 2*i + 1]) for r in range(0, len(values), width)]
                else:
                    columns[n] = list(values[i::width])
            return columns
    return {}


def run(folder, saltus, text, kind):
    path = os.path.join(folder, "c.cir")
    got = []
    for words, more, out in (([saltus, "run", path, "--quiet", "--tol", "1e-8", "-o"], "", "ours.raw"),
                             (["ngspice", "-b", path, "-r"], TIGHT, "theirs.raw")):
        with open(path, "w") as f:
            f.write(text.replace(".end\n", more + ".end\n"))
        raw = os.path.join(folder, out)
        if os.path.exists(raw):
            os.remove(raw)
        done = subprocess.run(words + [raw], capture_output=True, text=True, errors="replace", timeout=300)
        if not os.path.exists(raw) or not os.path.getsize(raw):
            return None, done.stderr[-300:]
        try:
            got.append(curves(read_raw(raw), kind))
        except ValueError:                   # ngspice writes no points where it has failed
            return None, done.stderr[-300:]
    return got, ""


def at(times, values, t):
    low, high = 0, len(times) - 1
    while high - low > 1:
        middle = (low + high)//2
        low, high = (middle, high) if times[middle] <= t else (low, middle)
    span = times[high] - times[low]
    return values[low] if span <= 0 else values[low] + (values[high] - values[low])*(t - times[low])/span


def distance(ours, theirs, kind):
    """Of the current of v1: the curve that has everything of the device in it."""
    a, b = ours.get("i(v1)"), theirs.get("i(v1)", theirs.get("v1#branch"))
    if not a or not b or (kind != "transient" and len(a) != len(b)):
        return None
    size = max(abs(v) for v in b) or 1
    if kind == "transient":
        # at its first points ngspice has the current at rest: no charge moves yet
        points = [(t, v) for t, v in zip(theirs["time"], b) if t > 1e-8]
        return max(abs(at(ours["time"], a, t) - v) for t, v in points)/size
    return max(abs(x - y) for x, y in zip(a, b))/size


def netlist(cards, source, sweep, kind):
    low, high, step = sweep
    middle = low + 0.7*(high - low)
    wave = "sin(%.6g %.6g 1meg)" % (middle, 0.2*abs(high - low)) if kind == "transient" else ""
    end = {"dc": ".dc %s %g %g %g\n" % (source, low, high, step), "ac": ".ac dec 3 1k 1g\n",
           "transient": ".tran 5n 2u\n"}[kind]
    return "device\nv1 1 0 dc %.6g ac 1 %s\n%s%s.end\n" % (middle, wave, cards, end)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--saltus", required=True)
    p.add_argument("--count", type=int, default=20)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--kind")
    p.add_argument("-v", action="store_true")
    o = p.parse_args()
    print("%-10s %-10s %5s %10s %10s" % ("device", "analysis", "sets", "median", "worst"))
    with tempfile.TemporaryDirectory() as folder:
        for name in o.kind.split(",") if o.kind else KINDS:
            for kind in ("dc", "ac", "transient"):
                random.seed(o.seed)
                found, worst = [], (0, "")
                for _ in range(o.count):
                    text = netlist(*KINDS[name](), kind)
                    got, why = run(folder, os.path.abspath(o.saltus), text, kind)
                    d = distance(*got, kind) if got else None
                    if d is None:
                        print("no answer", why, text if o.v else "")
                        continue
                    found.append(d)
                    worst = max(worst, (d, text))
                if found:
                    print("%-10s %-10s %5d %10.2e %10.2e" % (name, kind, len(found), statistics.median(found),
                                                             max(found)))
                if o.v:
                    print(worst[1])


if __name__ == "__main__":
    main()
