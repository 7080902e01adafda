#!/usr/bin/env python3
"""Random conditions in pairs: each must make the same events in two forms that mean the same.

    watches.py --saltus build/saltus [--pairs N] [--seed N] [--keep FOLDER]

The first form is written as a user would write it, in an equation or over the variables of an algorithm. The second
stands in an equation and has `+ zero` in it, with a state that stays 0: nothing can be found out about it before the
run, so that it is watched whatever it is made of. The conditions hold all kinds of values that change at events only
(pre of Integer, Real and Boolean variables, sampled values, values that when-clauses set, delays of such), beside
states and time, under all operators. Counts and the sums of the times of the events must agree: what nobody watches
acts late or never. The seed is printed; with it the same models are made again.
"""
import argparse
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile

IN_MODEL = 40         # pairs in one model
STOP = 2.5
PRECISION = 2e-6      # of a time, beside the tolerance 1e-10

HEAD = """model %s
  function called input Real u; input Real v; output Real y; algorithm y := u*v + v; end called;
  function inlined input Real u; input Real v; output Real y; algorithm y := u*v - u; annotation(Inline = true);
    end inlined;
  function chosen input Real u; input Real v; output Real y; algorithm y := if v > 0.1 then u*v else u;
    annotation(LateInline = true); end chosen;
  function above input Real u; input Real v; output Boolean y; algorithm y := u > v; end above;
  parameter Integer turns = 2;
  Real x(start = -1.13, fixed = true), v(start = 0.3, fixed = true), zero(start = 0, fixed = true), far = 2*x - 0.31;
  discrete Integer k(start = 2, fixed = true), p(start = 0, fixed = true);
  discrete Real r(start = 0.37, fixed = true), s(start = -1.13, fixed = true), w(start = 0.7, fixed = true);
  discrete Boolean b(start = true, fixed = true);
  Real still = 1.5*r - k "computed from what changes at events";
  Real g(start = 0.2);
  Integer n[%d](each start = 0, each fixed = true);
  Real sums[%d](each start = 0, each fixed = true);
equation
  der(x) = 1.07;
  der(v) = -2.1*(x + 0.1);
  der(zero) = 0;
  when sample(0.0131, 0.05) then s = x; end when;
  when sample(0.2071, 0.41) then k = if pre(k) >= 3 then -1 else pre(k) + 1; p = if pre(p) >= 3 then 0 else pre(p) + 1;
    end when;
  when sample(0.3713, 0.53) then r = 0.8*sin(3*time) + 0.05; b = not pre(b); end when;
  when v > -0.21 then w = x + 0.3; elsewhen x > 0.77 then w = -v; end when;
algorithm
  when sample(0.4519, 0.37) then g := 0.6 - g; end when;
equation
"""


