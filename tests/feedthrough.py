#!/usr/bin/env python3
"""Which input acts on which output at once: loops of linear blocks, with zeros in their matrices.

    feedthrough.py --saltus build/saltus [--count N] [--seed N]

Random diagrams of linear blocks, whose inputs are sums of outputs. Only matrix elements and first coefficients that are
not zero lead from an input to an output at once, so the loops of equations are known from the diagram: `saltus check`
must count as many. An element that -p makes different from zero must give what the same text gives with it, and the
other way round.
"""
import os
import random
import re
import subprocess
import sys

import generated

SYSTEMS = ("Continuous.ContStateSpace", "Discrete.DiscrStateSpace", "Discrete.SampledData")
FUNCTIONS = ("Continuous.ContTransFunc", "Discrete.DiscrTransFunc")


def matrix(rows):
    return "[" + "; ".join(", ".join("%g" % x for x in row) for row in rows) + "]"


class Block:
    def __init__(self, r, name):
        self.name, self.kind = name, r.choice(SYSTEMS + FUNCTIONS + ("Math.Gain",))
        self.system = self.kind in SYSTEMS
        self.size = r.randint(1, 2) if self.system else 1
        some = lambda: r.choice((0, 0, 0, round(r.uniform(0.1, 0.4), 2)))
        self.D = [[some() for _ in range(self.size)] for _ in range(self.size)]
        if self.kind == "Math.Gain":
            self.D = [[0.3]]
        self.short = self.kind in FUNCTIONS and self.D[0][0] == 0 and r.random() < 0.5      # or it begins with a zero

    def text(self, D):
        if self.system:
            slow = "0.5" if "Discr" in self.kind else "-1"
            wide = range(self.size)
            diagonal = lambda x: "diagonal({%s})" % ", ".join(x for _ in wide)
            given = "A = %s, B = %s, C = %s, D = %s" % (diagonal(slow), diagonal("0.5"), diagonal("0.4"), matrix(D))
        elif self.kind in FUNCTIONS:
            given = "num = {%s0.2}, den = {1, 0.5}" % ("" if self.short else "%g, " % D[0][0])
        else:
            given = "k = 0.3"
        return "%s %s(%s);" % (self.kind, self.name, given)

    def port(self, what, k):
        return "%s.%s%s" % (self.name, what, "[%d]" % (k + 1) if self.system else "")


def loops(inputs, D):
    """How many there are. Between two activations what is held leads nowhere: a loop that remains is another one."""
    return len(components(inputs, D, True) | components(inputs, D, False))


def components(inputs, D, activated):
    """Strong components of the inputs, over outputs that follow them at once."""
    after = {i: set() for i in inputs}
    for (b, k), sources in inputs.items():
        for source, out in sources:
            for j in range(source.size):
                if D[source][out][j] and (activated or not source.kind.startswith("Discrete")):
                    after[source, j].add((b, k))

    def reached(i):
        found, todo = set(), [i]
        while todo:
            new = after[todo.pop()] - found
            found |= new
            todo += new
        return found
    reach = {i: reached(i) for i in inputs}
    return {frozenset((x.name, k) for x, k in reach[i] if i in reach[x, k]) for i in inputs if i in reach[i]}


def model(blocks, inputs, D):
    lines = ["model M", "import Saltus.Diagrams.*;", "Activations.SampleClock clock(period = 0.1);"]
    lines += [b.text(D[b]) for b in blocks] + ["equation"]
    for (b, k), sources in inputs.items():
        lines.append("%s = 1 + %s;" % (b.port("u", k), " - ".join(["0.1*time"] + [
            "0.5*" + source.port("y", out) for source, out in sources])))
    lines += ["connect(clock.o, %s.e);" % b.name for b in blocks if b.kind.startswith("Discrete")]
    return "\n".join(lines + ["end M;", ""])


def counted(saltus, path):
    done = subprocess.run([saltus, "check", path], capture_output=True, text=True, timeout=generated.LIMIT)
    found = re.search(r"(\d+) loops?,", done.stdout)
    return int(found.group(1)) if found else done.stderr[:600]


def judge(saltus, seed, folder):
    r = random.Random(seed)
    blocks = [Block(r, "b%d" % k) for k in range(r.randint(2, 5))]
    outputs = [(b, k) for b in blocks for k in range(b.size)]
    inputs = {i: r.sample(outputs, min(len(outputs), r.randint(1, 2))) for i in outputs}
    D = {b: b.D for b in blocks}
    path, wanted = os.path.join(folder, "m.mo"), loops(inputs, D)
    answer = generated.run(saltus, path, model(blocks, inputs, D), "--stop", "1.05")
    is_ = counted(saltus, path)
    if answer["status"] != "done" or is_ != wanted:
        return False, "%s; %s loops, and %d is right" % (generated.told(answer), is_, wanted)
    systems = [b for b in blocks if b.system]
    if not systems:
        return True, "%d loops" % wanted
    b = r.choice(systems)
    i, j = r.randrange(b.size), r.randrange(b.size)
    value = 0 if b.D[i][j] else 0.25
    by_hand = generated.run(saltus, path, model(blocks, inputs, D), "--stop", "1.05", "-p",
                            "%s.D[%d,%d]=%g" % (b.name, i + 1, j + 1, value))
    other = dict(D)
    other[b] = [[value if (i, j) == (p, q) else x for q, x in enumerate(row)] for p, row in enumerate(b.D)]
    written = generated.run(saltus, path, model(blocks, inputs, other), "--stop", "1.05")
    same = by_hand["status"] == written["status"] == "done" and all(
        abs(by_hand["final"][k] - written["final"][k]) < 1e-6 for k in written["final"]
        if isinstance(written["final"][k], float) or isinstance(written["final"][k], int))
    is_, wanted = counted(saltus, path), loops(inputs, other)
    return same and is_ == wanted, "%s; with %s.D[%d,%d] = %g %s loops, and %d is right%s" % (
        generated.told(by_hand) + generated.told(written), b.name, i + 1, j + 1, value, is_, wanted,
        "" if same else "; other values")


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "diagrams have the loops that their matrices make", 30))
