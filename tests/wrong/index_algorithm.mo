// A constraint that an algorithm computes.
//! error S0313 6:1
//! says algorithm
model M
  Real x, v, F, s;
algorithm
  s := sin(time);
  s := s + 1;
equation
  x = s;
  der(x) = v;
  der(v) = F;
end M;
