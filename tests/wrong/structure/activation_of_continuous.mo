// A number that changes all the time has no activation.
//! error S0770 6:18
model M
  Real x = sin(time);
  Integer n(start = 0, fixed = true);
  Activation e = activation(x);
equation
  when e then n = pre(n) + 1; end when;
end M;
