// A position that an algorithm sets, and its derivative.
//! error S0313 5:1
model M
  Real x, v, F;
algorithm
  x := sin(time);
equation
  der(x) = v;
  der(v) = F;
end M;
