// A whole number beyond the largest Integer is taken as a Real.
//! good
//! warning M0139 7:7
model M
  Real x;
equation
  x = 99999999999999999999;
end M;
