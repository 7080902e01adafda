// A start value of another type.
//! error M0309 4:10
model M
  Real x(start = true, fixed = true);
equation
  der(x) = -x;
end M;
