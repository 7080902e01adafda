#!/usr/bin/env python3
"""Blocks in an array are what they are one by one: random diagrams, once of single components and once of an array.

    alike.py --saltus build/saltus [--count N] [--seed N]

Blocks are nested in each other, alone and in arrays of two, and give their outputs by equations, by declarations and by
connections. Each is driven by one before it, or open: then it reads 0, or never acts. Numbers and activations go
through them. All values of both diagrams are the same, and both are as the test computes them.
"""
import random
import sys

import generated

HEAD = """package P
  connector In = input Real annotation(__Saltus(unconnected = 0));
  connector Out = output Real;
  connector Come = input Activation;
  connector Go = output Activation;
"""
LEAVES = (("declared", "", "Out y = 3*u + 1;"), ("equation", "  y = 3*u + 1;\n", "Out y;"),
          ("part", "  connect(u, g.u);\n  connect(g.y, y);\n", "Out y; Declared g;"),
          ("named", "  x = u;\n  y = 3*x + 1;\n", "Out y; Real x;"))


def blocks(r):
    """Text of the classes, and what a number becomes in the last one: (factor, constant), and a delay."""
    text = "  block Declared In u; Out y = 3*u + 1; end Declared;\n"
    _, equations, declared = r.choice(LEAVES)
    text += "  block B0 In u; %s\n    Come e; Go o; Integer n(start = 0, fixed = true);\n  equation\n%s" % (declared,
            equations)
    text += "    when e then n = pre(n) + 1; schedule(o, 0.25); end when;\n  end B0;\n"
    factor, constant, delay, last = 3, 1, 0.25, 0
    for k in range(1, r.randint(1, 3)):
        inner = "B%d" % (k - 1)
        two = r.random() < 0.5
        first, end = ("g[1]", "g[2]") if two else ("g", "g")
        lines = ["connect(u, %s.u);" % first, "connect(%s.y, y);" % end, "connect(e, %s.e);" % first,
                 "connect(%s.o, o);" % end]
        if two:
            lines += r.choice((["connect(g[1].y, g[2].u);", "connect(g[1].o, g[2].e);"],
                               ["for i in 1:1 loop connect(g[i].y, g[i + 1].u); connect(g[i].o, g[i + 1].e); "
                                "end for;"]))
            constant, factor, delay = factor*constant + constant, factor*factor, 2*delay
        r.shuffle(lines)
        text += "  block B%d In u; Out y; Come e; Go o; %s g%s; Integer n(start = 0, fixed = true);\n  equation\n" % (
            k, inner, "[2]" if two else "")
        text += "".join("    %s\n" % line for line in lines)
        text += "    when e then n = pre(n) + 1; end when;\n  end B%d;\n" % k
        last = k
    return text, factor, constant, delay, "B%d" % last


def judge(saltus, seed, folder):
    r = random.Random(seed)
    text, factor, constant, delay, name = blocks(r)
    n = r.randint(2, 6)
    by = [r.choice([-1, 0] + list(range(1, k)) * 2) for k in range(1, n + 1)]     # -1: open, 0: the source
    lines = []
    for k, source in enumerate(by, 1):
        if source >= 0:
            lines.append(("{%d}.u" % k, "{%d}.y" % source if source else "s"))
            lines.append(("{%d}.e" % k, "{%d}.o" % source if source else "c"))
    r.shuffle(lines)

    def model(called, declared, place):
        def put(word):
            k = word[1:word.index("}")] if "}" in word else ""
            return word.replace("{%s}" % k, place % int(k)) if k else word
        body = "".join("    connect(%s, %s);\n" % (put(a), put(b)) for a, b in lines)
        return ("  model %s Out s = 2; Go c = Activation(2, 0.5); %s;\n  equation\n%s  end %s;\n"
                % (called, declared, body, called))
    text = HEAD + text + model("Alone", "%s %s" % (name, ", ".join("b%d" % k for k in range(1, n + 1))), "b%d")
    text += model("Together", "%s b[%d]" % (name, n), "b[%d]") + "end P;\n"
    values, counts = {0: 2.0, -1: 0.0}, {}
    for k, source in enumerate(by, 1):
        values[k] = factor*values[source] + constant
        late = None if source < 0 else 0.5 if source == 0 else counts[source][1] + delay if counts[source][0] else None
        counts[k] = (0, 0) if late is None else (sum(late + 2*i <= 4 for i in range(9)), late)
    for called, place in (("Alone", "b%d"), ("Together", "b[%d]")):
        answer = generated.run(saltus, folder + "/p.mo", text, "--stop", "4.1", of="P." + called)
        final = answer.get("final", {})
        for k in range(1, n + 1):
            got = final.get(place % k + ".y"), final.get(place % k + ".n")
            if answer.get("status") != "done" or got[0] != values[k] or got[1] != counts[k][0]:
                return False, "%s: %s is %s, wanted %s and %s; %s\n%s" % (
                    called, place % k, got, values[k], counts[k][0], generated.told(answer), text)
    return True, "%d of %s" % (n, name)


if __name__ == "__main__":
    sys.exit(generated.main(__doc__, judge, "diagrams whose blocks are alike alone and in arrays", 60))
