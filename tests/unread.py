#!/usr/bin/env python3
"""Pulses in functions that cannot be read, at random, against closed forms.

    python3 tests/unread.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

A pulse train with a random period, phase, width and shape is computed by a loop of unknown length, a function that
calls itself, or external C, over time, over a state that is the time, or over one behind a loop of equations. It is
integrated as a rate, counted by a when-clause, or both. Pulses that are wider than a 2500th of the run must all be
found, whatever the solver is. Of narrower ones all must be found, or the user is told (R0740); with --max-step as the
message advises, all are found. Fixed steps are right within a hundredth, or told. (E145)
"""
import math
import os
import random
import re
import sys

import generated

SOLVERS = ['auto', 'cvode', 'adams', 'ida', 'erk', 'dirk', 'rodas']
FIXED = ['euler', 'heun', 'rk4']
TOLD = {'R0213', 'R0214', 'R0227', 'R0236', 'R0285', 'R0740'}

WRAPS = {
    'while': 'algorithm\n y := x;\n while y > T loop\n  y := y - T;\n end while;\n',
    'recursion': 'algorithm\n y := if x > T then wrap(x - T, T) else x;\n',
    'C': 'external "C" y = wrapped(x, T) annotation(Include = "#include <math.h>\n'
         'static double wrapped(double x, double T) { return fmod(x, T); }");\n'}
SHAPES = {
    'box': ('if abs(y - 0.5*T) < 0.5*w then 1 else 0', 1),
    'hat': ('max(0, 1 - abs(y - 0.5*T)/w)', 1),                       # above one half as wide as the box
    'peak': ('exp(-((y - 0.5*T)*1.6651092223153954/w)^2)', math.sqrt(math.pi)/1.6651092223153954)}
OVER = {
    'time': ('  Real u = time;\n', ''),
    'state': ('  Real u(start = 0, fixed = true);\n', '  der(u) = 1;\n'),
    'loop': ('  Real v(start = 0, fixed = true), u(start = 0);\n', '  der(v) = 1;\n  u^3 + u = v^3 + v;\n')}


def pulse(kind, shape):
    return ('function wrap\n input Real x;\n input Real T;\n output Real y;\n%send wrap;\n'
            'function pulse\n input Real x;\n input Real T;\n input Real w;\n output Real o;\nprotected\n Real y;\n'
            'algorithm\n y := wrap(x, T);\n o := %s;\nend pulse;\n' % (WRAPS[kind], SHAPES[shape][0]))


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
    # so few that none may have been met, and nothing can be known
    if not count or (not wide and count*width*2500/stop < 8):
        return None
    use = r.choice(['rate', 'rate', 'count', 'both'])
    declared, equations = OVER[over]
    call = 'pulse(u + %r, %r, %r)' % (phase, period, width)
    text = pulse(kind, shape) + 'model M\n  Real x(start = 0, fixed = true);\n  Integer n(start = 0, fixed = true);\n'
    text += declared + 'equation\n' + equations
    text += '  der(x) = %s;\n' % (call + '/%r' % (count*width*SHAPES[shape][1]) if use != 'count' else '0')
    text += '  when %s then\n    n = pre(n) + 1;\n  end when;\nend M;\n' % (
        call + ' > 0.5' if use != 'rate' else 'x > 0.4142135')
    return text, stop, (1 if use != 'count' else 0, count if use != 'rate' else 1), r.choice(SOLVERS*2 + FIXED), wide


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


def advised(saltus, folder, made):
    """Whether it is right, and what was answered: to the run as it is, or to one with the step that was advised."""
    text, stop, want, solver, wide = made

    def run(*more):
        return generated.run(saltus, os.path.join(folder, 'M.mo'), text, '--solver', solver, '--stop', repr(stop),
                             *more, of='M')
    j = run()
    if solver in FIXED:
        return is_right(j, want, solver) or bool(TOLD & {m['code'] for m in j.get('messages', [])}), j
    if not wide and advice(j):
        j = run(*advice(j))
    return is_right(j, want, solver), j


def judge(saltus, seed, folder):
    made = case(seed)
    if not made:
        return None
    text, stop, want, solver, wide = made
    good, j = advised(saltus, folder, made)
    said = '%s to %r%s: x is %r, n is %r, wanted %r; %r steps, %r evaluations' % (
        solver, stop, '' if wide else ', narrow', j['final'].get('x'), j['final'].get('n'), want, j.get('steps'),
        j.get('rhs'))
    return good, said if good else '%s; %s, %s\n%s' % (said, j['status'], generated.told(j), text)


sys.exit(generated.main(__doc__, judge, 'pulses are found, or told', 100, far=1000000))
