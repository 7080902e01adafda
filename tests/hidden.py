#!/usr/bin/env python3
"""Operations without a value (a root of a negative number, a division by zero) are told wherever they stand and whatever would hide them.

    python3 tests/hidden.py --saltus build/saltus [-v]

Each place where a model computes, each function that gives a number for what is none, each operation: all combinations. x is the time. The operation has a value up to
time 1 and none at 1, or, after the last tick before it, at 1.05 or 1.1. The same model with an argument that stays in its range must run through.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

# the operation on u, which is 1 - x, and what it is called in the message
OPERATIONS = {'sqrt': 'sqrt(%s)', 'log': 'log(%s)', 'power': '(%s)^0.5', 'asin': 'asin(1 + 0.5*(0 - (%s)))', 'arc': 'acos(1 - (%s) + 0*x)'}
HIDERS = {'max': 'max(%s, -100)', 'min': 'min(%s, 100)', 'relation': '(if noEvent(%s > 50) then 1 else 0)', 'sign': 'sign(%s + 200)', 'atan': 'atan(%s)'}
HEAD = 'model M\n  Real x(start = 0, fixed = true);\n  Real u = %s;\n'
PLACES = {
    'equation': ('Real y;', 'y = %s;', 'u', 1),
    'rate': ('Real y(start = 0, fixed = true);', 'der(y) = %s;', 'u', 1),
    'family': ('parameter Integer n = 80; Real y[n];', 'for i in 1:n loop y[i] = %s; end for;', '(u + 0.01*(n - i))', 1),
    'family_rate': ('parameter Integer n = 80; Real y[n](each start = 0, each fixed = true);', 'for i in 1:n loop der(y[i]) = %s - y[i]; end for;',
                    '(u + 0.01*(n - i))', 1),
    'when': ('discrete Real y(start = 0, fixed = true);', 'when sample(0.05, 0.1) then y = %s; end when;', 'u', 1.05),
    'reinit': ('Real y(start = 0, fixed = true);', 'der(y) = 0; when sample(0.05, 0.1) then reinit(y, %s); end when;', 'u', 1.05),
    'clocked': ('Real y, s;', 's = sample(x, Clock(1, 10)); y = %s;', '(1.05 - s)', 1.1),
    'algorithm': ('Real y;', 'algorithm\n y := %s;', 'u', 1),
    'statement': ('discrete Real y(start = 0, fixed = true);', 'algorithm\n when sample(0.05, 0.1) then y := %s; end when;', 'u', 1.05),
    'loop': ('Real y;', 'algorithm\n y := 0; for i in 1:3 loop y := y + %s; end for;', 'u', 1),
    'assertion': ('', 'assert(%s < 1000, "no");', 'u', 1),
    'function': ('function f input Real u, x; output Real y; protected Integer k; algorithm y := 0; k := 0; while k < 2 loop y := y + %s; k := k + 1; '
                 'end while; end f; Real y;', 'y = f(u, x);', 'u', 1),
    'function_rate': ('function f input Real u, x; output Real y; protected Integer k; algorithm y := 0; k := 0; while k < 2 loop y := y + %s; k := k + 1; '
                      'end while; end f; Real y(start = 0, fixed = true);', 'der(y) = f(u, x);', 'u', 1),
}


def make(place, hider, operation, good):
    declarations, equations, argument, _ = PLACES[place]
    expression = HIDERS[hider] % (OPERATIONS[operation] % argument)
    if good:        # the same form, with an argument that stays between 0.2 and 0.9
        expression = HIDERS[hider] % (OPERATIONS[operation] % ('(0.55 + 0.3*sin(%s))' % argument))
    fill = lambda text: text.replace('%s', expression)
    return HEAD % '1 - x' + '  ' + fill(declarations) + '\nequation\n  der(x) = 1;\n  ' + fill(equations) + '\nend M;\n'


def one(saltus, folder, number, place, hider, operation, good, solver):
    path = os.path.join(folder, 'M%d.mo' % number)
    text = make(place, hider, operation, good)
    with open(path, 'w') as f:
        f.write(text)
    done = subprocess.run([saltus, 'run', path, '--json', '--stop', '2', '--timeout', '60', '--solver', solver], capture_output=True, text=True)
    name = '%s in %s in %s, %s, %s' % (operation, hider, place, 'good' if good else 'bad', solver)
    try:
        j = json.loads(done.stdout)
    except ValueError:
        return '%s: status %d\n%s\n%s' % (name, done.returncode, done.stderr, text)
    told = [m for m in j['messages'] if m['severity'] != 'info']
    if good:
        return None if done.returncode == 0 and not told else '%s: %s\n%s' % (name, told, text)
    want = PLACES[place][3]
    at = [float(t) for m in told for t in re.findall(r'at time ([-+.0-9e]+)', m['text'])]
    codes = [m['code'] for m in told if m['severity'] == 'error']
    if done.returncode == 1 and codes in (['R0301'], ['R0302'], ['R0304']) and at and abs(at[0] - want) < 1e-6:
        return None         # R0304: a function that hides nothing gives no number
    return '%s: wanted R0302 at %g, got status %d, %s\n%s' % (name, want, done.returncode, [(m['code'], m['text']) for m in told], text)


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--saltus', required=True)
    p.add_argument('-v', action='store_true')
    a = p.parse_args()
    cases, failed = [], 0
    for place in PLACES:
        for hider in HIDERS:
            for k, operation in enumerate(OPERATIONS):
                for good in (False, True):
                    cases.append((place, hider, operation, good, ['auto', 'cvode', 'dirk', 'ida', 'rk4'][(len(cases) + k) % 5]))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(one, a.saltus, folder, n, *case) for n, case in enumerate(cases)]
        for job in jobs:
            wrong = job.result()
            failed += wrong is not None
            if wrong and (failed < 10 or a.v):
                print(wrong)
    print('hidden: %d of %d as they must be' % (len(cases) - failed, len(cases)))
    return 1 if failed else 0


sys.exit(main())
