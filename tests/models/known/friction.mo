// Stick and slip with three modes under the force F sin(w t). While it slips v(t) = (F/w)(cos wt0 - cos wt) -+ slip (t
// - t0); the times at which it starts (|force| = stick) and stops (v = 0) are found by bisection of these closed forms,
// from half wave to half wave. With F = 6 it rests between the slips; with F = 20 it is still on its way when the force
// turns, so that the next slip follows in the same instant.
//| def bisect(f, a, b):
//|     for _ in range(200):
//|         m = (a + b)/2
//|         if (f(m) > 0) == (f(a) > 0): a = m
//|         else: b = m
//|     return b
//| def slips(F, w, stop, slip=4, stick=5):
//|     changes, modes, moved, t, side, half = [], [], 0.0, 0.0, 1, 0
//|     while True:
//|         peak = (half + 0.5)*pi/w
//|         t0 = max(t, bisect(lambda s: side*F*sin(w*s) - stick, peak - pi/(2*w), peak))
//|         if t0 >= stop: return changes, modes, moved
//|         speed = lambda s: F/w*(cos(w*t0) - cos(w*s)) - side*slip*(s - t0)
//|         t = bisect(lambda s: side*speed(s), t0 + 1e-6, peak + 1.5*pi/w)
//|         end = min(t, stop)
//|         moved += F/w*cos(w*t0)*(end - t0) - F/w**2*(sin(w*end) - sin(w*t0)) - side*slip*(end - t0)**2/2
//|         if changes and changes[-1] == t0: changes.pop(); modes.pop()
//|         changes.append(t0); modes.append(side)
//|         if t < stop: changes.append(t); modes.append(0)
//|         side, half = -side, half + 1
//! run -p F=6 -p w=1 --stop 20 --tol 1e-9 --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! changes mode = slips(6, 1, 20)[0] +- 1e-6
//! value [right('mode', t) for t in changes('mode')] = slips(6, 1, 20)[1]
//! final x = slips(6, 1, 20)[2] +- 1e-6
//! check all(v == 0 for v, m, a, b in zip(col('v'), col('mode'), times, times[1:] + [99]) if m == 0 and a < b)
//! run -p F=20 -p w=2 --stop 10 --tol 1e-9 --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! changes mode = slips(20, 2, 10)[0] +- 1e-6
//! value [right('mode', t) for t in changes('mode')] = slips(20, 2, 10)[1]
//! final x = slips(20, 2, 10)[2] +- 1e-5
// At a loose tolerance the sequence of modes is the same.
//! run -p F=6 -p w=1 --stop 20 --tol 1e-4 --solver {auto,cvode,erk}
//! changes mode = slips(6, 1, 20)[0] +- 1e-2
model Friction "Stick and slip"
  parameter Real m(unit = "kg") = 1;
  parameter Real slip(unit = "N") = 4 "friction while it slips";
  parameter Real stick(unit = "N") = 5 "adhesion";
  parameter Real F(unit = "N") = 6, w(unit = "rad/s") = 1;
  Real force(unit = "N") = F*sin(w*time);
  Real v(start = 0, fixed = true, unit = "m/s");
  Real x(start = 0, fixed = true, unit = "m");
  Integer mode(start = 0, fixed = true) "-1 backward, 0 stuck, 1 forward";
  Real friction(unit = "N");
equation
  der(x) = v;
  m*der(v) = if mode == 0 then 0 else force - friction;
  friction = if mode == 0 then force else mode*slip;
  when force > stick and pre(mode) == 0 then
    mode = 1;
  elsewhen force < -stick and pre(mode) == 0 then
    mode = -1;
  elsewhen {v < 0 and pre(mode) == 1, v > 0 and pre(mode) == -1} then
    mode = 0;
    reinit(v, 0);
  end when;
  annotation(experiment(StopTime = 20));
end Friction;
