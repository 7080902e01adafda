// The derivative of an array input is missing.
//! good
//! warning M0565 16:27
//! says 3 inputs
//! says 4 are needed
//! says Real[:] (derivative of p)
function f
  input Real x;
  input Real p[2];
  output Real y;
algorithm
  y := p[1];
  for i in 1:2 loop
    y := y*x;
  end for;
  annotation(derivative = g);
end f;

function g
  input Real x;
  input Real p[2];
  input Real dx;
  output Real dy;
algorithm
  dy := 2*p[1]*x*dx;
end g;

model M
  Real x = f(time, {1, 2});
end M;
