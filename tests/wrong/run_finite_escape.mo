// A solution that escapes to infinity at time 1.
//! options --stop 2
//! run
//! error R0401 7:8
//! says time 1
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
end M;
