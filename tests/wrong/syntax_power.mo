// A power is written as in Fortran and Python.
//! error M0104 7:11
//! says ^
model M
  Real x;
equation
  x = time**2;
end M;
