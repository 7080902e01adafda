// An external function ends with an error during the run.
//! run
//! info U0347
//! error R0320 6:10
//! says the well is dry
function f
  input Real u;
  output Real y;
external "C" y = f(u) annotation(Include = "
#include \"ModelicaUtilities.h\"
static double f(double u) { if (u > 0.5) ModelicaError(\"the well is dry\"); return u; }
");
end f;

model M
  Real x = f(time);
end M;
