// A peak over time, at which a fixed step ends, and which is much narrower than the step.
//! options --stop 10 --solver rk4
//! good
//! warning R0285
model run_fixed_at_peak
  Real x(start = 0, fixed = true);
equation
  der(x) = exp(-((time - 3.333)/0.002)^2);
end run_fixed_at_peak;
