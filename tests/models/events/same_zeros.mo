// Conditions that are numbers times each other turn in one instant, although 3*0.1 is not 0.3 and 0.07/0.7 is not 0.1
// in binary numbers. In every instant exactly one of x < c and its opposites holds. The level is met at c by x and at
// -c by y (E126).
//| c = 0.1
//! run --stop 0.3 --solver {auto,cvode,rodas,rk4}
//! events state = 2
//! changes low = [c] +- 1e-6
//! changes b = [c] +- 1e-6
//! final n = 1 +- 0
//! final odd = 0 +- 0
//! message none
model SameZeros
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  parameter Real c = 0.1;
  Boolean low = x < 0.1, a = 3*x > 0.3, b = 0.7*x >= 0.07, d = 0.3 - x/(1/3) < 0, e = -y/7 >= 0.2/7;
  Boolean p = x < c, q = 2*(x - c) > 0, s = 5*c < 5*x;
  Integer n(start = 0, fixed = true) "how often they turned", odd(start = 0, fixed = true) "how often they disagreed";
equation
  der(x) = 1;
  der(y) = -1;
  when {a, b, d, not low} then
    n = pre(n) + 1;
  end when;
  when {low == a, low == b, low == d, p == q, p == s} then
    odd = pre(odd) + 1;
  end when;
end SameZeros;
