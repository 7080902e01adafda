#!/usr/bin/env python3
"""Narrow windows at random: peaks, hats, pulses and jumps that are much narrower than the steps of a solver, against
closed forms.

    python3 tests/windows.py --saltus build/saltus [--seed N] [--count N] [--only N] [-v]

A shape is a function of u that is about 1 in one or more narrow windows and about 0 elsewhere, with known windows and a
known integral. It is written over time, over a state that is the time, or over what a loop of equations computes,
directly or inside of a function, and it is put where a model computes: in a rate, in the condition of a when-clause, an
elsewhen, an if, an assertion or a terminate, behind a delay or two, in a mode, in WAIT UNTIL and WHEN of COSY. The run
may begin at time 0 or much later. What is integrated must be right, counts must be exact, moments too. Solvers with
fixed steps make the step that they are given, from much longer than the windows to much shorter: what they integrate is
right within a hundredth, or it is told, and counts are exact all the same.
"""
import math
import os
import random
import sys

import generated

SOLVERS = ['auto', 'cvode', 'adams', 'ida', 'erk', 'dirk', 'rodas']
FIXED = ['euler', 'heun', 'rk4']
TOLD = {'R0213', 'R0214', 'R0227', 'R0236', 'R0285'}       # of a fixed step: that it is too long
LENGTH = 10.0
LOOP = '  Real v(start = 0, fixed = true), u(start = 0);\n'


class Shape:
    """text: over u; windows: where it is above 0.5; area: its integral over all u in the run; before: definitions of
    functions; own: declarations of the model."""
    def __init__(self, text, windows, area, before='', smooth=False, jumps=False, own=''):
        self.text, self.windows, self.area, self.before = text, windows, area, before
        self.smooth, self.jumps, self.own = smooth, jumps, own


def place(r, origin):
    c = origin + r.uniform(1.5, 6.5)
    return float('%.7g' % c) if origin == 0 else round(c, 4)


def gauss(r, origin, w):
    c, half = place(r, origin), w*math.sqrt(math.log(2))
    return Shape('exp(-((u - %r)/%r)^2)' % (c, w), [(c - half, c + half)], w*math.sqrt(math.pi), smooth=True)


def bump(r, origin, w):
    c, half = place(r, origin), w*math.acosh(math.sqrt(2))
    return Shape('1/cosh((u - %r)/%r)^2' % (c, w), [(c - half, c + half)], 2*w, smooth=True)


def difference(r, origin, w):
    c = place(r, origin)
    k = 20/w
    return Shape('0.5*(tanh(%r*(u - %r)) - tanh(%r*(u - %r)))' % (k, c - w, k, c + w), [(c - w, c + w)], 2*w,
                 smooth=True)


def hat(r, origin, w):
    c = place(r, origin)
    form = r.choice(['max(0, 1 - abs(u - %r)/%r)' % (c, w), 'max(0, min((u - %r)/%r, (%r - u)/%r))' % (c - w, w, c + w,
            w),
                     'noEvent(if abs(u - %r) < %r then 1 - abs(u - %r)/%r else 0)' % (c, w, c, w)])
    return Shape(form, [(c - w/2, c + w/2)], w)


def parabola(r, origin, w):
    c = place(r, origin)
    half = w*math.sqrt(0.5)
    form = r.choice(['max(0, 1 - ((u - %r)/%r)^2)' % (c, w), 'max(0, (u - %r)*(%r - u))/%r' % (c - w, c + w, w*w)])
    return Shape(form, [(c - half, c + half)], 4*w/3)


def box(r, origin, w):
    c = place(r, origin)
    a, b = c - w/2, c + w/2
    form = r.choice(['noEvent(if u > %r and u < %r then 1 else 0)' % (a, b),
                     'noEvent(if abs(u - %r) < %r then 1 else 0)' % (c, w/2),
                     'noEvent(if u < %r then 0 else if u < %r then 1 else 0)' % (a, b),
                     '0.5*noEvent(sign(u - %r) - sign(u - %r))' % (a, b)])
    return Shape(form, [(a, b)], w, jumps=True)


