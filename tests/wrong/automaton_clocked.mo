// Clocked states have no transition by an activation.
//! error M1004 12:3
//! says cannot be an Activation
model M
  block S
    Integer n(start = 0) = previous(n) + 1;
  end S;
  S a, b;
  Activation e = Activation(1);
equation
  initialState(a);
  transition(a, b, e);
end M;
