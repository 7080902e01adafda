// The inverse is given for something that is no input: it is said, and not used.
//! warning M0568 11:22
//! says its left side is not an input
//! good
function f
  input Real x;
  output Real y;
algorithm
  y := 0;
  for i in 1:2 loop y := y + x; end for;
  annotation(inverse(z = g(y)));
end f;
function g
  input Real y;
  output Real x;
algorithm
  x := y/2;
end g;
model M
  Real x = f(time);
end M;
