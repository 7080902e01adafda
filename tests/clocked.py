#!/usr/bin/env python3
"""Clocks are found from the text as it is written.

    python3 tests/clocked.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

A model with variables of several clocks, of an open clock, and of none has terms that read other variables and are zero
in any case: `0*u`, `0/(2 + u*u)`, `(2 + u*u)^0 - 1`, a condition with `false and`, equal branches, a function that does
not use its argument. The same model with parameters for the numbers 0 and 1, and false and true, must be accepted or
refused with the same messages, and have the same values and events.
"""
import random
import sys

import generated

# with a number that is known, and with a parameter in its place
NEUTRAL = [
    ("0*%s", "z*%s"), ("%s*0", "%s*z"), ("0/(2 + %s^2)", "z/(2 + %s^2)"), ("((2 + %s^2)^0 - 1)", "((2 + %s^2)^z - 1)"),
    ("(1^%s - 1)", "(o^%s - 1)"), ("(if false and %s > 5 then 1 else 0)", "(if no and %s > 5 then 1 else 0)"),
    ("(if true or %s > 5 then 0 else 1)", "(if yes or %s > 5 then 0 else 1)"),
    ("(if %s > 1e9 then 0 else 0)", "(if %s > 1e9 then z else 2*z)"), ("nothing(%s)", "z*%s"),
    ("{0, 0}*{%s, 1}", "{z, z}*{%s, 1}"), ("0*sin(1 + 0*%s)", "z*sin(1 + z*%s)"), ("(%s - %s)", "(%s - o*%s)")]
SOURCES = ["sample(time, Clock(1, 10))", "sample(time, Clock(2, 10))", "sample(2*time, Clock(0.3))", "sample(time)",
           "previous({v}) + 1", "sin(time)", "1.5"]
CONVERTED = ["hold({u})", "subSample({u}, 2)", "sample({u})", "superSample({u}, 2)", "{u} + 1", "previous({u})"]

HEAD = """model M
  function nothing
    input Real u;
    output Real y;
  algorithm
    y := 0;
    annotation(Inline = true);
  end nothing;
  parameter Real z = 0, o = 1;
  parameter Boolean no = false, yes = true;
"""


def case(seed):
    """Two texts that mean the same."""
    r = random.Random(seed)
    n = r.randint(2, 6)
    declared = "".join("  Real v%d(start = 0);\n" % i for i in range(n))
    texts = [HEAD + declared + "equation\n"]*2
    for i in range(n):
        earlier = ["v%d" % k for k in range(i)]
        right = (r.choice(CONVERTED).format(u=r.choice(earlier)) if earlier and r.random() < 0.4
                 else r.choice(SOURCES).format(v="v%d" % i))
        terms = [(r.choice(NEUTRAL), r.choice(earlier)) for _ in range(r.choice([0, 1, 1, 2])) if earlier]
        for k in range(2):
            added = "".join(" + " + t[k].replace("%s", u) for t, u in terms)
            texts[k] += "  v%d = %s%s;\n" % (i, right, added)
    return [text + "end M;\n" for text in texts]


def outcome(answer):
    """What must be the same: of values, those of the variables."""
    values = {k: v for k, v in answer.get("final", {}).items() if k.startswith("v")}
    return answer.get("status"), sorted(m["code"] for m in answer.get("messages", [])), values


def judge(saltus, seed, folder):
    known, hidden = (outcome(generated.run(saltus, "%s/%s.mo" % (folder, name), text, "--stop", "1"))
                     for name, text in zip(("known", "hidden"), case(seed)))
    return known == hidden, "%s with numbers, %s with parameters" % (known, hidden)


sys.exit(generated.main(__doc__, judge, "models have the same clocks as written", 250))
