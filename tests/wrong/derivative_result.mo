// The derivative has a result of another size.
//! good
//! warning M0565 14:27
//! says output 1
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
  input Real dp[2];
  output Real dy[2];
algorithm
  dy[1] := 2*p[1]*x*dx + dp[1]*x^2;
end g;

model M
  Real x = f(time, {1, 2});
end M;
