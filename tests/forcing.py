#!/usr/bin/env python3
"""Forcing by time, at random, against closed forms: integrals of kinks, peaks, pulses and switches, and counts of events.

    python3 tests/forcing.py --saltus build/saltus [--seed N] [--cases N] [-v]

A case is a family of models with a known answer, a number of cycles in the run between 1e-3 and 1e5 (logarithmically at random), a phase, and a
solver. The same forcing is also written over a state that is the time, where nothing of it is known ahead. What is found must be
within the tolerance; counts must be exact.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

SOLVERS = ['auto', 'cvode', 'adams', 'ida', 'erk', 'dirk', 'rodas']
TWO_PI = 2*math.pi


def model(body, over_state):
    clock = '  Real now(start = 0, fixed = true);\n' if over_state else '  Real now = time;\n'
    rate = '  der(now) = 1;\n' if over_state else ''
    return 'model M\n' + clock + body.replace('equation\n', 'equation\n' + rate, 1) + 'end M;\n'


def half_waves(cycles, phase):
    """The integral of max(0, sin(u)) from phase to phase + 2 pi cycles, in units of the angle."""
    def up_to(u):
        whole, rest = divmod(u, TWO_PI)
        return 2*whole + (1 - math.cos(rest) if rest < math.pi else 2)
    return up_to(phase + TWO_PI*cycles) - up_to(phase)


def integral(expression):
    return '  Real x(start = 0, fixed = true);\nequation\n  der(x) = ' + expression + ';\n'


def kink(r, cycles, phase):
    w = TWO_PI*cycles
    form = r.choice(['max(0, sin(%r*now + %r))', '0.5*(sin(%r*now + %r) + abs(sin(%r*now + %r)))',
                     'noEvent(if sin(%r*now + %r) > 0 then sin(%r*now + %r) else 0)'])
    return integral(form % ((w, phase)*(form.count('%r')//2))), 'x', half_waves(cycles, phase)/w


def switch(r, cycles, phase):
    """The time that a sine is above a level, over whole cycles."""
    cycles = max(1, round(cycles))
    level = r.uniform(-0.999, 0.999)
    form = r.choice(['if sin(%r*now + %r) > %r then 1 else 0', 'noEvent(if sin(%r*now + %r) > %r then 1 else 0)'])
    return integral(form % (TWO_PI*cycles, phase, level)), 'x', 0.5 - math.asin(level)/math.pi


def peaks(r, cycles, phase):
    """The mean of an even power of a sine, over whole half cycles."""
    n = r.choice([2, 10, 40, 100])
    halves = max(1, round(2*cycles))
    return integral('sin(%r*now + %r)^%d' % (math.pi*halves, phase, n)), 'x', math.comb(n, n//2)/2**n


def pulse(r, cycles, phase):
    middle, width = r.uniform(0.2, 0.8), 10**r.uniform(-4, -2)
    shape = r.choice(['gauss', 'lorentz'])
    if shape == 'gauss':
        return integral('exp(-((now - %r)/%r)^2)/%r' % (middle, width, width)), 'x', math.sqrt(math.pi)
    return (integral('1/(%r + ((now - %r))^2/%r)' % (width, middle, width)), 'x',
            math.atan((1 - middle)/width) + math.atan(middle/width))


def edges(r, cycles, phase):
    """How often a sine rises above a level, in a run that neither begins nor ends at such a place."""
    level = r.uniform(-0.9, 0.9)
    at = math.asin(level)
    first, last = (phase - at)/TWO_PI, (phase - at)/TWO_PI + cycles
    for end in (first, last):
        if abs(end - round(end)) < 1e-6*max(1, cycles):
            return None
    body = ('  Real x(start = 1, fixed = true);\n  Integer n(start = 0, fixed = true);\nequation\n  der(x) = -x;\n'
            '  when sin(%r*now + %r) > %r then\n    n = pre(n) + 1;\n  end when;\n' % (TWO_PI*cycles, phase, level))
    return body, 'n', math.floor(last) - math.floor(first)


def sweep(r, cycles, phase):
    """A frequency that rises from zero: the rising edges of sin(w*t^2 + phase)."""
    first, last = phase/TWO_PI, phase/TWO_PI + cycles
    if min(abs(last - round(last)), abs(first - round(first))) < 1e-6*max(1, cycles):
        return None
    body = ('  Integer n(start = 0, fixed = true);\nequation\n'
            '  when sin(%r*now^2 + %r) > 0 then\n    n = pre(n) + 1;\n  end when;\n' % (TWO_PI*cycles, phase))
    return body, 'n', math.floor(last) - math.floor(first)


KINDS = [kink, switch, peaks, pulse, edges, sweep]


def run(saltus, folder, text, solver):
    path = os.path.join(folder, 'M.mo')
    with open(path, 'w') as f:
        f.write(text)
    done = subprocess.run([saltus, 'run', path, '--json', '--solver', solver], capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {'status': 'no JSON, status %d: %s' % (done.returncode, done.stderr), 'final': {}}


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--saltus', required=True)
    p.add_argument('--seed', type=int, default=0)
    p.add_argument('--cases', type=int, default=200)
    p.add_argument('--most', type=float, default=1e4, help='cycles')
    p.add_argument('-v', action='store_true')
    a = p.parse_args()
    seed = a.seed or random.SystemRandom().randrange(1, 10**9)
    r = random.Random(seed)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        while passed + failed < a.cases:
            kind, over_state = r.choice(KINDS), r.random() < 0.3
            cycles = 10**r.uniform(-3, math.log10(a.most))
            if over_state:
                cycles = min(cycles, 300)
            case = kind(r, cycles, r.uniform(0, TWO_PI))
            if not case or (over_state and kind in (pulse, peaks)):
                continue
            body, name, want = case
            text, solver = model(body, over_state), r.choice(SOLVERS)
            j = run(a.saltus, folder, text, solver)
            got = j['final'].get(name)
            tolerance = 0 if name == 'n' else 1e-6*(100 + 20*cycles)     # ten times the tolerance for each corner
            good = j['status'] == 'done' and got is not None and abs(got - want) <= tolerance
            passed, failed = passed + good, failed + (not good)
            if not good or a.v:
                print('%s: %s, %.6g cycles, %s%s: got %r, wanted %.9g (off by %.2g)' % (
                    'ok' if good else 'FAIL', kind.__name__, cycles, solver, ' over a state' if over_state else '', got, want,
                    abs(got - want) if got is not None else math.nan))
            if not good:
                print(j['status'], j.get('messages'), '\n' + text)
    print('forcing: seed %d: %d of %d as they must be' % (seed, passed, passed + failed))
    return 1 if failed else 0


sys.exit(main())
