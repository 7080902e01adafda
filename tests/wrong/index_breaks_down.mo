// x is asked for as the state of a pendulum that swings past the side, where y can no longer be had from x.
//! run
//! options --stop 10
//! error R0111 14:3
//! says choice of states breaks down
//! says remove StateSelect.always or never from the variables of this constraint
model M
  Real x(start = 0, fixed = true, stateSelect = StateSelect.always), y(start = -1), u(start = 5, fixed = true), v, F;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x;
  der(v) = -F*y - 9.81;
  x^2 + y^2 = 1;
end M;
