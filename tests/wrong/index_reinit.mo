// reinit of a speed that is asked not to be a state.
//! error S0110 10:5
//! says constraint determines it
model M
  Real w1(start = 0, fixed = true, stateSelect = StateSelect.always), w2, tau;
equation
  der(w1) = 1 - tau;
  der(w2) = 3*tau;
  when time > 0.5 then
    reinit(w2, 1);
  end when;
  w1 = 3*w2;
end M;