class Maker:
    def __init__(self, rng):
        self.rng = rng

    def number(self):
        return "(%r)" % (round(self.rng.uniform(-2, 2), 4) or 0.5)

    def discrete(self):
        return self.rng.choice([
            "k", "pre(k)", "p", "pre(p)", "r", "pre(r)", "s", "pre(s)", "w", "pre(w)", "g", "pre(g)", "still",
            "(if b then %s else %s)" % (self.number(), self.number()),
            "(if pre(b) then %s else 0)" % self.number(),
            "delay(r, 0.1713)", "delay(still, 0.2317)", "delay(pre(r), 0.0937)", "integer(2.3*r)", "abs(pre(r))",
            "max(r, pre(w))", "sign(pre(r))",
        ])

    def moving(self):
        return self.rng.choice(["x", "v", "time", "(%s*time)" % self.number(), "far", "(x + v)", "delay(x, 0.2113)",
                                "x", "v", "der(v)"])

    def expression(self, depth):
        """A Real; some of them move with something continuous."""
        pick = self.rng.random()
        if depth <= 0 or pick < 0.1:
            return self.rng.choice([self.discrete, self.moving, self.discrete, self.number])()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        return self.rng.choice([
            "(%s + %s)", "(%s - %s)", "(%s*%s)", "(%s*%s)", "(%s/(2.3 + abs(%s)))", "max(%s, %s)", "min(%s, %s)",
            "called(%s, %s)", "inlined(%s, %s)", "chosen(%s, %s)",
            "(if pre(b) then %s else %s)", "(if b then %s else %s)", "(if r > 0.2 then %s else %s)",
            "(if pre(k) > 1 then %s else %s)",
            "(noEvent(if v > 0 then %s else %s))", "(if x > 0.3 then %s else %s)",
            "atan2(%s, 1.5 + abs(%s))",
        ]) % (a, b) if pick < 0.8 else self.rng.choice([
            "abs(%s)", "(-%s)", "sin(%s)", "cos(%s)", "tanh(%s)", "(%s)^2", "(%s)^pre(p)", "(0.4 + abs(%s))^pre(r)",
            "integer(%s)", "floor(%s)",
            "ceil(%s)", "mod(%s, 1.37)", "rem(%s, 1.19)", "div(%s, 0.83)", "sqrt(0.2 + abs(%s))", "exp(-abs(%s))",
            "pre(k)*%s", "pre(p)*%s",
            "pre(r)*%s", "delay(r, 0.1371)*%s", "delay(k, 0.0713)*%s", "0.1*%s",
        ]) % a

    def pair(self):
        """Declarations, and two texts of equations, with {i} for the number."""
        rng = self.rng
        relation = rng.choice([">", ">=", "<", "<="])
        # Two sides that are equal, or a step that is exactly at its edge, come out by rounding: the number keeps them
        # apart.
        e = "(%s + %.5f)" % (self.expression(rng.randint(1, 3)), rng.uniform(0.001, 0.1))
        limit = self.number() if rng.random() < 0.6 else self.expression(1)
        count = "n[{i}] = pre(n[{i}]) + 1; sums[{i}] = pre(sums[{i}]) + time;"
        kind = rng.random()
        both = (e, e + " + zero")
        if kind < 0.55:
            return ("",) + tuple("when %s %s %s then %s end when;" % (text, relation, limit, count) for text in both)
        if kind < 0.65:
            step, type_name = rng.choice([("integer(%s)", "Integer"), ("div(%s, 0.71)", "discrete Real"),
                                          ("floor(%s)", "discrete Real")])
            return ("%s q{i};" % type_name,) + tuple("q{i} = %s; when change(q{i}) then %s end when;" % (step % text,
                    count) for text in both)
        if kind < 0.75:
            return ("Real q{i}, held{i}(start = 0, fixed = true);",) + tuple(
                "q{i} = if %s %s %s then 1 else 0; der(held{i}) = q{i}; when held{i} >= 0.4 then %s end when;" % (text,
                        relation, limit, count)
                for text in both)
        if kind < 0.8:
            return ("Real q{i};",) + tuple("q{i} = delay(%s, 0.4117); when q{i} %s %s then %s end when;" % (text,
                    relation, limit, count)
                                           for text in both)
        watched = "when %s + zero %s %s then %s end when;" % (e, relation, limit, count)
        count = "n[{i}] := n[{i}] + 1; sums[{i}] := sums[{i}] + time;"
        return self.algorithm(e, relation, limit, count, watched)

    def algorithm(self, e, relation, limit, count, watched):
        """The condition over the variables of an algorithm: as it is, in branches, in loops that are written out or
        not, through functions."""
        rng = self.rng
        kind = rng.choice("plain branches turns function while counted asked asked_turns".split())
        again = rng.choice(["", "q{i} := q{i} - 17;", "if q{i} > 0.3 then q{i} := 0.2; end if;"])
        when = "when q{i} %s %s then %s end when; %s" % (relation, limit, count, again)
        above = "above(%s, %s)" % ((e, limit) if relation[0] == ">" else (limit, e))
        whole, flag = "Integer m{i};", "Boolean h{i};"
        declared, given, body = {
            "plain": ("Real q{i};", "q{i} = 0;", "q{i} := %s; %s" % (e, when)),
            "branches": ("Real q{i};", "q{i} = 0;",
                         "q{i} := 0; if b then q{i} := q{i} + %s; else if pre(k) > 0 then q{i} := %s + q{i}; else q{i} "
                         ":= %s; end if; end if; %s" % (e, e, e, when)),
            "turns": ("Real q{i};", "q{i} = 0;", "for i in 1:2 loop q{i} := if i == 1 then 3 else q{i} - 3 + (%s); end "
                                                 "for; %s" % (e, when)),
            "function": ("Real q{i};", "q{i} = 0;", "q{i} := %s; when called(q{i}, 1) %s called(%s, 1) then %s end "
                                                    "when; %s" % (e, relation, limit, count, again)),
            "while": ("Real q{i}; " + whole, "q{i} = 0; m{i} = 0;",
                      "q{i} := 0; m{i} := 0; while m{i} < turns loop m{i} := m{i} + 1; "
                      "q{i} := if m{i} < turns then 3 else q{i} - 3 + (%s); end while; %s" % (e, when)),
            "counted": (whole, "m{i} = 0;", "m{i} := 0; for j in 1:turns loop if %s %s %s then m{i} := m{i} + j; end "
                                            "if; end for; "
                        "when m{i} >= 1 then %s end when;" % (e, relation, limit, count)),
            "asked": (flag, "h{i} = false;", "if b then if pre(k) > 0 then h{i} := %s; else h{i} := %s; end if; else "
                                             "h{i} := %s; end if; "
                      "when h{i} then %s end when;" % (above, above, above, count)),
            "asked_turns": (flag, "h{i} = false;", "h{i} := false; for j in 1:turns loop if j == 2 then h{i} := %s; "
                                                   "end if; end for; "
                            "when h{i} then %s end when;" % (above, count)),
        }[kind]
        return declared, "\nalgorithm\n  %s\nequation\n" % body, given + " " + watched


