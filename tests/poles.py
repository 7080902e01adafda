#!/usr/bin/env python3
"""Linear loops whose matrix becomes singular between two steps are told, and others run through.

    python3 tests/poles.py --saltus build/saltus [--count 150] [--seed 3] [-v]

(A + u*B) z = b with random whole numbers, u the time, a state or a sine of the time. The determinant is computed here,
in fractions, at closely spaced u: where it changes its sign first, the solution has a pole (R0311 at that moment, or
R0401 where the loop gives a rate, which comes to a stop there). Where it does not, the run must end with the solution.
"""
import argparse
import concurrent.futures
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

STOP = 2
FORCING = {'time': ('', 'time', lambda t: t), 'state': ('Real s(start = 0, fixed = true);', 's', lambda t: t),
           'sine': ('', '1.5*sin(0.9*time)', lambda t: 1.5*math.sin(0.9*t))}


def eliminate(a, b):
    """The determinant, and the solution unless it is zero."""
    n, a, b, det = len(a), [row[:] for row in a], b[:], Fraction(1)
    for k in range(n):
        p = next((i for i in range(k, n) if a[i][k] != 0), None)
        if p is None:
            return Fraction(0), None
        if p != k:
            a[p], a[k], b[p], b[k], det = a[k], a[p], b[k], b[p], -det
        det *= a[k][k]
        for i in range(k + 1, n):
            m = a[i][k]/a[k][k]
            if m:
                a[i] = [x - m*y for x, y in zip(a[i], a[k])]
                b[i] -= m*b[k]
    z = [Fraction(0)]*n
    for k in reversed(range(n)):
        z[k] = (b[k] - sum(a[k][j]*z[j] for j in range(k + 1, n)))/a[k][k]
    return det, z


def matrix(a, b, u):
    return [[Fraction(x) + u*y for x, y in zip(p, q)] for p, q in zip(a, b)]


def first_pole(case):
    """The first time at which the determinant changes its sign; None: nowhere. False: too close to tell."""
    a, b, rhs, forcing = case
    value = FORCING[forcing][2]
    det = lambda t: eliminate(matrix(a, b, Fraction(value(t))), rhs)[0]
    points = 80
    signs = [det(STOP*k/points) for k in range(points + 1)]
    if any(abs(d) < Fraction(1, 50) for d in (signs[0], signs[-1])):
        return False
    for k in range(points):
        if signs[k]*signs[k + 1] <= 0:
            low, high = STOP*k/points, STOP*(k + 1)/points
            for _ in range(50):
                middle = 0.5*(low + high)
                low, high = (middle, high) if det(middle)*signs[k] > 0 else (low, middle)
            before, after = (eliminate(matrix(a, b, Fraction(value(low + d))), rhs)[1] for d in (-1e-7, 1e-7))
            if before is None or after is None or max(abs(float(x)) for x in before + after) < 1e4:
                return False        # a right side that vanishes with it
            return low
    if any(abs(signs[k]) < min(abs(signs[k - 1]), abs(signs[k + 1]))/3 for k in range(1, points)):
        return False                # it may come to zero and turn back
    return None


def make(r):
    n, forcing, rate = r.choice([2, 2, 3, 3, 4, 5]), r.choice(list(FORCING)), r.random() < 0.3
    a = [[r.randint(-3, 3) for _ in range(n)] for _ in range(n)]
    b = [[r.choice([0, 0, 1, -1]) for _ in range(n)] for _ in range(n)]
    rhs = [Fraction(r.randint(-3, 3)) for _ in range(n)]
    declaration, u, _ = FORCING[forcing]
    text = 'model M\n  %s Real u = %s; Real z[%d];\n%sequation\n' % (declaration, u, n,
                                                                     '  Real y(start = 0, fixed = true);\n' if rate
                                                                     else '')
    text += '  der(s) = 1;\n' if declaration else ''
    text += '  der(y) = z[1];\n' if rate else ''
    for p, q, h in zip(a, b, rhs):
        text += '  %s = %d;\n' % (' + '.join('(%d %+d*u)*z[%d]' % (x, y, j + 1) for j, (x, y) in enumerate(zip(p, q))
                                             if x or y) or '0*z[1]', h)
    return (a, b, rhs, forcing), rate, text + 'end M;\n'


def one(saltus, folder, number, case, rate, text, pole, solver):
    path = os.path.join(folder, 'M%d.mo' % number)
    with open(path, 'w') as f:
        f.write(text)
    done = subprocess.run([saltus, 'run', path, '--json', '--stop', str(STOP), '--timeout', '600', '--solver', solver,
                           '--tol', '1e-8'], capture_output=True, text=True)
    try:
        j = json.loads(done.stdout)
    except ValueError:
        return 'status %d\n%s\n%s' % (done.returncode, done.stderr, text)
    errors = [m for m in j['messages'] if m['severity'] == 'error']
    told = [(m['code'], m['text']) for m in errors]
    at = [float(t) for m in errors for t in re.findall(r'at time ([-+.0-9e]+)', m['text'])]
    if pole is not None:
        codes = ('R0311', 'R0301') + (('R0401',) if rate else ())
        good = done.returncode == 1 and told and told[0][0] in codes and abs(at[0] - pole) < 1e-4
        return None if good else 'wanted a pole at %.9g with %s, got status %d, %s\n%s' % (pole, solver,
                done.returncode, told, text)
    a, b, rhs, forcing = case
    z = eliminate(matrix(a, b, Fraction(FORCING[forcing][2](STOP))), rhs)[1]
    size = 1 + max(abs(float(x)) for x in z)
    off = max(abs(j.get('final', {}).get('z[%d]' % (k + 1), math.inf) - float(x)) for k, x in enumerate(z))
    if done.returncode == 0 and off < 1e-5*size:
        return None
    return 'wanted %s with %s, got status %d, off by %g, %s\n%s' % (
        [float(x) for x in z], solver, done.returncode, off, [(m["code"], m["text"]) for m in j["messages"]], text)


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--saltus', required=True)
    p.add_argument('--count', type=int, default=150)
    p.add_argument('--seed', type=int, default=3)
    p.add_argument('-v', action='store_true')
    a = p.parse_args()
    r, failed, poles, jobs = random.Random(a.seed), 0, 0, []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        while len(jobs) < a.count:
            case, rate, text = make(r)
            pole = first_pole(case)
            if pole is False:
                continue
            poles += pole is not None
            jobs.append(pool.submit(one, a.saltus, folder, len(jobs), case, rate, text, pole,
                                    ['auto', 'cvode', 'dirk', 'rodas', 'rk4'][len(jobs) % 5]))
        for job in jobs:
            wrong = job.result()
            failed += wrong is not None
            if wrong and (failed < 6 or a.v):
                print(wrong)
    print('poles: %d of %d as they must be, %d with a pole, seed %d' % (a.count - failed, a.count, poles, a.seed))
    return 1 if failed else 0


sys.exit(main())
