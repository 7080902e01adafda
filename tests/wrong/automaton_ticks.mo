// An automaton has no ticks.
//! error M1005 13:20
//! says use timeInState()
model M
  model S
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, ticksInState() > 3);
end M;
