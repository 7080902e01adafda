// An immediate transition that depends on what the state computes in the same tick.
//! warning S0606 8:28
//! says nothing says how often this clocked partition ticks: it ticks once a second
//! error S0613 8:28
//! says whether a state is active depends on what is computed in it in the same tick: 'a.n'
model M
  block S
    Integer n(start = 0) = previous(n) + 1;
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, a.n > 3);
end M;
