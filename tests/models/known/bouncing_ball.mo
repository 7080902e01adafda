// The bouncing ball. Between contacts the ball flies freely, so the n-th contact is at
//   t1 + (2 v1/g)(e + e^2 + ... + e^(n-1)),   t1 = sqrt(2h/g),  v1 = sqrt(2gh),
// and its speed after it is e^n v1. The times run together at t1 (1 + e)/(1 - e) = 27.129.
//| h, g, e = 10, 9.81, 0.9
//| t1, v1 = sqrt(2*h/g), sqrt(2*g*h)
//| contact = [t1 + 2*v1/g*sum(e**k for k in range(1, n)) for n in range(1, 16)]
//| zeno = t1*(1 + e)/(1 - e)
//! run --stop 21.5 --tol 1e-12 --solver {auto,cvode,adams,ida}
//! changes v = contact +- 1e-8
//! value [right('v', t) for t in changes('v')] = [e**n*v1 for n in range(1, 16)] +- 1e-7
//! value [right('h', t) for t in changes('v')] = [0]*15 +- 1e-12
//! events state = 15
// Runge-Kutta methods of order two and more are exact on a parabola, whatever their tolerance and step.
//! run --stop 21.5 --solver {erk,dirk,rodas}
//! changes v = contact +- 1e-8
//! run --stop 21.5 --step 0.05 --solver {heun,rk4}
//! changes v = contact +- 1e-8
// At the example's own tolerance the first contact is right to it.
//! run
//! value changes('v')[0] = 1.427843 +- 1e-6
//! check len(changes('v')) == len([t for t in contact if t < 12])
// The bounces accumulate: told, not hung on.
//! run --stop 30 --solver {auto,erk}
//! status failed
//! message R0202 27.1
//! check 27.0 < j['time']['stop'] < zeno + 1e-3
model BouncingBall "A ball that bounces on the floor"
  parameter Real e = 0.9 "coefficient of restitution";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  Real h(start = 10, fixed = true, unit = "m") "height";
  Real v(start = 0, fixed = true, unit = "m/s") "speed upwards";
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 12, Tolerance = 1e-8));
end BouncingBall;
