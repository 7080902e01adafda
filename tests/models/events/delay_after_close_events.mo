// Three events follow each other within 1e-13 s, at 1.8818 s. A straight line comes out of a delay as straight as it
// went in: what rounding makes of the difference of two entries is no slope.
//! run --stop 3 --tol 1e-10 --step 0.0005
//! value max(abs(right('late', 2.09 + 0.0005*k) - (-1.13 + 1.07*(2.09 + 0.0005*k - 0.2113))) for k in range(100)) \
//!     = 0 +- 1e-12
//! final n = 3 +- 0
model CloseEvents
  Real x(start = -1.13, fixed = true);
  Real v(start = 0.3, fixed = true);
  Real late = delay(x, 0.2113);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1.07;
  der(v) = -2.1*(x + 0.1);
algorithm
  when x > 0.8835 then
    n := n + 1;
  end when;
  when x > 0.8835 + 3e-14 then
    n := n + 1;
  end when;
  when x > 0.8835 + 9e-14 then
    n := n + 1;
  end when;
end CloseEvents;
