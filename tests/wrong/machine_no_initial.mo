// No state is the initial one.
//! error M0963 10:3
//! says no state of this state machine is its initial one
model M
  block S
    Integer n(start = 0) = previous(n) + 1;
  end S;
  S a, b;
equation
  transition(a, b, a.n > 3, immediate = false);
end M;
