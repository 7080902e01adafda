// There is one end too many.
//! error M0113 8:1
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
end M;
