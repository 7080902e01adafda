// Two transitions from one state with the same priority.
//! error M0962 12:3
//! says two transitions from one state have the same priority, 1
model M
  block S
    Integer n(start = 0) = previous(n) + 1;
  end S;
  S a, b, c;
equation
  initialState(a);
  transition(a, b, a.n > 3, immediate = false);
  transition(a, c, a.n > 2, immediate = false);
end M;
