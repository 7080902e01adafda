#!/usr/bin/env python3
"""Delays at random, against what comes out of them by definition: y(t) = u(t - T(t)).

    python3 tests/delays.py --saltus build/saltus [--seed N] [--cases N] [-v]

What goes in is written over time, with jumps and corners at known places; the delay is constant, changes at events,
moves with time or with a state, and may grow faster than time goes on, so that the past is seen backwards. What comes
out is integrated and counted. The reference finds each time at which a jump or a corner comes out by bisection and
integrates between them by Gauss's rule; it knows nothing of steps.

Every other case is on a grid: square waves whose edges and delays are whole numbers of one length, so that what comes
out of one delay comes out with the edges of others, at times that are the same but for rounding. There the answer is a
sum over the cells of the grid.
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
NODES = [(-0.9061798459386640, 0.2369268850561891), (-0.5384693101056831, 0.4786286704993665),
         (0.0, 0.5688888888888889),
         (0.5384693101056831, 0.4786286704993665), (0.9061798459386640, 0.2369268850561891)]


def gauss(f, a, b):
    return 0.5*(b - a)*sum(w*f(0.5*(a + b) + 0.5*(b - a)*x) for x, w in NODES)


def integral(f, breaks, pieces=40):
    total = 0.0
    for a, b in zip(breaks, breaks[1:]):
        h = (b - a)/pieces
        total += sum(gauss(f, a + i*h, a + (i + 1)*h) for i in range(pieces))
    return total


def going_in(r, stop):
    """An expression over time, the same as a function, and where it has jumps and corners."""
    s, w, k = r.uniform(0.1, 0.6*stop), r.uniform(0.5, 4), r.uniform(0.5, 2)
    step = lambda t: 1.0 if t >= s else 0.0
    return r.choice([
        ('if time > %r then 1 else 0' % s, step, [s]),
        ('if time > %r then cos(%r*time) else %r*time' % (s, w, k), lambda t: math.cos(w*t) if t >= s else k*t, [s]),
        ('abs(time - %r)*%r' % (s, k), lambda t: abs(t - s)*k, [s]),
        ('max(0, %r*(time - %r))' % (k, s), lambda t: max(0, k*(t - s)), [s]),
        ('noEvent(if time < %r then sin(%r*time) else sin(%r) + time - %r)' % (s, w, w*s, s),
         lambda t: math.sin(w*t) if t < s else math.sin(w*s) + t - s, [s]),
        ('abs(sin(%r*time))' % w, lambda t: abs(math.sin(w*t)), [i*math.pi/w
                                                                 for i in range(1, int(stop*w/math.pi) + 1)]),
        ('floor(%r*time)' % (5*w), lambda t: math.floor(5*w*t), [i/(5*w) for i in range(1, int(5*stop*w) + 1)]),
        ('cos(%r*time) + %r*time' % (w, k), lambda t: math.cos(w*t) + k*t, [])])


def length(r, stop):
    """The time of a delay: declarations, expression, function, its own corners and jumps, the most."""
    a, b, w, s = r.uniform(0.2, 0.6), r.uniform(0.05, 0.19), r.uniform(0.5, 5), r.uniform(0.2, 0.8)*stop
    return r.choice([
        ('', repr(a), lambda t: a, []),
        ('', '%r + %r*sin(%r*time)' % (a, b, w), lambda t: a + b*math.sin(w*t), []),
        ('', 'time/%r' % (5*a), lambda t: t/(5*a), []),
        ('', '%r*exp(-%r*time)' % (a, b), lambda t: a*math.exp(-b*t), []),
        ('  Real z(start = %r, fixed = true);\nequation\n  der(z) = -%r*z;\n' % (a, w), 'z', lambda t: a*math.exp(-w*t),
         []),
        ('', 'if time > %r then %r else %r' % (s, a, a/2), lambda t: a if t >= s else a/2, [s]),
        ('', 'if time > %r then %r else %r' % (s, a/2, a), lambda t: a/2 if t >= s else a, [s]),
        ('', 'noEvent(if time > %r then %r + 1.7*(time - %r) else %r)' % (s, a, s, a), lambda t: a + 1.7*max(0, t - s),
         [s]),
        ('  Real z(start = %r, fixed = true);\nequation\n  der(z) = 0.4*(if time > %r then -1 else 1);\n' % (a, s), 'z',
         lambda t: a + 0.4*min(t, s) - 0.4*max(0, t - s), [s])])


def coming_out(back, marks, stop, corners):
    """The times at which t - T(t) passes one of the marks, with the corners of T: where what comes out is not
    smooth."""
    points = sorted({0.0, stop} | {c for c in corners if 0 < c < stop})
    found = set(points)
    for a, b in zip(points, points[1:]):
        a, b = a + 1e-13*stop, b - 1e-13*stop
        n = 4000
        for i in range(n):
            low, high = a + (b - a)*i/n, a + (b - a)*(i + 1)/n
            for m in marks:
                if (back(low) < m) != (back(high) < m):
                    x, y = low, high
                    for _ in range(100):
                        middle = 0.5*(x + y)
                        if (back(middle) < m) == (back(low) < m):
                            x = middle
                        else:
                            y = middle
                    found.add(y)
    return sorted(found)


def case(r):
    stop = r.uniform(1.5, 4)
    expression, u, marks = going_in(r, stop)
    declared, written, T, corners = length(r, stop)
    while T(stop) < 0.02:            # of the past alone
        stop *= 0.9
    most = max(T(stop*i/1000) for i in range(1001))*1.001
    fixed = written.replace('.', '').replace('e-', '').isdigit()
    past = lambda t: u(max(0.0, t))
    back = lambda t: t - T(t)
    breaks = coming_out(back, [0.0] + marks, stop, corners)
    y = lambda t: past(back(t))
    answer = {'x': integral(y, breaks)}
    text = 'model M\n  Real y = delay(%s, %s%s);\n  Real x(start = 0, fixed = true);\n' % (expression, written,
            '' if fixed else ', %r' % most)
    counted = expression.endswith('then 1 else 0')
    text += '  Integer n(start = 0, fixed = true);\n'*counted + (declared or 'equation\n') + '  der(x) = y;\n'
    if counted:
        text += '  when y > 0.5 then n = pre(n) + 1; end when;\n'
        sides = [y(0.5*(a + b)) > 0.5 for a, b in zip(breaks, breaks[1:])]
        answer['n'] = sum(1 for a, b in zip([False] + sides, sides) if b and not a)
    return text + 'end M;\n', stop, answer


def wave(r, k, g):
    """A square wave over cells of length g: declarations, equations, an expression, and its value in a cell."""
    period = r.randint(2, 9)
    width = r.randint(1, period - 1)
    p, w = g*period, g*width
    value = lambda m: 1 if m % period < width else 0
    half = r.randint(1, 4)
    turned = lambda m: 1 if (m // half) % 2 else 0
    return r.choice([
        ('', '', '(if mod(time, %r) < %r then 1 else 0)' % (p, w), value),
        ('', '', '(if time - %r*floor(time/%r) < %r then 1 else 0)' % (p, p, w), value),
        ('', '', '(if rem(time, %r) >= %r then 0 else 1)' % (p, w), value),
        ('  discrete Real s%d(start = 0, fixed = true);\n' % k,
         '  when sample(%r, %r) then s%d = 1 - pre(s%d); end when;\n' % (half*g, half*g, k, k), 's%d' % k, turned),
        ('  discrete Real s%d(start = 0, fixed = true), t%d(start = %r, fixed = true);\n' % (k, k, half*g),
         '  when time >= pre(t%d) then t%d = pre(t%d) + %r; s%d = 1 - pre(s%d); end when;\n' % (k, k, k, half*g, k, k),
         's%d' % k, turned),
        # the next edge is looked for: one that is not passed when it is due would be found again for ever
        ('  discrete Real s%d(start = 0, fixed = true), t%d(start = %r, fixed = true);\n'
         '  Integer n_%d(start = 1, fixed = true);\n' % (k, k, half*g, k),
         'algorithm\n  when time >= pre(t%d) then\n    while n_%d*%r <= time loop\n      n_%d := n_%d + 1;\n'
         '      s%d := 1 - s%d;\n    end while;\n    t%d := n_%d*%r;\n  end when;\nequation\n' % (
             k, k, half*g, k, k, k, k, k, k, half*g), 's%d' % k, turned)])


def on_a_grid(r):
    """Waves and delays on one grid; integrals, products that overlap, and counts of edges."""
    g = r.choice([0.05, 0.1, 0.2, 0.3, 0.7, 0.07, 1/3, 1e-4, 30.0])
    cells = r.choice([40, 150, 1000])
    text, equations, answer, waves = 'model M\n', '', {}, []
    for k in range(r.randint(1, 3)):
        declared, equation, u, value = wave(r, k, g)
        text, equations = text + declared, equations + equation
        waves.append((u, value))
    for k in range(r.randint(1, 3)):
        (u, value), (v, other) = r.choice(waves), r.choice(waves)
        late, later = r.randint(1, 12), r.randint(1, 12)
        past = lambda m, value=value, late=late: value(max(0, m - late))
        out = 'delay(%s, %r)' % (u, late*g)
        kind = r.choice(['plain', 'plain', 'product', 'twice', 'count', 'beside'])
        if kind == 'product':
            y = lambda m, f=past, o=other, d=later: f(m)*o(max(0, m - d))
            written = '%s*delay(%s, %r)' % (out, v, later*g)
        elif kind == 'twice':
            y, written = lambda m, f=past, d=later: f(max(0, m - d)), 'delay(%s, %r)' % (out, later*g)
        elif kind == 'beside':
            y, written = lambda m, f=past, o=other: f(m)*o(m), '%s*%s' % (out, v)
        else:
            y, written = past, out
        text += '  Real x%d(start = 0, fixed = true), y%d = %s;\n' % (k, k, written)
        equations += '  der(x%d) = y%d;\n' % (k, k)
        answer['x%d' % k] = g*(sum(y(m) for m in range(cells)) + 0.5*y(cells))
        if kind == 'count':
            text += '  Integer n%d(start = 0, fixed = true);\n' % k
            equations += '  when y%d > 0.5 then n%d = pre(n%d) + 1; end when;\n' % (k, k, k)
            answer['n%d' % k] = sum(1 for m in range(cells) if y(m + 1) > y(m))
    return text + 'equation\n' + equations + 'end M;\n', (cells + 0.5)*g, answer


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--saltus', required=True)
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--cases', type=int, default=100)
    parser.add_argument('--only', type=int)
    parser.add_argument('-v', action='store_true')
    arguments = parser.parse_args()
    saltus = os.path.abspath(arguments.saltus)
    seed = arguments.seed or random.SystemRandom().randrange(1, 1 << 31)
    bad = 0
    with tempfile.TemporaryDirectory(prefix='saltus-delays-') as folder:
        for number in range(arguments.cases) if arguments.only is None else [arguments.only]:
            r = random.Random('%d/%d' % (seed, number))
            text, stop, answer = on_a_grid(r) if number % 2 else case(r)
            solver, tolerance = r.choice(SOLVERS), r.choice([1e-5, 1e-6, 1e-8])
            path = os.path.join(folder, 'case.mo')
            with open(path, 'w') as file:
                file.write(text)
            done = subprocess.run([saltus, 'run', path, '--json', '--stop', repr(stop), '--solver', solver, '--tol',
                                   repr(tolerance)],
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
            try:
                result = json.loads(done.stdout)
            except ValueError:
                result = {'status': done.stderr.decode(errors='replace')}
            why = [] if result['status'] == 'done' else ['%s %s' % (result['status'],
                                                                    [m['text'] for m in result.get('messages', [])])]
            for name, expected in answer.items() if not why else []:
                off = abs(result['final'][name] - expected)
                if off > (0 if name[0] == 'n' else 20*tolerance*(1 + abs(expected))):
                    why.append('%s = %r instead of %r, off by %.3g tolerances' % (name, result['final'][name], expected,
                            off/tolerance))
            if why or arguments.v:
                print('%s case %d, %s, --stop %r --tol %g: %s\n%s' % ('FAILED' if why else 'good', number, solver, stop,
                                                                      tolerance, '; '.join(why), text))
            bad += bool(why)
    print('%d delays at random, %d wrong; again with --seed %d' % (arguments.cases if arguments.only is None else 1,
                                                                   bad, seed))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
