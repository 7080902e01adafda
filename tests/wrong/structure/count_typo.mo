// An equation was written for the wrong one of two similar names.
//! error S0103 10:3
//! says two equations determine 'v': one of them is too many, and nothing determines 'V'
model M
  Real x(start = 1, fixed = true);
  Real v, V;
equation
  der(x) = -x;
  v = sin(time);
  v = 3*cos(time);
end M;
