// Two transitions from one state, and nothing says which comes first.
//! error M0962 14:3
//! says two transitions from one state have the same priority
model M
  model S
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, a.x > 1);
  transition(a, a, a.x > 2);
end M;
