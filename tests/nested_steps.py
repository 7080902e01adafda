#!/usr/bin/env python3
"""Steps of steps: floor, ceil, integer, mod, rem, div and relations of functions of time, inside one another.

    nested_steps.py --saltus build/saltus [--count N] [--seed S] [--keep FOLDER]

The inner step often jumps exactly where the outer one would (mod(mod(time^2, a), a), floor(mod(u, a)/a), at the top of
a sine), so that rounding alone says on which side of its jump the outer one is. The integral must be that of the
expression as it stands, which is computed here by the midpoint rule; a model whose events follow each other without
time going on does not come to its end. With a seed the same models are made; it is printed."""
import math
import os
import random
import sys

import generated

STOP = 2.71
POINTS = 40000


def trunc_div(a, b):
    return float(math.trunc(a/b))


ENVIRONMENT = {"sin": math.sin, "cos": math.cos, "sqrt": math.sqrt, "abs": abs, "floor": lambda a: float(math.floor(a)),
               "ceil": lambda a: float(math.ceil(a)),
               "integer": lambda a: float(math.floor(a)), "div": trunc_div, "mod": lambda a, b: a - math.floor(a/b)*b,
               "rem": lambda a, b: a - math.trunc(a/b)*b, "holds": lambda c: 1.0 if c else 0.0, "noEvent": lambda c: c}


def inner(chance):
    """A function of time that is not affine: these are found ahead of the run."""
    w, c = round(chance.uniform(0.6, 4), 2), round(chance.uniform(-1, 1), 2)
    return chance.choice(["time^2", "-time^2", "time^3", "(%r + time)^2" % abs(c), "sin(%r*time)" % w,
                          "%r*cos(%r*time)" % (w, w), "sqrt(1 + %r*time)" % w,
                          "sin(%r*time) + (%r)*time" % (w, c), "sqrt(sqrt(abs(%r - time)))" % w])


def stepped(chance, depth):
    """An expression with steps, and the size of its steps' period: the next one around it often has the same."""
    period = chance.choice([0.25, 0.3, 0.1, 0.5, 0.7])
    u, wide = (inner(chance), period) if depth == 0 else stepped(chance, depth - 1)
    a = wide if chance.random() < 0.7 else period
    k = chance.choice([1, 1, 2, 3])
    return chance.choice([
        ("mod(%s, %r)" % (u, a), a), ("rem(%s, %r)" % (u, a), a), ("mod(%d*(%s), %r)" % (k, u, k*a), k*a),
        ("%r*floor((%s)/%r)" % (a, u, a), a),
        ("%r*ceil((%s)/%r)" % (a, u, a), a), ("%r*integer((%s)/%r)" % (a, u, a), a), ("%r*div(%s, %r)" % (a, u, a), a),
        ("%r*holds(%s >= %r)" % (a, u, a), a), ("%r*holds(%s > 0)" % (a, u), a),
        ("%r*integer(holds(noEvent(%s > %r))*%r)" % (a, u, a, a), a)])


def judge(saltus, seed, folder):
    chance = random.Random(seed)
    text, _ = stepped(chance, chance.randint(0, 2))
    f = eval("lambda time: " + text.replace("^", "**"), dict(ENVIRONMENT))
    width = STOP/POINTS
    values = [f((k + 0.5)*width) for k in range(POINTS)]
    wanted, jumps = sum(values)*width, sum(1 for a, b in zip(values, values[1:]) if abs(b - a) > 100*width)
    answer = generated.run(
        saltus, os.path.join(folder, "steps.mo"),
        "model M\n  function holds input Boolean c; output Real y; algorithm y := if c then 1 else 0; "
        "annotation(Inline = true); end holds;\n"
        "  Real y = %s;\n  Real z(start = 0, fixed = true);\nequation\n  der(z) = y;\nend M;\n" % text,
        "--stop", repr(STOP), "--tol", "1e-9", "--timeout", "300")
    if answer["status"] != "done":
        return False, "%s: %s, %s" % (text, answer["status"], generated.told(answer))
    z = answer["final"]["z"]
    return abs(z - wanted) <= 1e-5 + (jumps + 1)*width, "%s: z is %.9g, wanted %.9g" % (text, z, wanted)


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "integrals are right", 100))
