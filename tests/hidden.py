#!/usr/bin/env python3
"""Operations without a value (a root of a negative number, a division by zero) are told wherever they stand and
whatever would hide them.

    python3 tests/hidden.py --saltus build/saltus [-v]

Each place where a model computes, each function that gives a number for what is none, each operation: all combinations.
x is the time. The operation has a value up to time 1 and none at 1, or, after the last tick before it, at 1.05 or 1.1;
in what is computed before the run begins it has none at the start. The same model with an argument that stays in its
range must run through, and so must the one in which a condition guards the operation.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

import sample

# the operation on u, which is 1 - x, and what it is called in the message
OPERATIONS = {'sqrt': 'sqrt(%s)', 'log': 'log(%s)', 'power': '(%s)^0.5', 'asin': 'asin(1 + 0.5*(0 - (%s)))',
              'arc': 'acos(1 - (%s))'}
HIDERS = {'max': 'max(%s, -100)', 'min': 'min(%s, 100)', 'relation': '(if noEvent(%s > 50) then 1 else 0)',
          'sign': 'sign(%s + 200)', 'atan': 'atan(%s)',
          'event': '(if %s > 50 then 1 else 0)'}
HEAD = 'model M\n  Real x(start = 0, fixed = true);\n  Real u = %s;\n'
PLACES = {
    'equation': ('Real y;', 'y = %s;', 'u', 1),
    'rate': ('Real y(start = 0, fixed = true);', 'der(y) = %s;', 'u', 1),
    'family': ('parameter Integer n = 80; Real y[n];', 'for i in 1:n loop y[i] = %s; end for;', '(u + 0.01*(n - i))',
               1),
    'family_rate': ('parameter Integer n = 80; Real y[n](each start = 0, each fixed = true);',
                    'for i in 1:n loop der(y[i]) = %s - y[i]; end for;',
                    '(u + 0.01*(n - i))', 1),
    'when': ('discrete Real y(start = 0, fixed = true);', 'when sample(0.05, 0.1) then y = %s; end when;', 'u', 1.05),
    'reinit': ('Real y(start = 0, fixed = true);', 'der(y) = 0; when sample(0.05, 0.1) then reinit(y, %s); end when;',
               'u', 1.05),
    'clocked': ('Real y, s;', 's = sample(x, Clock(1, 10)); y = %s;', '(1.05 - s)', 1.1),
    'algorithm': ('Real y;', 'algorithm\n y := %s;', 'u', 1),
    'statement': ('discrete Real y(start = 0, fixed = true);', 'algorithm\n when sample(0.05, 0.1) then y := %s; end '
                                                               'when;', 'u', 1.05),
    'loop': ('Real y;', 'algorithm\n y := 0; for i in 1:3 loop y := y + %s; end for;', 'u', 1),
    'when_boolean': ('discrete Boolean y(start = false, fixed = true);',
                     'when sample(0.05, 0.1) then y = %s > 50; end when;', 'u', 1.05),
    'when_integer': ('discrete Integer y(start = 0, fixed = true);', 'when sample(0.05, 0.1) then y = integer(%s); end '
                                                                     'when;', 'u', 1.05),
    'when_integer_if': ('discrete Integer y(start = 0, fixed = true);',
                        'when sample(0.05, 0.1) then y = if %s > 50 then 1 else 0; end when;', 'u', 1.05),
    'boolean_statement': ('discrete Boolean y(start = false, fixed = true);',
                          'algorithm\n when sample(0.05, 0.1) then y := %s > 50; end when;', 'u', 1.05),
    'if_statement': ('Real y;', 'algorithm\n y := 0; if %s > 50 then y := 1; end if;', 'u', 1),
    'elseif_statement': ('Real y;', 'algorithm\n y := 0; if x > 5 then y := 2; elseif %s > 50 then y := 1; end if;',
                         'u', 1),
    'if_in_when': ('discrete Integer y(start = 0, fixed = true);', 'algorithm\n when sample(0.05, 0.1) then if %s > 50 '
                                                                   'then y := 1; else y := 0; end if; end when;',
                   'u', 1.05),
    'elsewhen': ('discrete Real y(start = 0, fixed = true);', 'when time > 5 then y = 2; elsewhen sample(0.05, 0.1) '
                                                              'then y = if %s > 50 then 1 else 0; end when;', 'u',
                                                              1.05),
    'if_equation': ('Real y;', 'if %s > 50 then y = 1; else y = 0; end if;', 'u', 1),
    'when_assertion': ('', 'when sample(0.05, 0.1) then assert(%s < 1000, "no"); end when;', 'u', 1.05),
    'parameter': ('parameter Real p = -1; parameter Real y = %s;', '', 'p', 0),
    'boolean_parameter': ('parameter Real p = -1; parameter Boolean y = %s > 50;', '', 'p', 0),
    'start': ('parameter Real p = -1; Real y(start = %s, fixed = true);', 'der(y) = 0;', 'p', 0),
    'start_of_family': ('parameter Integer n = 80; parameter Real p = -1; Real y[n](start = {%s for i in 1:n}, each '
                        'fixed = true);',
                        'for i in 1:n loop der(y[i]) = 0; end for;', '(if i == n then p else 0.5)', 0),
    'start_of_discrete': ('parameter Real p = -1; discrete Integer y(start = integer(%s), fixed = true);',
                          'when x > 5 then y = 1; end when;', 'p', 0),
    'initial_equation': ('Real p = -1 - x; Real y;', 'der(y) = 0;\ninitial equation\n y = %s;', 'p', 0),
    'initial_loop': ('Real p = -1 - x; Real y, z;', 'der(y) = 0; der(z) = 0;\ninitial equation\n y + z^3 = 2 + %s; y - '
                                                    'z^3 = 0;', 'p', 0),
    'initial_if': ('Real p = -1 - x; Real y;', 'der(y) = 0;\ninitial equation\n if %s > 50 then y = 1; else y = 2; end '
                                               'if;', 'p', 0),
    'initial_pre': ('Real p = -1 - x; discrete Integer y;', 'when x > 5 then y = 1; end when;\ninitial equation\n '
                                                            'pre(y) = integer(%s);', 'p', 0),
    'initial_parameter': ('Real p = -1 - x; parameter Real y(fixed = false);', '\ninitial equation\n y = %s;', 'p', 0),
    'initial_algorithm': ('Real p = -1 - x; Real y;', 'der(y) = 0;\ninitial algorithm\n y := %s;', 'p', 0),
    'initial_statement': ('Real p = -1 - x; Real y;', 'der(y) = 0;\ninitial algorithm\n y := 0; if %s > 50 then y := '
                                                      '1; end if;', 'p', 0),
    'initial_assertion': ('Real p = -1 - x;', '\ninitial equation\n assert(%s < 1000, "no");', 'p', 0),
    'when_initial': ('Real p = -1 - x; discrete Integer y;', 'when {initial(), x > 5} then y = integer(%s); end when;',
                     'p', 0),
    'assertion': ('', 'assert(%s < 1000, "no");', 'u', 1),
    'function': ('function f input Real u, x; output Real y; protected Integer k; algorithm y := 0; k := 0; while k < '
                 '2 loop y := y + %s; k := k + 1; '
                 'end while; end f; Real y;', 'y = f(u, x);', 'u', 1),
    'function_rate': ('function f input Real u, x; output Real y; protected Integer k; algorithm y := 0; k := 0; while '
                      'k < 2 loop y := y + %s; k := k + 1; '
                      'end while; end f; Real y(start = 0, fixed = true);', 'der(y) = f(u, x);', 'u', 1),
}


def make(place, hider, operation, kind):
    declarations, equations, argument, _ = PLACES[place]
    expression = HIDERS[hider] % (OPERATIONS[operation] % argument)
    if kind == 'guarded':
        expression = '(if %s > 0.1 then %s else 0)' % (argument, expression)
    if kind == 'good':        # the same form, with an argument that stays between 0.2 and 0.9
        expression = HIDERS[hider] % (OPERATIONS[operation] % ('(0.55 + 0.3*sin(%s))' % argument))
    fill = lambda text: text.replace('%s', expression)
    return HEAD % '1 - x' + '  ' + fill(declarations) + '\nequation\n  der(x) = 1;\n  ' + fill(equations) + '\nend M;\n'


def one(saltus, folder, number, place, hider, operation, kind, solver):
    path = os.path.join(folder, 'M%d.mo' % number)
    text = make(place, hider, operation, kind)
    with open(path, 'w') as f:
        f.write(text)
    done = subprocess.run([saltus, 'run', path, '--json', '--stop', '2', '--timeout', '600', '--solver', solver],
                          capture_output=True, text=True)
    name = '%s in %s in %s, %s, %s' % (operation, hider, place, kind, solver)
    try:
        j = json.loads(done.stdout)
    except ValueError:
        return '%s: status %d\n%s\n%s' % (name, done.returncode, done.stderr, text)
    told = [m for m in j['messages'] if m['severity'] != 'info']
    if kind != 'bad':
        return None if done.returncode == 0 and not told else '%s: %s\n%s' % (name, told, text)
    want = PLACES[place][3]
    at = [float(t) for m in told for t in re.findall(r'at time ([-+.0-9e]+)', m['text'])]
    codes = [m['code'] for m in told if m['severity'] == 'error']
    if done.returncode == 1 and codes in (['R0301'], ['R0302'], ['R0304']) and at and abs(at[0] - want) < 1e-6:
        return None         # R0304: a function that hides nothing gives no number
    if codes == ['R0320'] and 'not a number' in told[0]['text']:
        return None         # an Integer that is made of it
    return '%s: wanted R0302 at %g, got status %d, %s\n%s' % (name, want, done.returncode,
                                                              [(m['code'], m['text']) for m in told], text)


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--saltus', required=True)
    p.add_argument('-v', action='store_true')
    a = p.parse_args()
    cases, failed = [], 0
    for place in PLACES:
        for hider in HIDERS:
            for k, operation in enumerate(OPERATIONS):
                for kind in ('bad', ('good', 'guarded')[(k + len(cases)) % 3 == 0]):
                    cases.append((place, hider, operation, kind, ['auto', 'cvode', 'dirk', 'ida',
                                                                  'rk4'][(len(cases) + k) % 5]))
    cases = sample.sanitized(cases, 8)
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
