// The same as index_breaks_down.mo with fixed steps, of which one leads past the side: y comes back on the branch where
// it was, as if the motion were reflected.
//! run
//! options --stop 10 --solver heun
//! error R0111 15:3
//! says choice of states breaks down
//! warning R0236
model M
  Real x(start = 0, fixed = true, stateSelect = StateSelect.always), y(start = -1), u(start = 5, fixed = true), v, F;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x;
  der(v) = -F*y - 9.81;
  x^2 + y^2 = 1;
end M;
