// Nothing says when an activation comes.
//! error S0711 4:14
model M
  Activation e;
  Integer n(start = 0, fixed = true);
equation
  when e then n = pre(n) + 1; end when;
end M;
