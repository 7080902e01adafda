// The block Automaton (E17.1: Ball, E17.2: Pendulum, E17.3: Converter, E17.4: Masses). The ball and the masses follow
// closed forms from event to event, which the prologue computes by bisection; the converter its matrix exponential.
// Numbers of fixed points are those of an independent computation.
//|
//| g, h = 9.81, 10.0
//| fall = sqrt(2*h/g)
//| bounces = [fall*(1 + 2*sum(0.9**k for k in range(1, n + 1))) for n in range(0, 12)]
//| def root(f, a, b, n=4000):
//|     """The first time after a at which f becomes positive, having been negative."""
//|     last = a
//|     was = False
//|     for k in range(1, n + 1):
//|         t = a + (b - a)*k/n
//|         if f(t) > 0 and was:
//|             while t - last > 1e-15*t and (last + t)/2 not in (last, t):
//|                 m = (last + t)/2
//|                 last, t = (last, m) if f(m) > 0 else (m, t)
//|             return t
//|         was, last = f(t) <= 0, t
//|     return inf
//| def oscillate(x, v, a, w, t):
//|     return (a + (x - a)*cos(w*t) + v/w*sin(w*t), -(x - a)*w*sin(w*t) + v*cos(w*t))
//| def masses(C, until, k1=1.0, k2=2.0, a1=1.0, a2=2.0, s0=10.0):
//|     """Times of sticking and release in turn, with place and speed."""
//|     t, p, q, out = 0.0, (0.0, 0.0), (3.0, 0.0), []
//|     w1, w2, w3, a3 = sqrt(k1), sqrt(k2), sqrt((k1 + k2)/2), (k1*a1 + k2*a2)/(k1 + k2)
//|     while True:
//|         one = lambda d: oscillate(*p, a1, w1, d)
//|         two = lambda d: oscillate(*q, a2, w2, d)
//|         d = root(lambda d: one(d)[0] - two(d)[0], 0, 40, 40000)
//|         if t + d > until:
//|             return out
//|         x, v = one(d)[0], (one(d)[1] + two(d)[1])/2
//|         t += d
//|         out.append((t, x, v))
//|         both = lambda d: oscillate(x, v, a3, w3, d)
//|         d = root(lambda d: k1*(both(d)[0] - a1) - k2*(both(d)[0] - a2) - s0*exp(-C*d), 0, 40, 40000)
//|         if t + d > until:
//|             return out
//|         t += d
//|         p = q = both(d)
//|         out.append((t, *p))
//| slow, quick = masses(0.5, 40), masses(1.0, 40)
//| R, L, C, T = 22.0, 0.02, 47e-6, 4e-4
//| def closed(E, t):
//|     """Voltage and current of the converter with its switch closed from rest."""
//|     a = 1/(2*R*C)
//|     w = sqrt(1/(L*C) - a*a)
//|     e, c, s = exp(-a*t), cos(w*t), sin(w*t)/w
//|     v, i = -E, -E/R
//|     return (E + e*(c*v + s*((a - 1/(R*C))*v + i/C)), E/R + e*(c*i + s*(-v/L + a*i)))
//! class Ball
//! run --stop 16 --tol 1e-9 --step 0.5
//! changes count.n = bounces[:8] +- 1e-7
//! changes same.n = bounces[:8] +- 1e-7
//! final height = final['x'] +- 1e-6
//! x(5) = (lambda n: (lambda d, v: v*d - g*d*d/2)(5 - bounces[n], 0.9**(n + 1)*g*fall))\
//!     (max(k for k in range(12) if bounces[k] < 5)) +- 1e-6
//! message none
//! class Converter
//! run --stop 8e-4 --tol 1e-9 -p E={24,33}
//! v(4e-4) = closed(col('E')[0], T)[0] +- 1e-6
//! i(4e-4) = closed(col('E')[0], T)[1] +- 1e-7
//! final v = closed(col('E')[0], 2*T)[0] +- 1e-6
//! final i = closed(col('E')[0], 2*T)[1] +- 1e-7
//! final automaton.mode = 1
//! run --stop 0.06 --tol 1e-8 --vars v,i,automaton.mode --step 2e-6 -p E=20
//! final v = 11.969512 +- 2e-6
//! final i = 0.591572 +- 2e-6
//! check set(col('automaton.mode')) == {1, 2}
//! value [min(v for t, v in zip(times, col('v')) if t > 0.05), \
//!     max(v for t, v in zip(times, col('v')) if t > 0.05)] = [11.9050, 12.0076] +- 1e-4
//! run --stop 0.06 --tol 1e-8 --vars v,i,automaton.mode -p E=24
//! final v = 12.022165 +- 2e-6
//! final i = 0.606481 +- 2e-6
//! run --stop 0.08 --tol 1e-8 --vars v,i,automaton.mode -p E=28
//! value sorted(right('v', k*4e-4) for k in (198, 199)) = [12.057351, 12.078603] +- 1e-5
//! value sorted(right('i', k*4e-4) for k in (198, 199)) = [0.551941, 0.662308] +- 1e-5
//! run --stop 0.2 --tol 1e-8 --vars v,i,automaton.mode --record peaks --step 1e-5 -p E=24 -p R=300
//! value [min(v for t, v in zip(times, col('v')) if t > 0.15), \
//!     max(v for t, v in zip(times, col('v')) if t > 0.15)] = [12.0317, 12.1515] +- 2e-4
//! value max(v for t, v in zip(times, col('i')) if t > 0.15) = 0.0985 +- 1e-4
//! check set(m for t, m in zip(times, col('automaton.mode')) if t > 0.15) == {1, 2, 3}
//! check all(abs(i) < 1e-12 for i, m in zip(col('i'), col('automaton.mode')) if m == 3)
//! run --stop 0.1 --tol 1e-8 --vars v,i,automaton.mode --step 1e-5 --record peaks -p E=33
//! value [min(v for t, v in zip(times, col('v')) if t > 0.03), \
//!     max(v for t, v in zip(times, col('v')) if t > 0.03)] = [11.63, 12.81] +- 0.03
//! class Masses
//! run --stop 40 --tol 1e-9
//! changes automaton.mode = [t for t, x, v in quick] +- 1e-6
//! value [right('automaton.x[2]', t) for t in changes('automaton.mode')] = [v for t, x, v in quick] +- 1e-6
//! value [right('automaton.x[1]', t) for t in changes('automaton.mode')] = [x for t, x, v in quick] +- 1e-6
//! value changes('automaton.mode') = [1.769496, 4.221923, 9.964653, 11.903753, 16.753733, 18.981562, 37.338552, \
//!     39.301188] +- 2e-6
//! message none
//! run --stop 40 --tol 1e-9 -p C=0.5
//! changes automaton.mode = [t for t, x, v in slow] +- 1e-6
// a jump that is positive from the beginning of its mode waits, and a warning says so
//! run --stop 10 --tol 1e-9 -p s0=1
//! changes automaton.mode = [quick[0][0]] +- 1e-6
//! message R0205 a jump of mode 2 is positive when the mode is entered
// of two jumps that become positive at once the first one counts (E217)
//! class Tie
//! run --stop 2
//! final automaton.mode = 2
//! final automaton.previous = 1
// a reset that depends on the mode that is left (E220); a ramp that jumps back turns the converter (E220), too
//! class Sources
//! run --stop 6 --tol 1e-9
//! changes automaton.mode = [1, 1.5, 3.5, 5] +- 1e-9
//! value [right('x', t) for t in changes('automaton.mode')] = [11, 0, 12, 0] +- 1e-8
//! changes second.n = [1.5, 5] +- 1e-9
//! changes third.n = [1, 3.5] +- 1e-9
//! class Pendulum
//! run --stop 40 --tol 1e-9
//! value changes('automaton.mode')[:2] = [0.5562, 3.4412] +- 1e-4
//! value [t for t in changes('automaton.mode') if right('automaton.mode', t) == 4] = [18.784] +- 1e-3
//! value len(changes('automaton.mode')) = 15
//! final w = 0 +- 1e-4
//! final cos_angle = 1 +- 1e-8
//! message none
model Ball "A ball, as an automaton of one mode and of separate blocks"
  import Saltus.Diagrams.*;
  parameter Real g = 9.81, h = 10;
  Automata.Automaton automaton(jumps = [1], x_start = {h, 0},
    u1 = [automaton.x[2] - automaton.y[3, 1]; -g - automaton.y[4, 1]; x; -0.9*automaton.x[2]; -x]);
  Activations.Counter count(e = automaton.o), same(e = low.o);
  Activations.ZeroCrossDown low(u = height);
  Real x = automaton.x[1], height(start = h, fixed = true), speed(start = 0, fixed = true);
