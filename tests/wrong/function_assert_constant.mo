// An assertion of a function fails in the size of an array.
//! error M0316 13:10
//! says n is too large
function f
  input Integer n;
  output Integer y;
algorithm
  assert(n < 3, "n is too large");
  y := n;
end f;

model M
  Real x[f(4)] = {1, 2, 3, 4};
end M;
