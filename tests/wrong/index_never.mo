// The only variable that can be a state must never be one.
//! error S0330 4:8
model M
  Real x(start = 1, fixed = true, stateSelect = StateSelect.never);
equation
  der(x) = -x;
end M;
