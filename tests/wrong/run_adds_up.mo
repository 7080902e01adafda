// An oscillator without damping over forty thousand periods. At a coarse tolerance a part of its amplitude is lost; the
// estimate of the error tells so (E127).
//! options --stop 250 --tol 1e-5 --solver erk
//! run
//! good
//! warning R0262
//! says --tol 1e-07
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -1e6*x;
end M;
