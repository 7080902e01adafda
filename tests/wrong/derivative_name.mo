// The inputs of the derivative have other names.
//! good
//! warning M0565 15:27
//! says input 1
//! says 'x'
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
  input Real z;
  input Real p[2];
  input Real dx;
  input Real dp[2];
  output Real dy;
algorithm
  dy := 2*p[1]*z*dx + dp[1]*z^2;
end g;

model M
  Real x = f(time, {1, 2});
end M;
