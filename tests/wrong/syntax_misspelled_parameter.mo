// The word parameter is misspelled.
//! error M0127 5:3
//! says parameter
model M
  paramter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end M;