FUNCTIONS = [
    'if t < %r then\n y := 0;\nelseif t < %r then\n y := 1;\nelse\n y := 0;\nend if;',
    'y := 0;\nif t > %r then\n y := 1;\nend if;\nif t > %r then\n y := 0;\nend if;',
    'd := abs(t - 0.5*(%r + %r));\ny := if d < 0.5*w then 1 else 0;',
    'a := {-1e9, %r, %r};\nv := {0, 1, 0};\nk := 1;\nwhile k < 3 and t >= a[min(k + 1, 3)] loop\n k := k + 1;\nend '
    'while;\ny := v[k];',
    'a := {-1e9, %r, %r};\nv := {0, 1, 0};\nfor i in 1:3 loop\n if t >= a[i] then\n  y := v[i];\n end if;\nend for;',
    'a := {-1e9, %r, %r};\nv := {0, 1, 0};\nk := 1;\nlast := 4;\nwhile last - k > 1 loop\n i0 := div(k + last, 2);\n '
    'if t >= a[i0] then\n  k := i0;\n else\n  last := i0;\n end if;\n'
    'end while;\ny := v[k];']


def called(r, origin, w):
    c = place(r, origin)
    a, b = c - w/2, c + w/2
    body = r.choice(FUNCTIONS) % (a, b)
    text = ('function pulse\n input Real t;\n input Real w;\n output Real y;\nprotected\n Real d, a[3], v[3];\n '
            'Integer k, last, i0;\nalgorithm\n%s\nend pulse;\n' % body)
    return Shape('pulse(u, %r)' % w, [(a, b)], w, text, jumps=True)


def tabled(r, origin, w):
    """A hat between the points of a table, which a function of the model searches."""
    c = place(r, origin)
    text = ('function table\n input Real u;\n input Real t[:,2];\n output Real y;\nprotected\n Integer i;\nalgorithm\n '
            'i := 1;\n while i < size(t, 1) - 1 and u >= t[i + 1, 1] loop\n'
            '  i := i + 1;\n end while;\n y := t[i, 2] + (u - t[i, 1])*(t[i + 1, 2] - t[i, 2])/(t[i + 1, 1] - t[i, '
            '1]);\nend table;\n')
    points = '[%r, 0; %r, 0; %r, 1; %r, 0; %r, 0]' % (origin - 1, c - w, c, c + w, origin + 2*LENGTH)
    return Shape('table(u, %s)' % points, [(c - w/2, c + w/2)], w, text)


def of_time(c, at, w):
    """A table of time, without events: it is asked at run time where its points are."""
    text = ('class Table\n extends ExternalObject;\n function constructor\n  input Real t[:, :];\n  input Integer '
            'columns[:];\n  output Table id;\n external "C" id = ModelicaStandardTables_CombiTimeTable_init2(\n'
            '  "NoName", "NoName", t, size(t, 1), size(t, 2), -1e9, columns, size(columns, 1), 1, 1, 0, 3, false);\n '
            'end constructor;\n function destructor\n  input Table id;\n external "C" '
            'ModelicaStandardTables_CombiTimeTable_close(id);\n end destructor;\nend Table;\nfunction look\n input '
            'Table id;\n input Real u;\n output Real y;\nexternal "C" y = '
            'ModelicaStandardTables_CombiTimeTable_getValue(id, 1, u, 1e60, 1e60);\nend look;\n')
    rows = '; '.join('%r, %d' % (u, i == 2) for i, u in enumerate(at))
    return Shape('look(id, u)', [(c - w/2, c + w/2)], w, text, own='  parameter Table id = Table([%s], {2});\n' % rows)


