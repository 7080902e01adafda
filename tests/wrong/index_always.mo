// Two shafts over a gear, both of which must be states.
//! error S0310 5:46
//! says w1 = 3*w2
model M
  Real w1(stateSelect = StateSelect.always), w2(stateSelect = StateSelect.always), tau;
equation
  der(w1) = 1 - tau;
  der(w2) = 3*tau;
  w1 = 3*w2;
end M;
