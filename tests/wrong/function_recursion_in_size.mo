// A function that calls itself without end decides over a size.
//! error M0316 12:10
//! says calls itself too often
function f
  input Integer n;
  output Integer y;
algorithm
  y := f(n + 1);
end f;

model M
  Real x[f(4)];
equation
  x = fill(1, size(x, 1));
end M;
