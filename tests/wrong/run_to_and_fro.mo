// Dry friction without events, in fixed steps: the body creeps on although it must stick at 0.2.
//! options --stop 10 --solver rk4
//! run
//! good
//! warning R0227 11:3
//! says v > 0
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -10*x - 2*noEvent(if v > 0 then 1 else -1);
end M;
