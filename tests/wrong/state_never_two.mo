// StateSelect.never for both of two variables that are tied to each other: one of them is a state nevertheless.
//! good
//! warning S0311 5:8
model M
  Real x(start = 1, fixed = true, stateSelect = StateSelect.never);
  Real y(stateSelect = StateSelect.never);
  Real w;
equation
  der(x) = -x;
  der(y) = w;
  y = 2*x;
end M;
