// A diode behind integrators that begin to move at 1 s: its voltage is zero there with its first two or three
// derivatives, and the next one decides, up or down (E163). x = sign*(t - 1)^n/n!. The diode is in series with 1 Ohm:
// it has the current x or the voltage x, and turns at 1 s, or not at all.
//! class HigherDerivatives.Third
//! run --stop 2 --step 0.1 -p sign=-1
//! changes on = [1] +- 1e-12
//! v = -max(0, t - 1)**3/6 +- 1e-7
//! run --stop 2 --step 0.1 -p sign=1
//! changes on = []
//! i = max(0, t - 1)**3/6 +- 1e-7
//! class HigherDerivatives.Fourth
//! run --stop 2 --step 0.1 -p sign=-1
//! changes on = [1] +- 1e-12
//! v = -max(0, t - 1)**4/24 +- 1e-7
//! run --stop 2 --step 0.1 -p sign=1
//! changes on = []
//! i = max(0, t - 1)**4/24 +- 1e-7
package HigherDerivatives
  partial model Behind
    parameter Real sign = 1;
    Real f, g, x1(start = 0, fixed = true), x2(start = 0, fixed = true), x3(start = 0, fixed = true), x, v, i, s;
    Boolean on = s >= 0;
  equation
    f + g = sign;
    if time < 1 then f = 0; else g = 0; end if;
    der(x1) = f;
    der(x2) = x1;
    der(x3) = x2;
    v + i = x;
    if on then v = 0; s = i; else i = 0; s = v; end if;
  end Behind;
  model Third
    extends Behind;
  equation
    x = x3;
  end Third;
  model Fourth
    extends Behind;
    Real x4(start = 0, fixed = true);
  equation
    der(x4) = x3;
    x = x4;
  end Fourth;
end HigherDerivatives;
