// A model and a block are states of one machine.
//! error M1000 17:3
//! says 'a' is a model, but 'k' is a block
model M
  model S
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end S;
  block K
    Integer n(start = 0) = previous(n) + 1;
  end K;
  S a;
  K k;
equation
  initialState(a);
  transition(a, k, time > 1);
end M;
