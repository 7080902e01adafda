#!/usr/bin/env python3
"""Automata in states of automata, against a simulation of their own.

    python3 tests/nested.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

A tree of automata, up to three levels deep, is drawn by chance. Each innermost state lets a number x, which all share,
grow at its own rate, and has a clock y of its own. Every transition is due some time after its state was entered. One
that resets lets the state, and all automata in it, begin again; one that does not goes on with the states that were
active (E275, E276, E277). The simulation here is in fractions: x, the clocks, and how often each state was entered, are
exact.
"""
import random
import sys
from fractions import Fraction

import generated


class State:
    """An innermost state has a rate; others have an automaton."""

    def __init__(self, name, rate=None, inner=None):
        self.name, self.rate, self.inner = name, rate, inner
        self.clock, self.entered, self.since = Fraction(0), 0, Fraction(0)


class Automaton:
    def __init__(self, states, after, resets):
        self.states, self.after, self.resets, self.now = states, after, resets, 0


def draw(r, depth, prefix, delays):
    states = []
    n = r.randint(2, 3)
    for k in range(n):
        name = f"{prefix}s{k + 1}"
        if depth < 2 and r.random() < (0.8 if depth == 0 else 0.4):
            states.append(State(name, inner=draw(r, depth + 1, name + ".", delays)))
        else:
            states.append(State(name, rate=r.randint(-9, 9)))
    after = [delays.pop() for _ in range(n)]
    return Automaton(states, after, [r.random() < 0.5 for _ in range(n)])


def write(a, depth, classes):
    """The declarations and equations of an automaton; its classes come before them."""
    lines, equations = [], [f"initialState({a.states[0].name.split('.')[-1]});"]
    for k, s in enumerate(a.states):
        short, kind = s.name.split(".")[-1], "C" + str(len(classes))
        classes.append("")
        if s.inner:
            inner, said = write(s.inner, depth + 1, classes)
            text = inner + "equation\n" + said
        else:
            text = f"outer Real x; Real y(start = 0, fixed = true);\nequation\n der(x) = {s.rate}; der(y) = 1;\n"
        classes[int(kind[1:])] = f"model {kind}\n{text}end {kind};\n"
        lines.append(f"{kind} {short};")
        to = a.states[(k + 1) % len(a.states)].name.split(".")[-1]
        equations.append(f"transition({short}, {to}, timeInState() > {float(a.after[k])}, "
                         f"reset = {str(a.resets[k]).lower()});")
    return "\n".join(lines) + "\n", "\n".join(equations) + "\n"


def every(a):
    for s in a.states:
        yield s
        if s.inner:
            yield from every(s.inner)


def text_of(a):
    classes = []
    lines, equations = write(a, 0, classes)
    counts = "".join(f"Integer n{i}(start = 0, fixed = true);\n" for i, _ in enumerate(every(a)))
    whens = "".join(f"when activeState({s.name}) then n{i} = pre(n{i}) + 1; end when;\n"
                    for i, s in enumerate(every(a)))
    return ("model M\ninner Real x(start = 0, fixed = true);\n" + "".join(classes) + lines + counts + "equation\n"
            + equations + whens + "end M;\n")


def enter(a, now, time, reset):
    """The state number `now` becomes active, with what is active in it."""
    a.now = now
    s = a.states[now]
    s.entered += 1
    s.since = time
    if reset:
        s.clock = Fraction(0)
    if s.inner:
        enter(s.inner, 0 if reset else s.inner.now, time, reset)


def active(a):
    """The automata that are active, the outermost first."""
    while a:
        yield a
        a = a.states[a.now].inner


def simulate(a, stop):
    x, time = Fraction(0), Fraction(0)
    enter(a, 0, time, False)
    for s in every(a):
        s.entered = 0               # what is active at the beginning has not become active
    while True:
        due = min(((b.states[b.now].since + b.after[b.now], i) for i, b in enumerate(active(a))))
        leaf = list(active(a))[-1]
        here = leaf.states[leaf.now]
        until = min(due[0], stop)
        x += here.rate*(until - time)
        here.clock += until - time
        time = until
        if time == stop:
            return x
        b = list(active(a))[due[1]]
        enter(b, (b.now + 1) % len(b.states), time, b.resets[b.now])


def judge(saltus, seed, folder):
    r = random.Random(seed)
    # whole numbers of 1/1024, so that sums are exact and no two transitions are due at one time by chance alone
    delays = [Fraction(d, 1024) for d in r.sample(range(150, 3000), 40)]
    a, stop = draw(r, 0, "", delays), Fraction(12)
    text = text_of(a)
    x = simulate(a, stop)
    answer = generated.run(saltus, folder + "/m.mo", text, "--stop", "12")
    if answer["status"] != "done":
        return False, f"{answer['status']} {generated.told(answer)}"
    final = answer["final"]
    wrong = []
    if abs(final["x"] - float(x)) > 1e-7:
        wrong.append(f"x = {final['x']}, and not {float(x)}")
    for i, s in enumerate(every(a)):
        if final[f"n{i}"] != s.entered:
            wrong.append(f"{s.name} was entered {final[f'n{i}']} times, and not {s.entered}")
        if not s.inner and abs(final[s.name + ".y"] - float(s.clock)) > 1e-7:
            wrong.append(f"{s.name}.y = {final[s.name + '.y']}, and not {float(s.clock)}")
    return not wrong, "; ".join(wrong) or f"{len(list(every(a)))} states"


sys.exit(generated.main(__doc__, judge, "automata do what their simulations do", 25))
