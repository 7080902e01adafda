// activeState of a block that is no state.
//! error M0964 12:20
//! says 'c' is not a state of a state machine
//! says write a transition to it, or initialState(...)
model M
  block S
    Integer n(start = 0) = previous(n) + 1;
  end S;
  S a, b, c;
equation
  initialState(a);
  transition(a, b, activeState(c), immediate = false);
end M;
