// The function has the inputs of a derivative of order 2, and says order = 1.
//! good
//! warning M0567 18:40
model W
  function f
    input Real x;
    output Real y;
  algorithm
    y := x^3;
    annotation(derivative = f1);
  end f;
  function f1
    input Real x;
    input Real dx;
    output Real dy;
  algorithm
    dy := 3*x^2*dx;
    annotation(derivative(order = 1) = f2);
  end f1;
  function f2
    input Real x;
    input Real dx;
    input Real ddx;
    output Real ddy;
  algorithm
    ddy := 6*x*dx^2 + 3*x^2*ddx;
  end f2;
  Real x = f(time), y = der(x), z = der(y);
end W;
