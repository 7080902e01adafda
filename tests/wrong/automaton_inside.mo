// What cannot stand in a state of an automaton.
//! error M1001 10:5
//! says an initial equation cannot stand in 'a'
//! error M1001 11:3
//! says an algorithm
model M
  model S
    Real x(start = 0, fixed = true), y;
  initial equation
    y = 3;
  algorithm
    y := 2*x;
  equation
    der(x) = 1;
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, a.x > 1);
end M;
