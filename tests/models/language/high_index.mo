// A constraint between states needs index reduction: until that is built it must be said, not computed wrongly.
//! run --stop 1
//! status failed
//! check len(j['messages']) >= 1 and any('index' in str(m) or 'differentiat' in str(m) for m in j['messages'])
model HighIndex
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), u, v, f;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -f*x;
  der(v) = -f*y - 9.81;
  x^2 + y^2 = 1;
end HighIndex;
