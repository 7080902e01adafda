// A ball rests on a table that goes down and then drops away, faster than the ball falls. Nothing presses the ball on
// any more, and rounding must not make it touch the table for ever. From there on it falls: h = h0 + v0*s - 9.81/2*s^2
// with s = 10 - q, and h0, v0 those of the table at q.
//| a, w, q = 0.5, 1.036, 8.209
//| s = 10 - q
//| h = a*(cos(w*(q - 5)) - 1) - a*w*sin(w*(q - 5))*s - 9.81/2*s**2
//! run --stop 10 --on-zeno rest --solver {auto,adams,cvode,ida,erk,rodas}
//! final h = h +- 1e-5
model Drop
  parameter Real e = 0.294, a = 0.5, w = 1.036, c = 10.04, u = 5.0, q = 8.209;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Real table = (if time > u then a*(cos(w*(time - u)) - 1) else 0) - (if time > q then c*(time - q)^2 else 0);
  Real speed = (if time > u then -a*w*sin(w*(time - u)) else 0) - (if time > q then 2*c*(time - q) else 0);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < table then
    reinit(v, speed - e*(pre(v) - speed));
  end when;
end Drop;
