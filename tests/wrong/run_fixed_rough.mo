// A decay with a time constant of a 300th, in steps of a hundredth: the method is not stable there.
//! options --solver rk4 --stop 1 --step 0.01
//! good
//! warning R0214
//! says solver rk4 up to time
//! says is far too long for 'x'
model run_fixed_rough
  Real x(start = 0, fixed = true);
equation
  der(x) = 300*(1 - x);
end run_fixed_rough;
