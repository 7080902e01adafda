// A transition in a when.
//! error M0961 12:5
//! says a transition cannot stand inside a when, or inside an if whose condition is not known before the run
model M
  block S
    Integer n(start = 0) = previous(n) + 1;
  end S;
  S a, b;
equation
  initialState(a);
  when Clock(0.1) then
    transition(a, b, a.n > 3, immediate = false);
  end when;
end M;
