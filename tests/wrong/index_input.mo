// The position of a mass is an input: its acceleration would be needed.
//! info U0410 6:14
//! error S0309 9:3
//! says filter
model M
  input Real u;
  Real x, v, F;
equation
  x = u;
  der(x) = v;
  der(v) = F;
end M;
