// A clocked state machine cannot stand in a state of an automaton.
//! error M1001 15:5
//! says a clocked state machine
model M
  block B
    Integer n(start = 0) = previous(n) + 1;
  end B;
  model S
    Real x(start = 0, fixed = true);
    B p, q;
    Integer k = sample(1, Clock(0.1));
  equation
    der(x) = 1;
    initialState(p);
    transition(p, q, p.n > 3);
  end S;
  model T
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
  end T;
  S a;
  T b;
equation
  initialState(a);
  transition(a, b, a.x > 1);
end M;
