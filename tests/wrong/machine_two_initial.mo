// Two initial states in one machine.
//! error M0963 11:3
//! says this state machine has two initial states
model M
  block S
    Integer n(start = 0) = previous(n) + 1;
  end S;
  S a, b;
equation
  initialState(a);
  initialState(b);
  transition(a, b, a.n > 3, immediate = false);
end M;
