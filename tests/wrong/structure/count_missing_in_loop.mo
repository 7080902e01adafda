// Two unknowns share one equation.
//! error S0101 6:8
//! says the model has 2 equations too few: nothing determines 'inflow', 'outflow'
model M
  Real x(start = 1, fixed = true);
  Real inflow, outflow;
equation
  der(x) = inflow - outflow;
end M;
