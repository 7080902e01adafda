// A box over a state whose sides meet the steps: rk4 loses a sixth of a step at each, 0.0933 for 0.1.
//! options --stop 10 --solver rk4
//! good
//! warning R0285
//! says '5.3 - p' is zero
//! says 'x' is off by about 0.0067
model run_fixed_over_box
  Real p(start = 0, fixed = true), x(start = 0, fixed = true);
equation
  der(p) = 1;
  der(x) = noEvent(if p > 5.2 and p < 5.3 then 1 else 0);
end run_fixed_over_box;
