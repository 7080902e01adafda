// A coil fed through an ideal switch, with a free-wheeling diode. When the switch opens the current of the coil must go
// over to the diode at once: its voltage never becomes positive before. Nothing of the current may be lost.
// Periodically the current is between imax and imin of the closed form (E101).
//| R = 2; L = 0.01; V = 12; T = 1e-3; D = 0.4; tau = L/R
//| imax = V/R*(1 - exp(-D*T/tau))/(1 - exp(-T/tau)); imin = imax*exp(-(1 - D)*T/tau)
//! class Freewheel.Chopper
//! run --stop 0.1 --tol 1e-9
//! message none
//! il(0.0994) = imin + (V/R - imin)*(1 - exp(-D*T/tau)) +- 1e-6
//! value left('il', 0.0994) = imax +- 1e-6
//! value right('il', 0.099) = imin +- 1e-6
//! check max(abs(a - b) for a, b in zip(col('il'), [x + y for x, y in zip(col('i'), col('id'))])) < 1e-12
//! check all(v <= 1e-9 for v in col('vd')) and all(i >= -1e-9 for i in col('id'))
// without a diode the current is lost, and the log says so
//! class Freewheel.Cut
//! run --stop 1e-3
//! il(4.5e-4) = 0 +- 1e-12
//! value left('il', 4e-4) = V/R*(1 - exp(-4e-4/tau)) +- 1e-6
package Freewheel
  model Chopper
    Real v, i, vd, id, il(start = 0, fixed = true);
    Boolean on = mod(time, 1e-3) < 0.4e-3;
    Boolean free(start = false, fixed = true);
  equation
    12 = v - vd;
    i + id = il;
    0.01*der(il) = -vd - 2*il;
    free = if pre(free) then id >= 0 else vd > 0;
    if on then v = 0; else i = 0; end if;
    if free then vd = 0; else id = 0; end if;
  end Chopper;
  model Cut
    Real v, i, il(start = 0, fixed = true), vl;
    Boolean on = time < 0.4e-3;
  equation
    12 = v + vl;
    i = il;
    0.01*der(il) = vl - 2*il;
    if on then v = 0; else i = 0; end if;
  end Cut;
end Freewheel;
