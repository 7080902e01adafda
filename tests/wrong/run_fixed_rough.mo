// A pulse of a millionth of a second, whose integral is 1.77, in steps of a 500th: one step meets its peak, and gives hundreds.
//! options --solver rk4
//! good
//! warning R0214
//! says solver rk4 up to time 0.3333 is far too long for 'x'
model run_fixed_rough
  Real x(start = 0, fixed = true);
equation
  der(x) = 1e6*exp(-((time - 0.3333)*1e6)^2);
end run_fixed_rough;
