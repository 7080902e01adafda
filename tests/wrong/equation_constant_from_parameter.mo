// A constant depends on a parameter.
//! error M0405 6:21
//! says 'k'
model M
  parameter Real k = 2;
  constant Real c = 2*k;
  Real x = c;
end M;
