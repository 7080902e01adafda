// An input without derivative has one.
//! good
//! warning M0565 15:45
//! says 4 inputs
//! says 3 are needed
function f
  input Real x;
  input Real p[2];
  output Real y;
algorithm
  y := p[1];
  for i in 1:2 loop
    y := y*x;
  end for;
  annotation(derivative(noDerivative = p) = g);
end f;

function g
  input Real x;
  input Real p[2];
  input Real dx;
  input Real dp[2];
  output Real dy;
algorithm
  dy := 2*p[1]*x*dx + dp[1]*x^2;
end g;

model M
  Real x = f(time, {1, 2});
end M;
