// Rates that are nothing but rounding: the sum of three phases is zero. A state that integrates it has no size of its
// own, and nothing is there to follow (E143). What rounding of 325*sin makes of x is below 1e-9, whatever the steps
// are.
//! run --stop {0.1,1,2,10} --solver {auto,rodas}
//! final x = 0 +- 1e-9
//! final q = 0 +- 1e-18
//! check j['steps'] < 10000
//! message none
model RoundedRates
  constant Real third = 2.0943951023931957;
  Real a = 325*sin(314.1592653589793*time), b = 325*sin(314.1592653589793*time - third),
      c = 325*sin(314.1592653589793*time + third);
  Real x(start = 0, fixed = true), q(start = 0, fixed = true);
equation
  der(x) = a + b + c;
  der(q) = (a + b + c)^2;
end RoundedRates;
