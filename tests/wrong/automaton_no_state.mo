// A transition to a state that is not declared.
//! error M0960 14:3
//! says there is no block or model 'c'
//! says declare a component
model M
  model S
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, c, a.x > 1);
end M;
