// A narrow peak that comes out of a delay, in fixed steps: 0.01873 for 0.017725.
//! options --stop 10 --solver rk4
//! good
//! warning R0285
//! says comes out of a delay
//! says 'x' is off by about 0.001
model run_fixed_behind_delay
  Real x(start = 0, fixed = true);
equation
  der(x) = delay(exp(-((time - 3.03)/0.01)^2), 1.05);
end run_fixed_behind_delay;
