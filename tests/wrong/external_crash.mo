// An external function touches memory that is not its own.
//! run
//! info U0347
//! error R0340 7:10
//! says (SIGSEGV)
//! says 'f'
function f
  input Real u;
  output Real y;
external "C" y = f(u)
    annotation(Include = "static double f(double u) { if (u > 0.5) *(volatile int *)8 = 1; return u; }");
end f;

model M
  Real x = f(time);
end M;
