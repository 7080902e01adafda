// A condition whose consequence is its opposite.
//! run
//! error R0102
//! says contradict
//! says x > 0.5
model M
  Real x(start = 1);
  Boolean b;
equation
  b = x > 0.5;
  x = if b then 0.2 else 0.8;
end M;
