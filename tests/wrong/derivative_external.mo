// The derivative of an external function without an annotation, inside of another function.
//! error S0304 17:12
//! says 'g' is an external function without a derivative annotation
//! says derivative = ...
function g
  input Real x;
  output Real y;
  external "C" y = sin(x);
end g;
function f
  input Real x;
  output Real y = 2*g(x);
algorithm
end f;
model M
  Real x(start = 0, fixed = true);
  Real y = der(f(x));
equation
  der(x) = 1;
end M;
