#!/usr/bin/env python3
"""Pulses in functions that cannot be read, at random, against closed forms.

    python3 tests/unread.py --saltus build/saltus [--seed N] [--cases N] [--only N] [-v]

A pulse train with a random period, phase, width and shape is computed by a loop of unknown length, a function that calls itself, or external C, over time, over a
state that is the time, or over one behind a loop of equations. It is integrated as a rate, counted by a when-clause, or both. Pulses that are wider than a 2500th of the run
must all be found, whatever the solver is. Of narrower ones all must be found, or the user is told (R0740); with --max-step as the message advises, all are found.
Fixed steps are right within a hundredth, or told. (E145)
"""
import argparse
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

SOLVERS = ['auto', 'cvode', 'adams', 'ida', 'erk', 'dirk', 'rodas']
FIXED = ['euler', 'heun', 'rk4']
TOLD = {'R0213', 'R0214', 'R0227', 'R0236', 'R0285', 'R0740'}

WRAPS = {
    'while': 'function wrap\n input Real x;\n input Real T;\n output Real y;\nalgorithm\n y := x;\n while y > T loop\n  y := y - T;\n end while;\nend wrap;\n',
    'recursion': 'function wrap\n input Real x;\n input Real T;\n output Real y;\nalgorithm\n y := if x > T then wrap(x - T, T) else x;\nend wrap;\n',
    'C': 'function wrap\n input Real x;\n input Real T;\n output Real y;\nexternal "C" y = wrapped(x, T) annotation(Include = "#include <math.h>\nstatic double wrapped(double x, double T)'
         ' { return fmod(x, T); }");\nend wrap;\n'}
SHAPES = {
    'box': ('if abs(y - 0.5*T) < 0.5*w then 1 else 0', 1),
    'hat': ('max(0, 1 - abs(y - 0.5*T)/w)', 1),                       # above one half as wide as the box
    'peak': ('exp(-((y - 0.5*T)*1.6651092223153954/w)^2)', math.sqrt(math.pi)/1.6651092223153954)}
OVER = {
    'time': ('  Real u = time;\n', ''),
    'state': ('  Real u(start = 0, fixed = true);\n', '  der(u) = 1;\n'),
    'loop': ('  Real v(start = 0, fixed = true), u(start = 0);\n', '  der(v) = 1;\n  u^3 + u = v^3 + v;\n')}


def pulse(kind, shape):
    return WRAPS[kind] + ('function pulse\n input Real x;\n input Real T;\n input Real w;\n output Real o;\nprotected\n Real y;\nalgorithm\n y := wrap(x, T);\n o := %s;\nend pulse;\n'
                          % SHAPES[shape][0])


def case(seed):
    """The model, the stop time, what x and n must be, the solver, and whether all must be found."""
    r = random.Random(seed)
    kind, shape, over = r.choice(list(WRAPS)), r.choice(list(SHAPES)), r.choice(list(OVER))
    stop = r.choice([1.0, 20.0, 100.0]) if over != 'loop' else r.choice([1.0, 20.0])
    cycles = round(10**r.uniform(0.3, 1.8), r.choice([0, 3]))
    period, wide = stop/cycles, r.random() < 0.7
    width = stop/2500*10**r.uniform(0.1, 1.5) if wide else stop/2500*10**r.uniform(-1.2, -0.1)
    width = min(width, 0.2*period)
    phase = r.choice([0.0, 0.0, r.uniform(0, 1)*period])
    centres = [(k + 0.5)*period - phase for k in range(int(cycles) + 3)]
    if any(abs(c - edge) < 4*width for c in centres for edge in (0, stop)):
        return None
    count = sum(0 < c < stop for c in centres)
    if not count or (not wide and count*width*2500/stop < 8):     # so few that none may have been met, and nothing can be known
        return None
    use = r.choice(['rate', 'rate', 'count', 'both'])
    declared, equations = OVER[over]
    call = 'pulse(u + %r, %r, %r)' % (phase, period, width)
    text = pulse(kind, shape) + 'model M\n  Real x(start = 0, fixed = true);\n  Integer n(start = 0, fixed = true);\n' + declared + 'equation\n' + equations
    text += '  der(x) = %s;\n' % (call + '/%r' % (count*width*SHAPES[shape][1]) if use != 'count' else '0')
    text += '  when %s then\n    n = pre(n) + 1;\n  end when;\nend M;\n' % (call + ' > 0.5' if use != 'rate' else 'x > 0.4142135')
    return text, stop, (1 if use != 'count' else 0, count if use != 'rate' else 1), r.choice(SOLVERS*2 + FIXED), wide


def run(saltus, folder, text, stop, solver, more=()):
    path = os.path.join(folder, 'M.mo')
    with open(path, 'w') as f:
        f.write(text)
    done = subprocess.run([saltus, 'run', path + ':M', '--json', '--solver', solver, '--stop', repr(stop)] + list(more), capture_output=True, text=True, cwd=folder)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {'status': 'no JSON, status %d: %s' % (done.returncode, done.stderr), 'final': {}}


def is_right(j, want, solver):
    x, n = (j.get('final', {}).get(name) for name in ('x', 'n'))
    if j['status'] != 'done' or x is None:
        return False
    return abs(x - want[0]) <= (0.01 if solver in FIXED else 2e-3) and n == want[1]


def advice(j):
    """The step that R0740 advises, as an option; None: it is not told."""
    for m in j.get('messages', []):
        found = re.search(r'--max-step (\S+)\)', m.get('help', '')) if m['code'] == 'R0740' else None
        if found:
            return ['--max-step', found.group(1)]
    return None


def judge(saltus, folder, made):
    text, stop, want, solver, wide = made
    j = run(saltus, folder, text, stop, solver)
    if solver in FIXED:
        return is_right(j, want, solver) or bool(TOLD & {m['code'] for m in j.get('messages', [])}), j
    advised = advice(j)
    if wide or not advised:
        return is_right(j, want, solver), j
    again = run(saltus, folder, text, stop, solver, advised)
    return is_right(again, want, solver), again


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--saltus', required=True)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--cases', type=int, default=100)
    p.add_argument('--only', type=int)
    p.add_argument('-v', action='store_true')
    a = p.parse_args()
    passed = failed = 0
    seed, saltus = a.only or a.seed*1000000, os.path.abspath(a.saltus)
    with tempfile.TemporaryDirectory() as folder:
        while passed + failed < (1 if a.only else a.cases):
            made = case(seed)
            seed += 1
            if not made:
                continue
            good, j = judge(saltus, folder, made)
            passed, failed = passed + good, failed + (not good)
            if not good or a.v:
                print('%s: case %d, %s to %r%s: x is %r, n is %r, wanted %r; %r steps, %r evaluations' % (
                    'ok' if good else 'FAIL', seed - 1, made[3], made[1], '' if made[4] else ', narrow', j['final'].get('x'), j['final'].get('n'), made[2], j.get('steps'), j.get('rhs')))
            if not good:
                print(j['status'], [(m['code'], m['text']) for m in j.get('messages', [])], '\n' + made[0])
    print('unread: %d of %d as they must be' % (passed, passed + failed))
    return 1 if failed else 0


sys.exit(main())
