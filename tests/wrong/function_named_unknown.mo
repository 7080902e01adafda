// A named argument that the function does not have.
//! error M0522 12:14
//! says did you mean 'width'?
function f
  input Real width;
  output Real y;
algorithm
  y := width;
end f;

model M
  Real x = f(widht = 1);
end M;
