// A state has its derivative and is given a value too.
//! error S0102 8:3
//! says is a state
//! says initial equation
model M
  Real x(start = 1, fixed = true);
equation der(x) = -x;
  x = 3;
end M;
