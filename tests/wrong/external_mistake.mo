// The C of an external function does not compile: the message has the words of the compiler.
//! run
//! error C0102 5:10
//! says 'divisor' undeclared
function f
  input Real u;
  output Real y;
external "C" y = half(u) annotation(Include = "static double half(double u) { return u/divisor; }");
end f;

model M
  Real x = f(time);
end M;
