// E100: what counts as a jump follows from the tolerance. A coil of 1 H discharges from 1 A through 1 Ohm; at 17
// s, when exp(-17) = 4.1e-8 A are left, the switch opens and a diode is let in: the current goes over to the diode
// and falls by 1e-8 A/s against its source.
//| i = lambda t: exp(-t) if t <= 17 else max(0, exp(-17) - 1e-8*(t - 17))
//! class Coil
//! run --stop 20 --step 0.5 --tol {1e-9,1e-10,1e-11}
//! value [right('i', t) for t in (17, 18, 19, 20)] = [i(t) for t in (17, 18, 19, 20)] +- 3*tol
//! check right('on', 18) == 1
//! message none
//! run --stop 20 --step 0.5 --tol 1e-6
//! i = i(t) +- 1e-6
//! message none
// Two capacitors that differ by 6e-8 of their voltage: the charge is kept, and the jump is told if it is above the
// tolerance.
//! class Charges
//! run --stop 2 --tol 1e-9
//! final a = 1 + 3e-8 +- 1e-14
//! final b = 1 + 3e-8 +- 1e-14
//! message R0230 a from 1 to 1
//! run --stop 2 --tol 1e-6
//! final a = 1 + 3e-8 +- 1e-14
//! message none
model Coil
  Real i(start = 1, fixed = true), v, iq, vd, id, s;
  Boolean closed = time < 17, on;
equation
  der(i) = -v;
  i = iq + id;
  if closed then v = iq; else iq = 0; end if;
  vd = -1e-8 + v;
  on = s >= 0 and not closed;
  if on then vd = 0; s = id; else id = 0; s = vd; end if;
end Coil;

model Charges
  Real a(start = 1, fixed = true), b(start = 1.00000006, fixed = true), i;
equation
  der(a) = -i;
  der(b) = i;
  if time > 1 then a = b; else i = 0; end if;
end Charges;
