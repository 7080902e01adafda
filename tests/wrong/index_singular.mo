// Two masses are tied twice, and nothing determines the force between them: differentiating does not help.
//! error S0103 12:3
//! says nothing determines 'f'
model M
  Real x(start = 1, fixed = true), y, v, w, f, g;
equation
  der(x) = v;
  der(y) = w;
  der(v) = -g;
  der(w) = g;
  x + y = 1;
  x - y = 2*time;
end M;