def objected(r, origin, w):
    """The same hat in a table of one or two variables, or of time, that an external object holds."""
    c, kind = place(r, origin), r.choice([1, 2, 0])
    at = (origin - 1, c - w, c, c + w, origin + 2*LENGTH)
    if not kind:
        return of_time(c, at, w)
    text = ('class Table\n extends ExternalObject;\n function constructor\n  input Real t[:, :];\n  input Integer '
            'columns[:];\n  output Table id;\n external "C" id = ModelicaStandardTables_CombiTable%dD_init2(\n'
            '  "NoName", "NoName", t, size(t, 1), size(t, 2), %s1, 2, false);\n end constructor;\n function '
            'destructor\n  input Table id;\n external "C" ModelicaStandardTables_CombiTable%dD_close(id);\n'
            ' end destructor;\nend Table;\nfunction look\n input Table id;\n input Real u;\n output Real y;\nexternal '
            '"C" y = ModelicaStandardTables_CombiTable%dD_getValue(id, %su%s);\nend look;\n' % (
                kind, 'columns, size(columns, 1), ' if kind == 1 else '', kind, kind, '1, ' if kind == 1 else '',
                '' if kind == 1 else ', 0.5'))
    rows = '; '.join('%r, %d%s' % (u, i == 2, '' if kind == 1 else ', %d' % (i == 2)) for i, u in enumerate(at))
    return Shape('look(id, u)', [(c - w/2, c + w/2)], w, text, own='  parameter Table id = Table([%s%s], {2});\n' % (''
            if kind == 1 else '0, 0, 1; ', rows))


def saw(r, origin, w):
    """The end of each period of a saw."""
    period = r.choice([0.7, 1.3, 2.1])
    offset = round(r.uniform(0.1, 0.6), 3) + origin
    form, before = r.choice([('noEvent(mod(u - %r, %r))' % (offset, period), ''),
                             ('(u - %r - %r*noEvent(floor((u - %r)/%r)))' % (offset, period, offset, period), ''),
                             ('saw(u - %r, %r)' % (offset, period), 'function saw\n input Real t, T;\n output Real '
                                                                    'y;\nprotected\n Real k;\nalgorithm\n k := '
                                                                    'floor(t/T);\n y := t - k*T;\nend saw;\n'),
                             ('(u - %r - %r*noEvent(ceil((u - %r)/%r)) + %r)' % (offset, period, offset, period,
                                     period), '')])
    windows = [(offset + k*period - w, offset + k*period) for k in range(0, 20)]
    return Shape('noEvent(if %s > %r then 1 else 0)' % (form, period - w), windows, None, before, jumps=True)


def turned(r, origin, w):
    """An angle that jumps at the end of its turn."""
    k, shift = r.choice([3, 7, 20]), origin + round(r.uniform(0, 1), 3)
    if r.random() < 0.5:
        form, turn, top = 'atan(tan(%r*(u - %r)))' % (k, shift), math.pi, math.pi/2
    else:
        form, turn, top = 'atan2(sin(%r*(u - %r)), cos(%r*(u - %r)))' % (k, shift, k, shift), 2*math.pi, math.pi
    windows = [(shift + (top + i*turn)/k - w, shift + (top + i*turn)/k) for i in range(-20, 200)]
    return Shape('noEvent(if %s > %r then 1 else 0)' % (form, top - k*w), windows, None, jumps=True)


def wave(r, origin, w):
    """Where a sine passes a level."""
    level, k, shift = round(r.uniform(-0.8, -0.01), 3), r.choice([1, 2, 5]), origin + round(r.uniform(0, 1), 3)
    narrow = w*k
    at = math.asin(level)
    windows = []
    for i in range(-5, 40):
        for angle in (at + 2*math.pi*i, math.pi - at + 2*math.pi*i):
            windows.append((shift + (angle - narrow)/k, shift + (angle + narrow)/k))     # about
    form = r.choice(['exp(-((sin(%r*(u - %r)) + %r)/%r)^2)', 'max(0, 1 - abs(sin(%r*(u - %r)) + %r)/%r)',
                     '1/cosh((sin(%r*(u - %r)) + %r)/%r)'])
    return Shape(form % (k, shift, -level, narrow*math.cos(at)), sorted(windows), None, smooth='max' not in form)


