// An automaton without an initial state.
//! error M0963 12:3
//! says this state machine has no initial state
model M
  model S
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end S;
  S a, b;
equation
  transition(a, b, a.x > 1);
end M;
