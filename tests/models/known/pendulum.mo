// A pendulum without damping: its period is 2 pi sqrt(L/g)/agm(1, cos(phi0/2)), with the arithmetic-geometric mean; a
// quarter of it after the start it hangs straight down with the speed 2 sqrt(g/L) sin(phi0/2), and after a half it is
// on the other side.
//| phi0, wn = 2.967, sqrt(9.81)
//| x, y = 1.0, cos(phi0/2)
//| while abs(x - y) > 1e-15: x, y = (x + y)/2, sqrt(x*y)
//| T = 2*pi/wn/x
//! run -p damping=0 --stop $(4*T) --step $(T/8) --tol {1e-8,1e-10} --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! phi(T/4) = 0 +- 1e3*tol
//! w(T/4) = -2*wn*sin(phi0/2) +- 1e3*tol
//! phi(T/2) = -phi0 +- 1e3*tol
//! phi(T) = phi0 +- 5e3*tol
//! phi(4*T) = phi0 +- 5e4*tol
//! swing = phi0 +- 5e3*tol
//! check all(any(abs(t - n*T/2) < 5e4*tol for t in instants) for n in range(1, 8))
// With damping each swing is smaller than the one before.
//! run
//! check all(a > b for a, b in zip([right('swing', t) for t in changes('swing')], [right('swing', t) \
//!     for t in changes('swing')][1:]))
//! check len(changes('swing')) >= 10
model Pendulum "A pendulum with its extremes"
  parameter Real L(unit = "m") = 1;
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real damping(unit = "1/s") = 0.15;
  Real phi(start = 2.967, fixed = true, unit = "rad");
  Real w(start = 0, fixed = true, unit = "rad/s");
  discrete Real swing(start = 2.967, fixed = true, unit = "rad") "the last extreme";
equation
  der(phi) = w;
  der(w) = -g/L*sin(phi) - damping*w;
  when {w > 0, w < 0} then
    swing = abs(phi);
  end when;
  annotation(experiment(StopTime = 20));
end Pendulum;
