// A variable that was declared and never used.
//! error S0101 6:8
//! says the model has 1 equation too few: nothing determines 'energy'
model M
  Real x(start = 1, fixed = true);
  Real energy;
equation
  der(x) = -x;
end M;
