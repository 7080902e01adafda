// A number that a when without an activation sets has none.
//! error S0771 7:18
model M
  Real x(start = 0, fixed = true);
  discrete Real y(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Activation e = activation(y);
equation
  der(x) = 1;
  when x > 0.5 then y = time; end when;
  when e then n = pre(n) + 1; end when;
end M;