def power(r, origin, w):
    """The tops of a sine in a high power."""
    k, shift = r.choice([1, 2, 5]), origin + round(r.uniform(0, 1), 3)
    n = 2*round(0.5*math.log(2)*2/(w*k)**2)
    windows = [(shift + (math.pi/2 + i*math.pi)/k - w, shift + (math.pi/2 + i*math.pi)/k + w) for i in range(-5, 40)]
    return Shape('sin(%r*(u - %r))^%d' % (k, shift, n), windows, None, smooth=True)


def both(r, origin, w):
    """A product or the least of two hats, of which one is wide."""
    c = place(r, origin)
    half = w/2
    form = r.choice(['max(0, 1 - abs(u - %r)/%r)*(if noEvent(abs(u - %r) < %r) then 1 else 0)',
                     'min(max(0, 1 - abs(u - %r)/%r), max(0, 5 - abs(u - %r)/%r))',
                     'max(0, max(0, 1 - abs(u - %r)/%r) - 0*exp(-((u - %r)/%r)^2))'])
    return Shape(form % (c, w, c, 3*w), [(c - half, c + half)], w)


SHAPES = [gauss, bump, difference, hat, parabola, box, called, tabled, objected, saw, turned, wave, power, both]


def inside(shape, origin):
    """The windows that are in the run as a whole. None: one is at its edge, so that its count would be a matter of
    luck."""
    end = origin + LENGTH
    for a, b in shape.windows:
        slack = 3*(b - a) + 1e-3
        if a - slack < origin < b + slack or a - slack < end < b + slack:
            return None
    return [(a, b) for a, b in shape.windows if a > origin and b < end]


def over(r, shape, origin):
    """What u is: declarations and equations."""
    text, declared, equations = over_what(r, shape, origin)
    return text, shape.own + declared, equations


def over_what(r, shape, origin):
    way = r.choice(['time', 'alias', 'state', 'state', 'named', 'loop', 'loop'])
    if way == 'loop' and origin == 0:        # behind a loop of equations whose solution is the time
        return shape.text, LOOP, '  der(v) = 1;\n  u^3 + u = v^3 + v;\n'
    if way == 'time':
        return shape.text, '  Real u = time;\n', ''
    if way == 'alias':
        return shape.text, '  Real u, uu;\n', '  uu = time - 1;\n  u = uu + 1;\n'
    if way == 'named':
        return 'y0', '  Real u = time, y0;\n', '  y0 = %s;\n' % shape.text
    return shape.text, '  Real u(start = %r, fixed = true);\n' % origin, '  der(u) = 1;\n'


def area(shape, windows):
    return shape.area if shape.area is not None else sum(b - a for a, b in windows) if shape.jumps else None


def as_rate(r, shape, windows, origin, text, declared, equations):
    want = area(shape, windows)
    if want is None or 'tan(' in shape.text.replace('atan(', ''):       # at a pole there is no rate
        return None
    return ('%smodel M\n  Real x(start = 0, fixed = true);\n%sequation\n%s  der(x) = (%s)/%r;\nend M;\n'
            % (shape.before, declared, equations, text, want), 'x', 1)


def as_late_rate(r, shape, windows, origin, text, declared, equations):
    late = r.uniform(0.3, 2)
    ended = [x for x in windows if x[1] + late < origin + LENGTH - 0.05]
    if len(ended) != len(windows) or area(shape, windows) is None:
        return None
    form = r.choice(['delay(%s, %r)' % (text, late), 'delay(delay(%s, %r), %r)' % (text, late/3, late - late/3)])
    return ('%smodel M\n  Real x(start = 0, fixed = true);\n%sequation\n%s  der(x) = (%s)/%r;\nend M;\n'
            % (shape.before, declared, equations, form, area(shape, windows)), 'x', 1)


