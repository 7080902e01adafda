// A position that is prescribed twice.
//! error S0102 10:3
//! says two equations determine 'x'
model M
  Real x, v, F;
equation
  der(x) = v;
  der(v) = F;
  x = sin(time);
  x = cos(time);
end M;
