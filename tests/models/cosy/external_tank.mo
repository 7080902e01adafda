// Used by external.cosy.
//! run --stop 1
//! h(1) = exp(-0.5) +- 1e-5
model Tank
  parameter Real a = 2;
  input Real q;
  Real h(start = 1, fixed = true);
  output Real y;
  function three
    input Real x;
    output Real y;
  algorithm
    y := 3*x;
  end three;
equation
  a*der(h) = q - h;
  y = three(h);
end Tank;
