// E720. The logarithm has no value at the start value of x unless p has been led from -1: then x = p + 1 is followed.
//! class Ramps.Linear
//! run --stop 1
//! final x = 2001 +- 1e-9
//! final p = 2000
//! message R0117 leading 'p' from -1 to 2000
// Between numbers of one sign by ratio: x = q + 1 from q = 1e-3 to 2000.
//! class Ramps.Ratio
//! run --stop 1
//! final x = 2001 +- 1e-9
//! message R0117 leading 'q' from 0.001 to 2000
// Two ramps, one after the other; with r at its own value alone nothing is found.
//! class Ramps.Second
//! run --stop 1
//! final x = 2001 +- 1e-9
//! final r = 3
//! message R0117 leading 'p' from -1 to 2000, 'r' from 0 to 3
// A model that is solved from its start values uses no ramp.
//! class Ramps.Easy
//! run --stop 1
//! final x = 3 +- 1e-9
//! message none
package Ramps
  model Linear
    parameter Real p = 2000 annotation(__Saltus(ramp = -1));
    Real x(start = 0);
  equation
    log(x - p) + 1e-3*(x - p - 1)^3 = 0;
  end Linear;
  model Ratio
    parameter Real q = 2000 annotation(__Saltus(ramp = 1e-3));
    Real x(start = 1);
  equation
    log(x - q) + 1e-3*(x - q - 1)^3 = 0;
  end Ratio;
  model Second
    extends Linear;
    parameter Real r = 3 annotation(__Saltus(ramp = 0));
    Real y = sqrt(x - p) + r;
  end Second;
  model Easy
    parameter Real p = 3 annotation(__Saltus(ramp = -1));
    Real x(start = 1);
  equation
    x^3 + x = p^3 + p;
  end Easy;
end Ramps;
