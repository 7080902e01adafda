// A call for its effect would have its effect at each step of an iteration.
//! warning M0625 11:3
//! error S0308 9:1
//! says impure
model M
  impure function tell input Real x; external "C" tell(x)
      annotation(Include = "static void tell(double x) { (void)x; }"); end tell;
  Real x(start = 1), y;
algorithm
  y := x^2 + 1;
  tell(y);
equation
  x + y = 3;
end M;
