// An assertion that fails ends the run with its text, in which values are converted to strings; one of level warning
// lets it go on.
//! class Asserts.Hard
//! run --stop 2
//! status failed
//! message R0204 x is 1
//! value j['time']['stop'] = 1 +- 1e-9
//! class Asserts.Soft
//! run --stop 2
//! status done
//! message R0205 beyond
//! final x = 2 +- 1e-9
//! class Asserts.Never
//! run --stop 2
//! message none
package Asserts
  model Hard
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    assert(x <= 1, "x is " + String(x) + " and too large");
  end Hard;
  model Soft
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    assert(x <= 1, "x is beyond " + String(1), AssertionLevel.warning);
  end Soft;
  model Never
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    assert(x < 3, "never");
  end Never;
end Asserts;
