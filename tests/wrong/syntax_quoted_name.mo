// A quoted name that does not end on its line.
//! error M0103 4:8
model M
  Real 'my x;
equation
  x = 1;
end M;
