// An external function leaves another rounding of numbers behind: it is put back.
//! run
//! good
//! info U0347
//! warning R0341 7:10
//! says rounded
function f
  input Real u;
  output Real y;
external "C" y = f(u) annotation(Include = "
#include <fenv.h>
static double f(double u) { fesetround(FE_UPWARD); return u; }
");
end f;

model M
  Real x(start = 0, fixed = true);
equation
  der(x) = f(time);
end M;
