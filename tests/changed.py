#!/usr/bin/env python3
"""Conditions on time alone, and what they read changes: generated, against quadratures that know nothing of Saltus.

    python3 tests/changed.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

Each case has some conditions on time, T, p and k, of random kinds and values. T, p and k get other values at a time at
which a condition often has its own event. They are parameters that are changed in a paused run (E137), or variables
that a when-clause sets. From there on each condition is what it says with the new values, and its events come where
these put them (E490). The integral of each is compared.
"""
import math
import os
import random
import subprocess
import sys

import generated

STOP = 10.0
GRID = 4000
FORMS = ['time > {T}', 'time <= {T}', 'sin(6.283185307179586*time/{p}) > 0.3', 'mod(time, {p}) > 0.55*{p}',
         'integer(time/{p}) > {k}', 'floor(-time/{p}) < -{k}', 'ceil(time/{p}) >= {k}', 'div(time, {p}) > {k}',
         'rem(time + {T}, {p}) < 0.4*{p}', 'time > {T} and time < {T} + {p}', 'abs(time - {T}) < {p}',
         'exp(time/{p}) > {T}', 'time^2 > {T}*{p}', 'integer(floor(time/{p})/2)*2 < floor(time/{p})',
         'sin(time)*{p} > 0.3*{T}', 'mod(time + floor(time/{p}), {T}) > 0.7*{T}', 'max(time - {T}, 0)*{p} > {k}',
         'mod(integer(time/{p}), 2) > 0.5', 'time > {T} or mod(time, 2*{p}) > {p}']
KNOWN = {'sin': math.sin, 'exp': math.exp, 'floor': math.floor, 'integer': math.floor, 'ceil': math.ceil, 'abs': abs,
         'max': max, 'mod': lambda a, b: a - math.floor(a/b)*b, 'div': lambda a, b: math.trunc(a/b),
         'rem': lambda a, b: a - math.trunc(a/b)*b}


def given(r):
    return {'T': r.choice([0.5, 1.0, 1.5, 2.0, 3.0, 4.0]), 'p': r.choice([0.5, 0.8, 1.0, 1.5, 2.0, 3.0]),
            'k': float(r.choice([1, 2, 3, 5]))}


def integral(condition, at, before, after):
    """Of the condition as 0 and 1; its edges between the points of the grid are found by halving."""
    code = compile(condition.format(T='T', p='p', k='k').replace('^', '**'), 'condition', 'eval')

    def value(t):
        return bool(eval(code, {**KNOWN, 'time': t, **(after if t > at else before)}))
    total, points = 0.0, sorted([STOP*i/GRID + 1.7e-10 for i in range(GRID)] + [at, at + 1e-12, STOP])
    for a, b in zip(points, points[1:]):
        was, now = value(a), value(b)
        low, high = a, b
        while was != now and high - low > 1e-11:
            middle = 0.5*(low + high)
            low, high = (middle, high) if value(middle) == was else (low, middle)
        total += was*(low - a) + now*(b - low)
    return total


def model(conditions, before, after, at, paused):
    values = ''.join('  %s %s%s;\n' % (('parameter Real', n, ' = %r' % v) if paused else
                                       ('discrete Real', n, '(start = %r, fixed = true)' % v)) for n, v in
                     before.items())
    text = 'model M\n' + values
    for i in range(len(conditions)):
        text += '  Boolean b%d; Real x%d(start = 0, fixed = true);\n' % (i, i)
    text += 'equation\n'
    if not paused:
        text += '  when time >= %r then\n%s  end when;\n' % (at, ''.join('    %s = %r;\n' % v for v in after.items()))
    for i, c in enumerate(conditions):
        text += '  b%d = %s;\n  der(x%d) = if b%d then 1 else 0;\n' % (i, c.format(T='T', p='p', k='k'), i, i)
    return text + 'end M;\n'


def judge(saltus, seed, folder):
    r = random.Random(seed)
    conditions = r.sample(FORMS, r.choice([1, 2, 4]))
    before, paused = given(r), r.random() < 0.5
    after = {**before, **{n: v for n, v in given(r).items() if r.random() < 0.7}}
    at = r.choice([1.0, 1.5, 2.0, 3.0, 4.0, 6.0, before['T'], 2*before['p'], 3*before['p'], r.uniform(0.3, 9)])
    path, text = os.path.join(folder, 'M.mo'), model(conditions, before, after, at, paused)
    with open(path, 'w') as file:
        file.write(text)
    change = ['%s=%r' % v for v in after.items()] if paused else []
    names = ['x%d' % i for i in range(len(conditions))]
    done = subprocess.run([os.path.join(os.path.dirname(saltus), 'changes'), path, repr(STOP), repr(at), *change, '--',
                           *names], capture_output=True, text=True, timeout=generated.LIMIT)
    got = [float(word) for word in done.stdout.split()]
    want = [integral(c, at, before, after) for c in conditions]
    good = done.returncode == 0 and len(got) == len(want) and all(abs(a - b) < 1e-7 for a, b in zip(got, want))
    return good, '' if good else '%r, wanted %r; %s at %r %r\n%s' % (got, want, done.stderr[-600:], at, change, text)


sys.exit(generated.main(__doc__, judge, 'runs follow what has changed', 240))