def as_count(r, shape, windows, origin, text, declared, equations):
    beside = r.choice(['', '', '  Real z(start = 1, fixed = true);\n'])
    if beside:
        equations += '  der(z) = -z;\n'
        text = r.choice([text, '(%s) + 0.01*z' % text])
    form = r.choice(['  when %s > 0.5 then\n    n = pre(n) + 1;\n  end when;\n',
                     '  when time > 1e9 then\n    n = pre(n);\n  elsewhen %s > 0.5 then\n    n = pre(n) + 1;\n  end '
                     'when;\n',
                     '  b = %s > 0.5;\n  when b then\n    n = pre(n) + 1;\n  end when;\n',
                     '  when (if b then 0 else %s) > 0.5 then\n    n = pre(n) + 1;\n  end when;\n  b = time > 1e9;\n'])
    return ('%smodel M\n  Integer n(start = 0, fixed = true);\n%s%s%sequation\n%s%send M;\n' % (
        shape.before, '  Boolean b(start = false, fixed = true);\n' if ' b ' in form else '', beside, declared,
        equations, form % text), 'n', len(windows))


def as_algorithm(r, shape, windows, origin, text, declared, equations):
    return ('%smodel M\n  Integer n(start = 0, fixed = true);\n  Real y1;\n%sequation\n%salgorithm\n  y1 := %s;\n  '
            'when y1 > 0.5 then\n    n := n + 1;\n  end when;\nend M;\n' % (
        shape.before, declared, equations, text), 'n', len(windows))


def as_late_count(r, shape, windows, origin, text, declared, equations):
    late = r.uniform(0.3, 2)
    if not all(x[1] + late < origin + LENGTH - 0.05 for x in windows):
        return None
    return ('%smodel M\n  Integer n(start = 0, fixed = true);\n%sequation\n%s  when delay(%s, %r) > 0.5 then\n    n = '
            'pre(n) + 1;\n  end when;\nend M;\n' % (
        shape.before, declared, equations, text, late), 'n', len(windows))


def as_switch(r, shape, windows, origin, text, declared, equations):
    """A rate that a relation with events switches."""
    if shape.area is None and not shape.jumps:
        return None
    whole = sum(b - a for a, b in windows)
    return ('%smodel M\n  Real x(start = 0, fixed = true);\n%sequation\n%s  der(x) = if %s > 0.5 then %r else 0;\nend '
            'M;\n' % (shape.before, declared, equations, text, 1/whole), 'x', 1)


def as_end(r, shape, windows, origin, text, declared, equations):
    """The run ends in the first window, by terminate or a failing assertion."""
    form = r.choice(['  when %s > 0.5 then\n    terminate("there");\n  end when;\n', '  assert(%s < 0.5, "there");\n'])
    if not windows:
        return None
    return ('%smodel M\n%sequation\n%s%send M;\n' % (shape.before, declared, equations, form % text), 'end', windows[0])


def as_mode(r, shape, windows, origin, text, declared, equations):
    """The structure changes where the shape is above 0.5: v is the integral of the time outside."""
    # a jump is as sharp as the iteration of the loop, and turns the mode twice now and then
    if declared.endswith(LOOP) and shape.jumps:
        return None
    return ('%smodel M\n  Integer n(start = 0, fixed = true);\n  Real a, b;\n  Boolean on;\n%sequation\n%s  on = %s > '
            '0.5;\n  if on then\n    a = 1;\n    b = 2*a;\n  else\n    b = 4;\n    2*a = b;\n  end if;\n'
            '  when a < 1.5 then\n    n = pre(n) + 1;\n  end when;\nend M;\n' % (shape.before, declared, equations,
                    text), 'n', len(windows))


USES = [as_rate, as_rate, as_late_rate, as_count, as_count, as_algorithm, as_late_count, as_switch, as_end, as_mode]


