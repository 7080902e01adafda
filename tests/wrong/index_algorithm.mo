// A constraint that an algorithm computes, with the help of something that has no derivative.
//! error S0313 6:1
//! says homotopy
model M
  Real x, v, F, s;
algorithm
  s := homotopy(sin(time), time);
equation
  x = s;
  der(x) = v;
  der(v) = F;
end M;
