// No state is the initial one.
//! error M0963 10:3
//! says this state machine has no initial state
model M
  block S
    Integer n(start = 0) = previous(n) + 1;
  end S;
  S a, b;
equation
  transition(a, b, a.n > 3, immediate = false);
end M;
