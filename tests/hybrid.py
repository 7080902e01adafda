#!/usr/bin/env python3
"""Generated hybrid models against an interpreter that computes with fractions.

    hybrid.py --saltus build/saltus [--count N] [--seed S] [--keep FOLDER]

A model has Boolean, Integer and discrete Real variables and up to two states whose derivatives are constant between
events, so that every value and the time of every event is a fraction. The variables are set by equations (with pre,
edge, change, relations of states and of time), by when-clauses with elsewhen and several conditions, by when-statements
of algorithms, and states are reinitialised. Conditions are samples whose ticks meet, times, crossings of states, and
what other clauses set, so that events cause events in the same instant; some hold from the beginning, when no clause
acts. The equations stand in any order. Models whose answer depends on rounding (two events nearer than 1e-5, values on
their limit) are not judged. With a seed the same models are made; it is printed."""
import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

STOP = Fraction(2371, 1000)
NEAR = Fraction(1, 10**5)
MOST = 150                    # events of a model that is judged


class Unclear(Exception):
    """The answer would depend on rounding, or there is none."""


def number(value):
    text = ("%.6f" % float(value)).rstrip("0")
    text = text + "0" if text.endswith(".") else text
    return text if value >= 0 else "(%s)" % text


class Model:
    """Expressions are pairs: a text, and a function of an environment. An environment has the values by name, and
    `pre`, `relations`, `samples`."""

    def __init__(self, seed):
        chance = self.chance = random.Random(seed)
        self.states = ["x", "y"][:chance.randint(0, 2)]
        self.begin = {name: self.decimal() for name in self.states}
        self.variables = [("v%d" % k, chance.choice("BIR")) for k in range(chance.randint(3, 8))]
        self.start = {name: {"B": chance.random() < 0.3, "I": chance.randint(-3, 3), "R": self.decimal()}[kind]
                      for name, kind in self.variables}
        self.relations, self.samples = {}, {}
        self.blocks, self.reinitialised = [], set()
        known, k = [], 0
        while k < len(self.variables):
            name, kind = self.variables[k]
            if chance.random() < 0.35 and kind != "R":
                self.blocks.append(("equation", name, self.equation(name, kind, known)))
                known.append((name, kind))
                k += 1
                continue
            group = self.variables[k:k + chance.choice([1, 1, 2])]
            k += len(group)
            self.blocks.append(("when", self.clause(group, known), group))
            known += group
        self.slopes = []
        for name in self.states:
            (text, holds), one, other = self.condition(1, known, plain=True), self.decimal(), self.decimal()
            self.slopes.append((name, "if %s then %s else %s" % (text, number(one), number(other)),
                                lambda e, holds=holds, one=one, other=other: one if holds(e) else other))

    def decimal(self):
        return Fraction(self.chance.randint(-200, 200), 100)

    # ---- what a model is made of

    def clause(self, group, known):
        chance, algorithm, branches = self.chance, self.chance.random() < 0.3, []
        for _ in range(chance.choice([1, 1, 2, 3])):
            conditions = [self.condition(2, known, sampled=True) for _ in range(chance.choice([1, 1, 1, 2]))]
            before, sets, jump = list(known), [], None
            for name, kind in group:
                sets.append((name, self.value(kind, 2, before)))
                before.append((name, kind))
            free = [name for name in self.states if name not in self.reinitialised]
            if free and not algorithm and chance.random() < 0.3:
                jump = (chance.choice(free), self.value("R", 1, known))
            branches.append((conditions, sets, jump))
        self.reinitialised |= {jump[0] for _, _, jump in branches if jump}
        return algorithm, branches

    def relation(self):
        chance = self.chance
        name, limit = "time", Fraction(chance.randint(1, 25), 10)
        if self.states and chance.random() < 0.6:
            name, limit = chance.choice(self.states), Fraction(chance.randint(-1500000, 1500000), 1000000)
        sign = chance.choice([">", ">=", "<", "<="])
        text = "%s %s %s" % (name, sign, number(limit))
        self.relations[text] = (name, sign[0] == ">", limit)
        return "(%s)" % text, lambda e: e["relations"][text]

    def condition(self, depth, known, sampled=False, plain=False):
        chance, draw = self.chance, self.chance.random()
        flags, wholes = [n for n, kind in known if kind == "B"], [n for n, kind in known if kind == "I"]
        if depth <= 0 or draw < 0.3:
            draw = chance.random()
            if sampled and draw < 0.45:
                first, interval = Fraction(chance.randint(0, 10), 10), Fraction(chance.choice([1, 2, 3, 4, 5, 7]), 10)
                text = "sample(%s, %s)" % (number(first), number(interval))
                self.samples[text] = (first, interval)
                return text, lambda e: e["samples"][text]
            if flags and draw < 0.7:
                name = chance.choice(flags)
                return name, lambda e: e[name]
            return self.relation()
        if draw < 0.68:
            (a, f), (b, g) = self.condition(depth - 1, known, plain=plain), self.condition(depth - 1, known,
                    plain=plain)
            if draw < 0.42:
                return "not (%s)" % a, lambda e: not f(e)
            if draw < 0.56:
                return "(%s and %s)" % (a, b), lambda e: f(e) and g(e)
            return "(%s or %s)" % (a, b), lambda e: f(e) or g(e)
        if plain:
            return self.relation()
        if draw < 0.78 and flags:
            name = chance.choice(flags)
            return "edge(%s)" % name, lambda e: e[name] and not e["pre"][name]
        if draw < 0.86 and flags + wholes:
            name = chance.choice(flags + wholes)
            return "change(%s)" % name, lambda e: e[name] != e["pre"][name]
        before = [n for n, kind in self.variables if kind == "B"]
        if draw < 0.93 and before:
            name = chance.choice(before)
            return "pre(%s)" % name, lambda e: e["pre"][name]
        if wholes:
            name, least = chance.choice(wholes), chance.randint(-2, 3)
            return "(%s > %d)" % (name, least), lambda e: e[name] > least
        return self.relation()

    def equation(self, name, kind, known):
        chance = self.chance
        if kind == "B":
            return self.condition(3, known)
        flags = [n for n, k in known if k == "B"]
        if flags and chance.random() < 0.6:
            flag, by = chance.choice(flags), chance.randint(1, 3)
            return ("if edge(%s) then mod(pre(%s) + %d, 7) else pre(%s)" % (flag, name, by, name),
                    lambda e: (e["pre"][name] + by) % 7 if e[flag] and not e["pre"][flag] else e["pre"][name])
        (c, holds), (a, f), (b, g) = self.condition(2, known), self.value("I", 1, known, False), self.value("I", 1,
                known, False)
        return "if %s then %s else %s" % (c, a, b), lambda e: f(e) if holds(e) else g(e)

    def leaf(self, kind, known, at_event):
        chance, draw = self.chance, self.chance.random()
        now, before = [n for n, k in known if k == kind], [n for n, k in self.variables if k == kind]
        if now and draw < 0.35:
            name = chance.choice(now)
            return name, lambda e: e[name]
        if before and draw < 0.7:
            name = chance.choice(before)
            return "pre(%s)" % name, lambda e: e["pre"][name]
        if kind == "R" and at_event and draw < 0.85:
            name = chance.choice(self.states + ["time"])
            return name, lambda e: e[name]
        value = chance.randint(-3, 4) if kind == "I" else self.decimal()
        return ("%d" if kind == "I" and value >= 0
                else "(%d)") % value if kind == "I" else number(value), lambda e: value

    def value(self, kind, depth, known, at_event=True):
        if kind == "B":
            return self.condition(depth, known)
        chance, draw = self.chance, self.chance.random()
        (a, f), (b, g) = self.leaf(kind, known, at_event), self.leaf(kind, known, at_event)
        if depth <= 0 or draw > 0.8:
            return a, f
        if draw < 0.3:
            text, whole = "%s + %s" % (a, b), lambda e: f(e) + g(e)
        elif draw < 0.5:
            text, whole = "%s - %s" % (a, b), lambda e: f(e) - g(e)
        else:
            c, holds = self.condition(depth - 1, known)
            text, whole = "(if %s then %s else %s)" % (c, a, b), lambda e: f(e) if holds(e) else g(e)
        if kind == "R":
            return "0.5*(%s)" % text, lambda e: whole(e)/2
        modulus = chance.choice([5, -4, 9])
        return "mod(%s, %s)" % (text, modulus if modulus > 0 else "(%d)" % modulus), lambda e: whole(e) % modulus

    # ---- as text

    def text(self):
        types = {"B": "Boolean", "I": "Integer", "R": "discrete Real"}
        declared = ["  %s %s(start = %s, fixed = true);" % (types[kind], name,
                                                            str(self.start[name]).lower() if kind != "R"
                                                            else number(self.start[name]))
                    for name, kind in self.variables]
        declared += ["  Real %s(start = %s, fixed = true);" % (name, number(self.begin[name])) for name in self.states]
        parts = ["equation\n  der(%s) = %s;" % (name, text) for name, text, _ in self.slopes]
        for block in self.blocks:
            if block[0] == "equation":
                parts.append("equation\n  %s = %s;" % (block[1], block[2][0]))
                continue
            algorithm, branches = block[1]
            lines, word = ["algorithm" if algorithm else "equation"], "when"
            for conditions, sets, jump in branches:
                texts = ", ".join(text for text, _ in conditions)
                lines.append("  %s %s then" % (word, "{%s}" % texts if len(conditions) > 1 else texts))
                lines += ["    %s %s %s;" % (name, ":=" if algorithm else "=", text) for name, (text, _) in sets]
                lines += ["    reinit(%s, %s);" % (jump[0], jump[1][0])] if jump else []
                word = "elsewhen"
            parts.append("\n".join(lines + ["  end when;"]))
        self.chance.shuffle(parts)
        return "\n".join(["model M"] + declared + parts + ["end M;", ""])

    # ---- as it must run

    def evaluate(self, now, pre, held, relations, samples, initial=False):
        """All equations once, with `pre` and the conditions before (`held`): the values, the conditions, and what
        jumps."""
        e = dict(pre, pre=pre, relations=relations, samples=samples, **now)
        conditions, jumps = {}, {}
        for at, block in enumerate(self.blocks):
            if block[0] == "equation":
                e[block[1]] = block[2][1](e)
                continue
            acted = False
            for b, (tests, sets, jump) in enumerate(block[1][1]):
                acts = False
                for k, (_, holds) in enumerate(tests):
                    conditions[at, b, k] = holds(e)
                    acts = acts or (conditions[at, b, k] and not held.get((at, b, k), False))
                if not acts or acted or initial:
                    continue
                acted = True
                for name, (_, value) in sets:
                    e[name] = value(e)
                if jump:
                    jumps[jump[0]] = jump[1][1](e)
            if not acted:
                e.update({name: pre[name] for name, _ in block[2]})
        return {name: e[name] for name, _ in self.variables}, conditions, jumps

    def look(self, now, forced):
        """The relations at a point; `forced` are those that cross there."""
        seen = {}
        for text, (name, above, limit) in self.relations.items():
            off = now[name] - limit
            if off == 0 and name != "time" and text not in forced:
                raise Unclear
            seen[text] = forced[text] if text in forced else (off >= 0) == above if name == "time" else (off
                    > 0) == above
        return seen

    def instant(self, now, pre, held, forced, ticking):
        """To the fixed point. The states in `now` jump."""
        for _ in range(60):
            relations = self.look(now, forced)
            values, conditions, jumps = self.evaluate(now, pre, held, relations, ticking)
            now.update(jumps)
            for text, (name, _, limit) in self.relations.items():
                if name in jumps:
                    forced.pop(text, None)
                    if abs(now[name] - limit) < NEAR:
                        raise Unclear
            if values == pre and conditions == held and not jumps:
                still = dict.fromkeys(self.samples, False)       # ticks are over
                return values, self.evaluate(now, values, held, relations, still)[1], relations
            pre, held = values, conditions
        raise Unclear

    def crossings(self, now, slope, forced):
        for text, (name, above, limit) in self.relations.items():
            if name == "time":
                continue
            if now[name] == limit and (slope[name] == 0 or (slope[name] > 0) != (forced[text] == above)):
                raise Unclear            # it turns back where it has just turned
            if slope[name] != 0 and (limit - now[name])/slope[name] > 0:
                yield now["time"] + (limit - now[name])/slope[name], text

    def simulate(self):
        now = dict(self.begin, time=Fraction(0))
        still = dict.fromkeys(self.samples, False)
        pre, held, _ = self.evaluate(now, self.start, {}, self.look(now, {}), still, initial=True)
        ticks, forced = {text: first for text, (first, _) in self.samples.items()}, {}
        for _ in range(MOST):
            ticking = {text: ticks[text] == now["time"] for text in ticks}
            ticks = {text: ticks[text] + self.samples[text][1] if ticking[text] else ticks[text] for text in ticks}
            pre, held, relations = self.instant(now, pre, held, forced, ticking)
            e = dict(pre, pre=pre, relations=relations, samples=still, **now)
            slope = {name: rate(e) for name, _, rate in self.slopes}
            crossings = list(self.crossings(now, slope, forced))
            calendar = list(ticks.values()) + [limit for name, _, limit in self.relations.values() if name == "time"
                                               and limit > now["time"]] + [STOP]
            following = min(calendar + [t for t, _ in crossings])
            if any(t in calendar or 0 < abs(t - following) < NEAR for t, _ in crossings
                   if t - following < NEAR) or following - now["time"] < NEAR \
                    or any(0 < t - following < NEAR for t in calendar):
                raise Unclear
            for name in self.states:
                now[name] += slope[name]*(following - now["time"])
            now["time"] = following
            if following >= STOP:
                return dict(pre, **now)
            forced = {text: (slope[self.relations[text][0]] > 0) == self.relations[text][1] for t, text in crossings
                      if t == following}
        raise Unclear


