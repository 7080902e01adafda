// Whether a state is active is asked by a function, not by a member.
//! error M0320 14:10
//! says activeState(state)
model M
  block A
    outer output Integer i;
  equation
    i = previous(i) + sample(1, Clock(0.1));
  end A;
  inner Integer i(start = 0);
  A a, b;
  Boolean on;
equation
  on = a.active;
  initialState(a);
  transition(a, b, i > 3);
end M;
