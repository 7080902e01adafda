// More results are wanted than a function has.
//! error M0416 15:3
function f
  input Real u;
  output Real a;
  output Real b;
algorithm
  a := u;
  b := 2*u;
end f;

model M
  Real a, b, c;
equation
  (a, b, c) = f(time);
end M;