def judge(saltus, seed, folder):
    """What is wrong with the model of a seed, in words; None: it was not judged."""
    try:
        model = Model(seed)
        text, wanted = model.text(), model.simulate()
    except Unclear:
        return None
    path = os.path.join(folder, "hybrid_%d.mo" % seed)
    with open(path, "w") as out:
        out.write(text)
    said = subprocess.run([saltus, "run", path, "--json", "--stop", repr(float(STOP))], capture_output=True, text=True,
                          timeout=1800)
    try:
        answer = json.loads(said.stdout)
    except ValueError:
        return "%s: status %d, %s" % (path, said.returncode, said.stderr[-500:])
    if answer["status"] != "done" or answer["messages"]:
        return "%s: %s, %s" % (path, answer["status"], "; ".join(m["code"] + " " + m["text"]
                                                                 for m in answer["messages"]))
    off = [(name, answer["final"][name], float(wanted[name])) for name, _ in model.variables
           + [(s, "R") for s in model.states]
           if abs(float(answer["final"][name]) - float(wanted[name])) > 1e-5]
    return "%s: %s" % (path, ", ".join("%s is %s and not %.9g" % each for each in off)) if off else ""


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--saltus", required=True)
    arguments.add_argument("--count", type=int, default=150)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--keep")
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        seeds = range(asked.seed, asked.seed + asked.count)
        judged = [said for said in pool.map(lambda s: judge(os.path.abspath(asked.saltus), s, asked.keep or folder),
                                            seeds) if said is not None]
    wrong = [said for said in judged if said]
    for said in wrong[:5]:
        print(said)
    print("seeds %d to %d: %d of %d models have the values of the interpreter, %d were not judged"
          % (asked.seed, seeds[-1], len(judged) - len(wrong), len(judged), asked.count - len(judged)))
    return 1 if wrong or len(judged) < asked.count/2 else 0


if __name__ == "__main__":
    sys.exit(main())
