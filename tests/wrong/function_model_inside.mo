// A model cannot be inside a function.
//! error M0557 9:7
model W
  model A Real x = 1; end A;
  function f
    input Real x;
    output Real y;
  protected
    A a;
  algorithm
    y := x;
  end f;
  Real x = f(time);
end W;
