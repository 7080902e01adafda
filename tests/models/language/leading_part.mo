// The first rows of a longer array, as the value of an array: not the whole array, in the flat text either
// (tests/flat.py).
//! run --stop 1
//! final F[1,1] = -1
//! final F[2,3] = 2
//! final f[2] = 6
model LeadingPart
  parameter Real E[3, 3] = [-1, 0, 1; 0, -2, 2; 0, 0, 1];
  parameter Integer n = 2;
  parameter Real F[:, :] = E[1:n, :];
  Real e[3] = {3, 6, 9 + time};
  Real f[2] = e[1:2];
end LeadingPart;