equation
  der(height) = speed;
  der(speed) = -g;
  when low.o then
    reinit(speed, -0.9*pre(speed));
  end when;
end Ball;

model Converter "Buck converter in voltage mode: switch closed; open, and the diode conducts; both open"
  parameter Real R = 22, C = 47e-6, L = 20e-3, Vref = 11.3, a = 8.4, E = 24, T = 400e-6;
  Real v = automaton.x[1], i = automaton.x[2], dv = automaton.y[3, 1], di = automaton.y[4, 1];
  Real Q = 3.8 + 4.4*mod(time, T)/T - a*(v - Vref) "the switch is closed while it is positive";
  Saltus.Diagrams.Automata.Automaton automaton(jumps = [2, 0; 1, 3; 1, 0], x_start = {0, 0},
    u1 = [R*C*dv + v - R*i; L*di + v - E; v; i; -Q],
    u2 = [R*C*dv + v - R*i; L*di + v; v; i; Q; -i],
    u3 = [R*C*dv + v; i; v; 0; Q]);
end Converter;

model Masses "Two masses on springs stick together where they meet, until their springs pull harder than the glue"
  import Saltus.Diagrams.Automata.Automaton;
  import Saltus.Diagrams.Matrices.MatrixExpression;
  parameter Real k1 = 1, k2 = 2, a1 = 1, a2 = 2, m1 = 1, m2 = 1, C = 1, s0 = 10;
  final parameter Real m3 = m1 + m2, k3 = k1 + k2, a3 = (k1*a1 + k2*a2)/k3;
  Automaton automaton(jumps = [2; 1], x_start = {0, 0, 3, 0});
  MatrixExpression apart(expression =
      "[u1(2) - u1(5); m1*u1(6) + k1*(u1(1) - a1); u1(4) - u1(7); m2*u1(8) + k2*(u1(3) - a2);
    u1(1); u1(2); u1(1); u1(2); u1(1) - u1(3)]") "x1, v1, x2, v2";
  MatrixExpression stuck(expression = "[u1(2) - u1(5); m3*u1(6) + k3*(u1(1) - a3); u1(7) + C*u1(3); u1(8) + u1(4);
    u1(1); (m1*u1(2) + m2*u1(4))/m3; s0; 1; k1*(u1(1) - a1) - k2*(u1(1) - a2) - u1(3)]") "x3, v3, stickiness, nothing";
