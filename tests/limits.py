#!/usr/bin/env python3
"""Limits that are only approached, at random: no solver at no tolerance may cross them.

    python3 tests/limits.py --saltus build/saltus [--seed N] [--cases N] [--only N] [-v]

A model has one to four parts, each with a solution in closed form that comes near to a limit and does not reach it: a
decay, a chain of two, a damped motion without overshoot, growth that saturates, decay by a power. A condition asks
whether the limit is passed, in a when-clause, an if, or a Boolean that remembers. Other parts have their limit a little
beyond the level that is asked for, and cross it once, at a known time. Beside them there may be an oscillator, which
keeps steps short, and a clock, which makes instants.
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
STOP = 20.0


def decay(r, k, size):
    """x falls or rises to c."""
    c, x0 = size*r.choice([0, 0, r.uniform(-3, 3)]), size*r.uniform(0.2, 3)*r.choice([-1, 1])
    return 'Real x{i}(start = %r, fixed = true);' % (c + x0), 'der(x{i}) = -%r*(x{i} - (%r));' % (k, c), c, x0 < 0


def chain(r, k, size):
    """What leaves the first part goes through the second one."""
    b = k*r.uniform(0.3, 3)
    return ('Real w{i}(start = %r, fixed = true), x{i}(start = %r, fixed = true);' % (size*r.uniform(0.2, 2),
            size*r.uniform(0.1, 2)),
            'der(w{i}) = -%r*w{i}; der(x{i}) = %r*w{i} - %r*x{i};' % (k, k, b), 0, False)


def damped(r, k, size):
    """Two decays at once, as position and speed: exp(-k t) + s exp(-b t) with s > 0."""
    b, s = k*r.uniform(1.2, 6), r.uniform(0.1, 2)
    return ('Real x{i}(start = %r, fixed = true), v{i}(start = %r, fixed = true);' % (size*(1 + s), -size*(k + s*b)),
            'der(x{i}) = v{i}; der(v{i}) = -%r*v{i} - %r*x{i};' % (k + b, k*b), 0, False)


def saturated(r, k, size):
    """Logistic growth."""
    return 'Real x{i}(start = %r, fixed = true);' % (size*r.uniform(0.05,
                                                                    0.5)), 'der(x{i}) = %r*x{i}*(1 - x{i}/%r);' % (k,
                                                                            size), size, True


def power(r, k, size):
    """Decay by a power of x, which never becomes small beside its errors."""
    p = r.choice([2, 3])
    return 'Real x{i}(start = %r, fixed = true);' % size, 'der(x{i}) = -%r*x{i}*abs(x{i}/%r)^%d;' % (k, size,
            p - 1), 0, False


PARTS = [decay, decay, chain, damped, saturated, power]


def crossing(r, k, size, tolerance):
    """A decay whose limit lies beyond the level by a part of its size: it crosses once. Gives the time, and how
    uncertain it is."""
    beyond, x0 = size*10**r.uniform(-3, -0.5), size*r.uniform(0.5, 3)
    at = math.log((x0 + beyond)/beyond)/k
    return 'Real x{i}(start = %r, fixed = true);' % x0, 'der(x{i}) = -%r*(x{i} + %r);' % (k,
            beyond), at, 100*tolerance*size*3/(k*beyond) + 1e-9


ASKS = ['when x{i} {rel} {level} then n{i} = pre(n{i}) + 1; t{i} = time; end when;',
        'b{i} = pre(b{i}) or x{i} {rel} {level}; when b{i} then n{i} = pre(n{i}) + 1; t{i} = time; end when;',
        'der(q{i}) = if {level} {back} x{i} then 1 else 0; when q{i} > 1e-9 then n{i} = pre(n{i}) + 1; t{i} = time; '
        'end when;',
        'when {factor}*(x{i} - ({level})) {rel} 0 then n{i} = pre(n{i}) + 1; t{i} = time; end when;']


def case(seed):
    r = random.Random(seed)
    solver, tolerance = r.choice(SOLVERS), 10**-r.choice([4, 5, 6, 6, 7, 8, 9])
    declared, equations, wanted = [], [], {}
    for i in range(r.randint(1, 4)):
        k, size = 10**r.uniform(-0.7, 2.5), 10**r.choice([0, 0, 0, -4, 3])
        if r.random() < 0.25:
            k = min(k, 20)
            one, two, at, slack = crossing(r, k, size, tolerance)
            level, above = 0, False
            wanted[i] = (at, slack) if at < 0.9*STOP else None
            if not wanted[i] and at < 1.1*STOP:
                return None
        else:
            one, two, level, above = r.choice(PARTS)(r, k, size)
            wanted[i] = None
        ask = r.choice(ASKS)
        declared.append('  ' + (one + ' Integer n{i}(start = 0, fixed = true); discrete Real t{i}(start = -1, fixed = '
                                      'true);').replace('{i}', str(i)))
        if 'b{i}' in ask:
            declared.append('  Boolean b%d(start = false, fixed = true);' % i)
        if 'q{i}' in ask:
            declared.append('  Real q%d(start = 0, fixed = true);' % i)
        for name, value in (('{i}', str(i)), ('{rel}', '>' if above else '<'), ('{back}', '<' if above else '>'),
                            ('{level}', '(%r)' % level), ('{factor}', '%g' % 10**r.randint(-3, 3))):
            two, ask = two.replace(name, value), ask.replace(name, value)
        equations.append('  %s\n  %s' % (two, ask))
    if r.random() < 0.4:
        declared.append('  Real o(start = 1, fixed = true), p(start = 0, fixed = true);')
        equations.append('  der(o) = %r*p; der(p) = -%r*o;' % ((r.uniform(0.5, 30),)*2))
    if r.random() < 0.3:
        declared.append('  discrete Real s(start = 0, fixed = true);')
        equations.append('  when sample(0.1, %r) then s = x0; end when;' % r.uniform(0.3, 2))
    return 'model M\n%s\nequation\n%s\nend M;\n' % ('\n'.join(declared),
                                                    '\n'.join(equations)), solver, tolerance, wanted


def judge(saltus, folder, text, solver, tolerance, wanted):
    path = os.path.join(folder, 'M.mo')
    with open(path, 'w') as f:
        f.write(text)
    done = subprocess.run([saltus, 'run', path, '--json', '--stop', repr(STOP), '--solver', solver, '--tol',
                           repr(tolerance)], capture_output=True, text=True)
    try:
        j = json.loads(done.stdout)
    except ValueError:
        return 'no summary, exit status %d: %s' % (done.returncode, done.stderr[:300])
    if j['status'] != 'done':
        return '%s: %s' % (j['status'], [m['code'] + ' ' + m['text'] for m in j['messages']])
    for i, at in wanted.items():
        n, t = j['final']['n%d' % i], j['final']['t%d' % i]
        if n != (0 if at is None else 1):
            return 'the limit of part %d is passed %d times, at %r last' % (i, n,
                    t) if at is None else 'part %d crosses %d times, not once at %r' % (i, n, at[0])
        if at is not None and abs(t - at[0]) > at[1] + 1e-8:
            return 'part %d crosses at %r, not at %r' % (i, t, at[0])
    return None


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--saltus', required=True)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--cases', type=int, default=300)
    p.add_argument('--only', type=int)
    p.add_argument('-v', action='store_true')
    a = p.parse_args()
    good = bad = 0
    seed = a.only or a.seed*1000000
    with tempfile.TemporaryDirectory() as folder:
        while good + bad < (1 if a.only else a.cases):
            made = case(seed)
            seed += 1
            if not made:
                continue
            wrong = judge(os.path.abspath(a.saltus), folder, *made)
            good, bad = good + (not wrong), bad + bool(wrong)
            if wrong or a.v:
                print('%s: case %d, %s at %g: %s\n%s' % ('FAIL' if wrong else 'ok', seed - 1, made[1], made[2], wrong,
                                                         made[0]), flush=True)
    print('limits: %d of %d as they must be' % (good, good + bad))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
