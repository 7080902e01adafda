// A state that no transition leads to.
//! warning M1003 15:3
//! says the state 'b' is never entered
//! good
model M
  model S
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, a, a.x > 1);
  transition(b, a, b.x > 1);
end M;
