// A function is written in Modelica or in C. The algorithm was left out.
//! error M0550 6:3
function f
  input Real x;
  output Real y;
  algorithm
    y := x;
  external "C" y = sin(x);
end f;

model FunctionAndExternal
  Real x = f(time);
end FunctionAndExternal;
