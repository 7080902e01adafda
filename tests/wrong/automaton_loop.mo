// Two states lead to each other in one instant.
//! error R0204 14:3
//! says more than 12 transitions in one instant between the states 'a', 'b'
//! run
model M
  model S
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, time > 0.5);
  transition(b, a, time > 0.5);
end M;
