// A transition of an automaton does not wait for others by itself.
//! error M1002 13:3
//! says synchronize
model M
  model S
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, a.x > 1, synchronize = true);
end M;
