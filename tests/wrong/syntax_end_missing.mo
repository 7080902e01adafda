// The class is never ended.
//! error M0121 7:15
//! says end M
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
