// A function has one algorithm.
//! error M0550 9:3
model W
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
  algorithm
    y := 2*x;
  end f;
  Real x = f(time);
end W;
