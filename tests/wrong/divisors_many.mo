// Three thousand divisors that may pass zero: two thousand are looked at, and this is told.
//! options --stop 1
//! run
//! good
//! info S0326 10:3
model M
  Real x(start = 1, fixed = true), z[3000];
equation
  der(x) = -x;
  z = {1/(x + i) for i in 1:3000};
end M;
