// A state must be a block.
//! error M0960 12:3
//! says 'b' is not a block or model, so it cannot be a state
model M
  block S
    Integer n(start = 0) = previous(n) + 1;
  end S;
  S a;
  Integer b = 1;
equation
  initialState(a);
  transition(a, b, a.n > 3, immediate = false);
end M;
