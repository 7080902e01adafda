// The value that a local of a function begins with must be of its type. The truth value was taken for 1.
//! error M0309 7:22
function f
  input Real x;
  output Real y;
protected
  parameter Real z = true;
algorithm
  y := x*z;
end f;

model FunctionValueType
  Real x = f(4);
end FunctionValueType;
