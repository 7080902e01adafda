// A peak of a rate over a state that is narrower than the fixed steps.
//! options --stop 10 --solver rk4
//! good
//! warning R0285
model run_fixed_over_peak
  Real x(start = 0, fixed = true), p(start = 0, fixed = true);
equation
  der(p) = 1;
  der(x) = exp(-((p - 3.333)/0.002)^2);
end run_fixed_over_peak;