equation
  connect(automaton.y, apart.u1);
  connect(automaton.y, stuck.u1);
  connect(apart.y, automaton.u1);
  connect(stuck.y, automaton.u2);
end Masses;

model Tie "Modes 2 and 3 are never left"
  Real x = automaton.x[1], d = automaton.y[2, 1];
  Saltus.Diagrams.Automata.Automaton automaton(jumps = [2, 3; 0, 0; 0, 0], x_start = {0},
    u1 = [d - 1; x; x - 1; x - 1],
    u2 = [d; x],
    u3 = [d; x]);
end Tie;

model Sources "Mode 3 is entered from 1 and from 2"
  Real x = automaton.x[1], d = automaton.y[2, 1];
  Saltus.Diagrams.Automata.Automaton automaton(jumps = [3; 3; 2], x_start = {0},
    u1 = [d - 1; 0; x - 1],
    u2 = [d - 1; 0; x - 2],
    u3 = [d + 1; 10 + automaton.m[1, 1]; 10.5 - x]);
  Saltus.Diagrams.Activations.Counter second, third;
equation
  connect(automaton.entered[2], second.e);
  connect(automaton.entered[3], third.e);
end Sources;

model Pendulum "Swung up by its pivot, whose acceleration is limited, and held upright"
  parameter Real k = 20, c1 = 0.95, um = 0.25;
  Real x = automaton.x[1] "angle from upright", w = automaton.x[2], dx = automaton.y[3, 1], dw = automaton.y[4, 1];
  Real cos_angle = cos(x), near = atan2(sin(x), cos(x));
  Real energy = w^2/2 + cos(x) - 1, beta = energy*w*cos(x);
  Real hold = if automaton.mode == 4 then (sin(x) + near + w)/cos(x) else 0;
  Saltus.Diagrams.Automata.Automaton automaton(jumps = [2, 4, 0; 1, 3, 4; 2, 4, 0; 2, 0, 0], initialMode = 2,
    x_start = {3.14159265358979 + 1e-3, 0},
    u1 = [w - dx; sin(x) + um*cos(x) - dw; x; w; k*beta + 1; cos(x) - c1],
    u2 = [w - dx; sin(x) - k*um*beta*cos(x) - dw; x; w; -1 - k*beta; k*beta - 1; cos(x) - c1],
    u3 = [w - dx; sin(x) - um*cos(x) - dw; x; w; 1 - k*beta; cos(x) - c1],
    u4 = [w - dx; sin(x) - hold*cos(x) - dw; x; w; c1 - cos(x)]);
end Pendulum;