def cosy(r, shape, windows, origin):
    """WAIT UNTIL and WHEN, over time or a state."""
    if shape.before or origin or any(word in shape.text for word in ('noEvent', 'cosh', 'atan', 'tanh')):
        return None
    text = shape.text.upper().replace('^', '**')
    if r.random() < 0.5:
        text, state = text.replace('U', 'TIME'), "  X' = -0.01*X;\n"
    else:
        text, state = text.replace('U', 'X'), "  X' = 1.0;\n"
    text = text.replace('MAX(0,', 'MAX(0.0,')
    wait = r.random() < 0.6
    process = ('  PROCESS P;\n  BEGIN\n    WHILE TRUE DO BEGIN\n      WAIT UNTIL %s > 0.5; N := N + 1;\n      WAIT '
               'UNTIL %s < 0.4\n    END\n  END\n' % (text, text))
    event = '  WHEN %s > 0.5 DO N := N + 1 END;\n' % text
    return ('PROGRAM W;\nVAR INTEGER N; STATE X; %s\nMONITOR SIMULATE FROM 0.0 TO %r COMINT = 1.0 '
            'END;\nSYSTEM\nINITIAL\n  N := 0; X := %r%s\nEND;\nCONTINUOUS\n%sEND%s%s\nEND\nEND.\n' % (
        'PROCESS P;' if wait else '', LENGTH, 0.0, '; CREATE P' if wait else '', state if wait else state + event,
        ';\nDISCRETE\nPROCESSES\n' + process if wait else '', 'END\nEND' if wait else ''), 'N', len(windows))


def is_right(j, name, want, shape, solver, origin):
    if name == 'end':
        at = j.get('time', {}).get('stop')
        told = [m for m in j.get('messages', []) if 'there' in m.get('text', '')]
        a, b = want             # of waves and powers the windows are known about
        slack = 1e-5 + (b - a)*(0.01 if shape.area is not None or shape.jumps else 1)
        return bool(told) and at is not None and a - slack <= at <= a + slack, at
    got = j.get('final', {}).get(name)
    # at a pole there is no value, and that is told
    if 'atan(tan(' in shape.text and 'R0301' in [m['code'] for m in j.get('messages', [])]:
        return True, got
    # far away from zero solvers that remember steps give up at jumps that nothing announces, and say so
    if shape.jumps and origin > 1e5 and solver in ('cvode', 'adams', 'ida') and 'R0401' in [m['code']
            for m in j.get('messages', [])]:
        return True, got
    if j['status'] != 'done' or got is None:
        return False, got
    if name in ('n', 'N'):
        return got == want, got
    if solver in FIXED:
        return abs(got - want) <= 0.01 or bool(TOLD & {m['code'] for m in j.get('messages', [])}), got
    return abs(got - want) <= 1e-3, got


def case(seed):
    r = random.Random(seed)
    origin = r.choice([0.0, 0.0, 0.0, 1e3, 1e6])
    width = 10**r.uniform(-3.5, -1.5) if origin < 1e5 else 10**r.uniform(-2.5, -1.5)
    shape = r.choice(SHAPES)(r, origin, float('%.3g' % width))
    windows, solver = inside(shape, origin), r.choice(SOLVERS + FIXED)
    if windows is None:
        return None
    # from a twentieth of the window to a hundred times as much, or the one that it takes by itself
    step = ['--step', repr(width*10**r.uniform(-1.3, 2))] if solver in FIXED and r.random() < 0.7 else []
    if r.random() < 0.1:
        made = cosy(r, shape, windows, origin)
        return made and (made, shape, solver, step, origin, 'cosy')
    made = r.choice(USES)(r, shape, windows, origin, *over(r, shape, origin))
    return made and (made, shape, solver, step, origin, 'mo')


def judge(saltus, seed, folder):
    made = case(seed)
    if not made:
        return None
    (text, name, want), shape, solver, step, origin, ending = made
    span = ['--start', repr(origin), '--stop', repr(origin + LENGTH)] if ending == 'mo' else []
    j = generated.run(saltus, os.path.join(folder, 'M.' + ending), text, '--solver', solver, *step, *span)
    good, got = is_right(j, name, want, shape, solver, origin)
    said = '%s: %s is %r, wanted %r' % (' '.join([solver] + step), name, got, want)
    return good, said if good else '%s; %s, %s\n%s' % (said, j['status'], generated.told(j), text)


sys.exit(generated.main(__doc__, judge, 'windows are found, or told', 250, far=1000000))
