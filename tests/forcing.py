#!/usr/bin/env python3
"""Forcing by time, at random, against closed forms: integrals of kinks, peaks, pulses and switches, and counts of
events.

    python3 tests/forcing.py --saltus build/saltus [--seed N] [--cases N] [-v]

A case is a family of models with a known answer, a number of cycles in the run between 1e-3 and 1e5 (logarithmically at
random), a phase, and a solver. The same forcing is also written over a state that is the time, where nothing of it is
known ahead, and over the time since a start that is late, where time has fewer digits. What is found must be within the
tolerance; counts must be exact. Solvers with fixed steps must be right within two hundredths, or tell that they are
not.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

SOLVERS = ['auto', 'cvode', 'adams', 'ida', 'erk', 'dirk', 'rodas']
FIXED = ['euler', 'heun', 'rk4']
TOLD = {'R0213', 'R0214', 'R0227', 'R0236', 'R0285'}
TWO_PI = 2*math.pi


def model(body, over_state, start):
    clock = '  Real now(start = 0, fixed = true);\n' if over_state else '  Real now = time - %r;\n' % start \
        if start else '  Real now = time;\n'
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


def wheel(r, cycles, phase):
    """A pulse in each period, by the place in the period as a variable: how long it lasts in all."""
    cycles, duty = max(1, round(min(cycles, 3000))), r.uniform(0.02, 0.98)
    period = 1/cycles
    place = r.choice(['mod(now, %r)', 'now - %r*floor(now/%r)', '%r*(now/%r - floor(now/%r))', 'rem(now, %r)'])
    place %= (period,)*place.count('%r')
    body = ('  Real ph;\n  Boolean on;\n' + integral('if on then 1 else 0')).replace(
        'equation\n', 'equation\n  ph = %s;\n  on = ph < %r;\n' % (place, duty*period))
    return body, 'x', duty


def sweep(r, cycles, phase):
    """A frequency that rises from zero: the rising edges of sin(w*t^2 + phase)."""
    first, last = phase/TWO_PI, phase/TWO_PI + cycles
    if min(abs(last - round(last)), abs(first - round(first))) < 1e-6*max(1, cycles):
        return None
    body = ('  Integer n(start = 0, fixed = true);\nequation\n'
            '  when sin(%r*now^2 + %r) > 0 then\n    n = pre(n) + 1;\n  end when;\n' % (TWO_PI*cycles, phase))
    return body, 'n', math.floor(last) - math.floor(first)


def late(r, cycles, phase):
    """A corner that comes out of a delay, or of two, one after another; of a state that a switch moves, too. Before the
    run everything stood still."""
    cycles = min(max(cycles, 0.5), 200)
    w, delay, more = TWO_PI*cycles, r.uniform(0.05, 0.9), r.choice([0, r.uniform(0.01, 0.5)])
    before, left = max(0.0, math.sin(phase)), 1 - delay - more
    wave = r.choice(['max(0, sin(%r*now + %r))', 'noEvent(if sin(%r*now + %r) > 0 then sin(%r*now + %r) else 0)'])
    wave %= (w, phase)*(wave.count('%r')//2)
    if left < 0:
        want = before
    else:
        want = before*(1 - left) + half_waves(cycles*left, phase)/w
    body = ('  Real u, v;\n' + integral('v')).replace('equation\n', 'equation\n  u = delay(%s, %r);\n  v = %s;\n' % (
        wave, delay, 'delay(u, %r)' % more if more else 'u'))
    return body, 'x', want


def late_state(r, cycles, phase):
    """A state with a corner at an event, delayed: y rises to the event and falls behind it, x integrates y a while
    ago."""
    at, delay = r.uniform(0.05, 0.6), r.uniform(0.05, 0.35)
    slope, back = r.uniform(1, 100), r.uniform(1, 100)
    end = 1 - delay
    want = slope*end*end/2 if end < at else slope*at*at/2 + (end - at)*slope*at - back*(end - at)**2/2
    body = ('  Real y(start = 0, fixed = true);\n' + integral('delay(y, %r)' % delay)).replace(
        'equation\n', 'equation\n  der(y) = if now < %r then %r else -%r;\n' % (at, slope, back))
    return body, 'x', want


def late_jump(r, cycles, phase):
    """A state that is set back each time it has reached a level, delayed. The delay may be a part of the period, so
    that jumps come out at events."""
    level = r.choice([0.5, 0.25, r.uniform(0.2, 0.6)])
    delay = r.choice([level/2, level, r.uniform(0.1, 0.5)])
    end = 1 - delay
    whole = math.floor(end/level + 1e-9)
    want = whole*level*level/2 + (end - whole*level)**2/2
    body = ('  Real y(start = 0, fixed = true);\n' + integral('delay(y, %r)' % delay)).replace(
        'equation\n', 'equation\n  der(y) = 1;\n  when y > %r then\n    reinit(y, 0);\n  end when;\n' % level)
    return body, 'x', want


def history(r, cycles, phase):
    """y' = -a*y(t - d) with y = 1 before: a polynomial between the multiples of d, each smoother than the one
    before."""
    delay, a = r.uniform(0.08, 0.4), r.uniform(0.5, 3)
    want = sum((-a)**k*max(0, 1 - (k - 1)*delay)**k/math.factorial(k) for k in range(int(1/delay) + 2))
    return '  Real x(start = 1, fixed = true);\nequation\n  der(x) = -%r*delay(x, %r);\n' % (a, delay), 'x', want


def family(r, cycles, phase):
    """Corners of many elements, each with a frequency and a phase of its own; what is shown is the mean."""
    n, count = r.choice([6, 10, 30]), min(max(cycles, 1), 20)
    step = r.uniform(0, 1)
    form = r.choice(['max(0, %s)', 'noEvent(if %s > 0 then %s else 0)', '0.5*(%s + abs(%s))'])
    element = 'sin(%r*(1 + i*%r/%d)*now + %r*i)' % (TWO_PI*count, step, n, phase)
    through = r.choice([True, False])
    text = form.replace('%s', 'u[i]' if through else element)
    body = '  parameter Integer n = %d;\n  Real y[n](each start = 0, each fixed = true), u[n], x;\nequation\n' % n
    body += '  for i in 1:n loop\n    u[i] = %s;\n    der(y[i]) = %s;\n  end for;\n  x = sum(y)/n;\n' % (element, text)
    turns = [count*(1 + i*step/n) for i in range(1, n + 1)]
    return body, 'x', sum(half_waves(c, (phase*(i + 1)) % TWO_PI)/(TWO_PI*c) for i, c in enumerate(turns))/n


def widths(r, cycles, phase):
    """Pulses of a given width in each period, by whole numbers of time, with events or without."""
    period, share = 1/min(max(cycles, 1), 500), r.uniform(0.2, 0.8)
    whole = math.floor(1/period)
    within = r.choice(['mod(now, %r)', 'rem(now, %r)', 'now - integer(now/%r)*%r', 'now - floor(now/%r)*%r',
                       'now - div(now, %r)*%r'])
    within %= (period,)*within.count('%r')
    form = r.choice(['if %s < %r then 1 else 0', 'noEvent(if %s < %r then 1 else 0)'])
    return integral(form % (within, share*period)), 'x', whole*share*period + min(share*period, 1 - whole*period)


def ramps(r, cycles, phase):
    """A saw and a triangle: the mean over whole periods."""
    periods = round(min(max(cycles, 1), 500))
    form, mean = r.choice([('%d*mod(now, 1/%d)', 0.5), ('noEvent(%d*mod(now, 1/%d))', 0.5),
                           ('ceil(%d*now) - %d*now', 0.5), ('noEvent(ceil(%d*now) - %d*now)', 0.5),
                           ('abs(asin(sin(2*3.141592653589793*%d*now + 0*%d)))', math.pi/4),
                           ('acos(cos(2*3.141592653589793*%d*now + 0*%d))', math.pi/2)])
    return integral(form % (periods, periods)), 'x', mean


def steep(r, cycles, phase):
    """A pulse between two steep rises, by functions that have no corner."""
    begin, width, slope = r.uniform(0.1, 0.7), 10**r.uniform(-4, -1), 10**r.uniform(5, 8)
    form = r.choice(['0.5*(tanh(%r*(now - %r)) - tanh(%r*(now - %r)))/%r',
                     '(1/(1 + exp(-%r*(now - %r))) - 1/(1 + exp(-%r*(now - %r))))/%r'])
    return integral(form % (slope, begin, slope, begin + width, width)), 'x', 1


def driven(r, cycles, phase):
    """Narrow pulses where a sine rises above a state, as the current of a rectifier does: the state stands between the
    forcing and the corner, the root or the exponential, and a step over the whole pulse sees nothing of it. Over whole
    cycles; the area is 1."""
    cycles, level = max(1, round(cycles)), r.uniform(0.9, 0.9999)
    area = (math.sqrt(1 - level**2) - level*math.acos(level))/math.pi
    form = r.choice(['max(0, u)', '0.5*(u + abs(u))', 'noEvent(if u > 0 then u else 0)', 'if u > 0 then u else 0',
                     'part(u)', 'max(v, level) - level', 'exp'])
    if form == 'exp':
        k = r.uniform(200, 500)
        form, area = 'exp(%r*u)' % k, bessel(k)*math.exp(k*(1 - level))
    return ('  function part\n    input Real a;\n    output Real b;\n  algorithm\n    b := if a > 0 then a else 0;\n  '
            'end part;\n'
            '  Real x(start = 0, fixed = true), level(start = %r, fixed = true), u, v;\nequation\n  v = sin(%r*now + '
            '%r);\n  u = v - level;\n'
            '  der(level) = -1e-13*level;\n  der(x) = (%s)/%r;\n' % (level, TWO_PI*cycles, phase, form, area)), 'x', 1


def hat(r, cycles, phase):
    """A hat with corners or edges over a state that moves with changing speed; what is shown is its area over the
    state."""
    middle, half = r.uniform(0.2, 0.8), 10**r.uniform(-3.5, -1)
    low, high = middle - half, middle + half
    form, area = r.choice([('max(0, 1 - abs(p - %r)/%r)' % (middle, half), half),
                           ('max(0, 1 - ((p - %r)/%r)^2)' % (middle, half), 4*half/3),
                           ('noEvent(if p > %r and p < %r then 1 else 0)' % (low, high), 2*half),
                           ('window(p, %r, %r)' % (low, high), 2*half),
                           ('max(0, (p - %r)*(%r - p))/%r' % (low, high, half*half), 4*half/3)])
    return moving('x(start = 0, fixed = true)', 'der(x) = (%s)*der(p)/%r;' % (form, area)), 'x', 1


def narrow(r, cycles, phase):
    """How often a condition with a narrow peak over a state is met."""
    middle, half = r.uniform(0.2, 0.8), 10**r.uniform(-4, -1)
    form = r.choice(['exp(-((p - %r)/%r)^2)', '1/(1 + ((p - %r)/%r)^2)', 'max(0, 1 - abs(p - %r)/%r)',
                     '1 - min(1, ((p - %r)/%r)^2)'])
    return moving('y', 'y = %s;\n  when y > 0.5 then\n    n = pre(n) + 1;\n  end when;' % (form % (middle,
            half))), 'n', 1


def moving(declared, equations):
    """A state p that goes from 0 to 1 while now does, faster and faster."""
    return ('  function window\n    input Real u, a, b;\n    output Real y;\n  algorithm\n    if u < a then\n      y '
            ':= 0;\n    elseif u < b then\n      y := 1;\n'
            '    else\n      y := 0;\n    end if;\n  end window;\n  Integer n(start = 0, fixed = true);\n  Real '
            'p(start = 0, fixed = true), v(start = 0.5, fixed = true), %s;\n'
            'equation\n  der(p) = v;\n  der(v) = 1;\n  %s\n%s' % (declared, equations,
                                                                  '' if 'when' in equations else '  n = pre(n);\n'))


def bessel(k):
    """exp(-k) times the modified Bessel function of order 0: the mean of exp(k*(sin - 1)), by as many points as it
    takes."""
    n = 4000
    return sum(math.exp(k*(math.sin(TWO_PI*i/n) - 1)) for i in range(n))/n


def area(points, constant, until):
    """Under a table, from its first point to a time in it."""
    total = Fraction(0)
    for (a, u), (b, v) in zip(points, points[1:]):
        end = min(b, until)
        if end > a:
            at_end = u if constant else u + (v - u)*(end - a)/(b - a)
            total += (end - a)*(u if constant else (u + at_end)/2)
    return total


def table(r, cycles, phase):
    """A table of time without events, or with events where it jumps (E222): its corners and jumps are on a decimal
    grid, and come round."""
    cycles = min(max(1, cycles), 300)
    period, constant, periodic = Fraction(max(1, round(1000/cycles)), 1000), r.random() < 0.4, r.random() < 0.7
    places = sorted(r.choice([0, 1, 30, 100, 300, 301, 302, 430, 500, 700, 999, 1000])
                    for _ in range(r.randint(1, 6)))
    shift = r.choice([Fraction(0), Fraction(0), Fraction(3, 10), Fraction(-1, 7)])
    points = [(period*k/1000, Fraction(r.choice([0, 0, r.randint(-20, 20)]), 10)) for k in [0] + places + [1000]]
    whole = area(points, constant, period)

    def up_to(u):
        turns = u//period if periodic else 0
        if periodic or 0 <= u <= period:
            return turns*whole + area(points, constant, u - turns*period)
        return points[0][1]*u if u < 0 else whole + points[-1][1]*(u - period)
    text = '''  class Table
    extends ExternalObject;
    function constructor
      input Real t[:, :];
      input Integer columns[:];
      output Table id;
      external "C" id = ModelicaStandardTables_CombiTimeTable_init2("NoName", "NoName", t, size(t, 1), size(t, 2),
        -1e9, columns, size(columns, 1), %d, %d, %r, %d, false);
    end constructor;
    function destructor
      input Table id;
      external "C" ModelicaStandardTables_CombiTimeTable_close(id);
    end destructor;
  end Table;
  function look
    input Table id;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(id, 1, u, 1e60, 1e60);
  end look;
  parameter Table id = Table([%s], {2});
''' % (3 if constant else 1, 3 if periodic else 1, float(shift), r.choice([2, 3]),
       '; '.join('%r, %r' % (float(t), float(y)) for t, y in points))
    return text + integral('look(id, now)'), 'x', float(up_to(1 - shift) - up_to(-shift))


KINDS = [wheel, table, hat, narrow, driven, widths, ramps, steep, kink, switch, peaks, pulse, edges, sweep, late,
         late_state, late_jump, history, family]


def run(saltus, folder, text, solver, start):
    path = os.path.join(folder, 'M.mo')
    with open(path, 'w') as f:
        f.write(text)
    done = subprocess.run([saltus, 'run', path, '--json', '--solver', solver, '--start', repr(start), '--stop',
                           repr(start + 1)], capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except ValueError:
        return {'status': 'no JSON, status %d: %s' % (done.returncode, done.stderr), 'final': {}}


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--saltus', required=True)
    p.add_argument('--seed', type=int, default=0)
    p.add_argument('--cases', type=int, default=200)
    p.add_argument('--most', type=float, default=1e5, help='cycles')
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
            if not case or (over_state and kind in (pulse, peaks, late, late_state, late_jump, history, ramps, steep,
                                                    driven, table)):
                continue
            body, name, want = case
            # as late as the digits of time allow for
            start = 0.0 if over_state or kind is hat or r.random() < 0.6 else float(round(10**r.uniform(
                0, (10 if kind is wheel else 7) - math.log10(max(1, cycles)))))
            text, solver = model(body, over_state, start), r.choice(SOLVERS + FIXED)
            j = run(a.saltus, folder, text, solver, start)
            got = j['final'].get(name)
            # ten times the tolerance for each corner, more for one whose place no text tells
            corner = 25 if kind in (driven, hat) else 10
            tolerance = 0 if name == 'n' else 2e-5 if kind in (late_jump,
                                                               history) else 1e-6*(10*corner + 2*corner*cycles)
            if name != 'n':
                tolerance += 4*max(1, cycles)*2.2e-16*start
            told = solver in FIXED and TOLD & {m['code'] for m in j.get('messages', [])}
            if solver in FIXED and name != 'n':
                tolerance = max(tolerance, 0.02*(1 if kind is history else abs(want)))      # of the largest value
            good = j['status'] == 'done' and got is not None and (abs(got - want) <= tolerance or bool(told))
            passed, failed = passed + good, failed + (not good)
            if not good or a.v:
                print('%s: %s, %.6g cycles, %s%s: got %r, wanted %.9g (off by %.2g)' % (
                    'ok' if good else 'FAIL', kind.__name__, cycles, solver,
                    ' over a state' if over_state else ' from %g' % start if start else '', got, want,
                    abs(got - want) if got is not None else math.nan))
            if not good:
                print(j['status'], j.get('messages'), '\n' + text)
    print('forcing: seed %d: %d of %d as they must be' % (seed, passed, passed + failed))
    return 1 if failed else 0


sys.exit(main())
