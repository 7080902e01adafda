// The second derivative stands beside the first one, where it belongs into it.
//! good
//! warning M0566 11:54
function f
  input Real x;
  output Real y;
algorithm
  for i in 1:2 loop
    y := x;
  end for;
  annotation(derivative = g, derivative(order = 2) = h);
end f;
function g
  input Real x, dx;
  output Real dy;
algorithm
  dy := dx;
end g;
function h
  input Real x, dx, ddx;
  output Real ddy;
algorithm
  ddy := ddx;
end h;
model M
  Real x = f(time);
end M;
