// What is named as the derivative is not a function.
//! good
//! warning M0564 14:27
//! says not a function
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

record g
  Real a;
end g;

model M
  Real x = f(time, {1, 2});
end M;
