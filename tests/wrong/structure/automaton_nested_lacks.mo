// A variable of the model has no equation. The states of an automaton inside a state have all they need.
//! error S0101 22:8
//! says nothing determines 'lost'
//! error S0320 27:3
//! class M
model M
  model Outer
    model Up
      Real z(start = 0, fixed = true);
    equation
      der(z) = 1;
    end Up;
    Up a, b;
  equation
    initialState(a);
    transition(a, b, a.z > 1);
    transition(b, a, b.z > 1);
  end Outer;
  model Other
  end Other;
  Outer o;
  Real lost;
  Other p;
  Real w(start = 0, fixed = true);
equation
  initialState(o);
  transition(o, p, time > 3);
  transition(p, o, time > 4);
  der(w) = 1;
end M;
