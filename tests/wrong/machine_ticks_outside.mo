// ticksInState outside of a state.
//! error M0965 9:15
//! says 'ticksInState' is for states, and for the conditions of transitions
model M
  block S
    Integer n(start = 0) = previous(n) + 1;
  end S;
  S a, b;
  Integer k = ticksInState();
equation
  initialState(a);
  transition(a, b, a.n > 3, immediate = false);
end M;
