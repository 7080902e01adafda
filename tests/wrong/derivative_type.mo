// The derivative of an array is a scalar.
//! good
//! warning M0565 15:27
//! says input 4
//! says 'p'
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
  input Real dp;
  output Real dy;
algorithm
  dy := 2*p[1]*x*dx + dp*x^2;
end g;

model M
  Real x = f(time, {1, 2});
end M;