def model(name, pairs, side):
    head, equations = (HEAD % (name, len(pairs), len(pairs))).split("equation\n", 1)
    declared = ["  %s\n" % p[0].replace("{i}", str(i)) for i, p in enumerate(pairs, 1) if p[0]]
    body = ["  %s\n" % p[side].replace("{i}", str(i)) for i, p in enumerate(pairs, 1)]
    return head + "".join(declared) + "equation\n" + equations + "".join(body) + "end %s;\n" % name


def run(saltus, path):
    done = subprocess.run([saltus, "run", path, "--stop", str(STOP), "--tol", "1e-10", "--json", "--quiet"],
                          capture_output=True, text=True, timeout=1800)
    try:
        result = json.loads(done.stdout)
    except ValueError:
        return None, "exit status %d, and no summary: %s" % (done.returncode, done.stderr[-600:])
    if result["status"] != "done" or done.returncode:
        return None, "; ".join("%s %s" % (m["code"], m["text"]) for m in result["messages"])
    return result["final"], None


def judge(job):
    """A list of (what is wrong, text, text), and how many events were compared."""
    saltus, folder, number, seed = job
    rng = random.Random(seed * 1000003 + number)
    maker = Maker(rng)
    pairs = [maker.pair() for _ in range(IN_MODEL)]
    finals = []
    for side, name in enumerate(("Plain", "Watched"), 1):
        path = os.path.join(folder, "%s%d.mo" % (name, number))
        with open(path, "w") as out:
            out.write(model("%s%d" % (name, number), pairs, side))
        final, wrong = run(saltus, path)
        if wrong:
            return [("%s: %s" % (path, wrong), "", "")], 0
        finals.append(final)
    found, events = [], 0
    for i, pair in enumerate(pairs, 1):
        n = [f["n[%d]" % i] for f in finals]
        sums = [f["sums[%d]" % i] for f in finals]
        events += n[1]
        if n[0] != n[1] or abs(sums[0] - sums[1]) > PRECISION * (1 + n[1]):
            found.append(("model %d, condition %d: %d events, sum of times %.9g; with zero %d events, %.9g" % (number,
                    i, n[0], sums[0], n[1], sums[1]),) + pair[1:])
    return found, events


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--saltus", required=True)
    options.add_argument("--pairs", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep")
    o = options.parse_args()
    count = -(-o.pairs // IN_MODEL)
    print("watches.py --seed %d --pairs %d" % (o.seed, count * IN_MODEL))
    with tempfile.TemporaryDirectory(prefix="saltus-watches-") as made:
        folder = o.keep or made
        os.makedirs(folder, exist_ok=True)
        with multiprocessing.Pool(2) as pool:
            answers = pool.map(judge, [(o.saltus, folder, k, o.seed) for k in range(count)], chunksize=1)
    wrong = [w for found, _ in answers for w in found]
    for text, plain, watched in wrong[:20]:
        print(text)
        if plain:
            print("    %s\n    %s" % (plain.strip(), watched.strip()))
    print("%d pairs, %d events, %d differ" % (count * IN_MODEL, sum(e for _, e in answers), len(wrong)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
