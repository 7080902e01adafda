// Three unknown names, all reported.
//! error M0301 8:7
//! error M0301 9:7
//! error M0521 10:7
model M
  Real x, y, z;
equation
  x = a;
  y = b;
  z = f(1);
end M;
