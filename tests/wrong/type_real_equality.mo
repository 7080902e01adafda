// Two varying Reals are compared for equality.
//! error M0311 5:17
model M
  Real x = sin(time);
  Boolean b = x == 0;
end M;
