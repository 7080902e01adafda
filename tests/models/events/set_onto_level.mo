// A state that a clause sets onto the level that it has just passed: the relation is what it says of this value, so it
// can be passed again. The state is on its level from the first event on, and leaves it when it is let go.
//! class SetOntoLevel.Clamp
//! run --stop 10 --solver {auto,cvode,ida,rodas,dirk,adams,erk}
//! final x = 1
//! final n = 2
//! final over = False
//! final above = 0
//! final inside = 10 +- 1e-9
//! class SetOntoLevel.Reached
//! run --stop 10 --solver {auto,cvode,rodas}
//! final x = -1
//! final n = 2
//! final low = True
//! final at = 8 +- 1e-9
//! class SetOntoLevel.StickSlip
//| k, Fs, Fc, vb, m = 50, 6, 4, 0.1, 1
//| w = sqrt(k/m)
//| slip = 2*(pi - atan((Fs - Fc)/(k*(vb/w)))) / w       # sinusoid about Fc/k, from speed vb to speed vb
//| stick = 2*(Fs - Fc)/k/vb
//| first = Fs/k/vb
//! run --stop 40 --tol 1e-9 --solver {auto,cvode,rodas}
//! final n = floor((40 - first - slip)/(slip + stick)) + 1
//! message none
//! class SetOntoLevel.Limited
//! run --stop 3
//! status failed
//! message R0202 x > 0.5
package SetOntoLevel
  model Clamp
    Real x(start = 0, fixed = true), above(start = 0, fixed = true), inside(start = 0, fixed = true);
    Boolean over = x > 1, sat(start = false, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = if sat then 0 else 1;
    der(above) = if over then 1 else 0;
    der(inside) = if x <= 1 then 1 else 0;
    when x > 1 then
      sat = true;
      n = pre(n) + 1;
      reinit(x, 1);
    elsewhen time > 5 then
      sat = false;
      n = pre(n);
    end when;
  end Clamp;

  model Reached "a relation that includes its level"
    Real x(start = 0, fixed = true), at(start = 0, fixed = true);
    Boolean low = x <= -1, sat(start = false, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = if sat then 0 else if time > 5 and time < 5.5 then 1 else -1;
    der(at) = if low then 1 else 0;
    when low then
      sat = true;
      n = pre(n) + 1;
      reinit(x, -1);
    elsewhen time > 5 then
      sat = false;
      n = pre(n);
    end when;
  end Reached;

  model StickSlip "a mass on a belt"
    parameter Real m = 1, k = 50, vb = 0.1, Fs = 6, Fc = 4;
    Real x(start = 0, fixed = true), v(start = 0.1, fixed = true);
    Boolean stuck(start = true, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = v;
    m*der(v) = if stuck then 0 else Fc - k*x;
    when k*x > Fs and pre(stuck) then
      stuck = false;
      n = pre(n);
    elsewhen not pre(stuck) and v > vb then
      stuck = true;
      n = pre(n) + 1;
      reinit(v, vb);
    end when;
  end StickSlip;

  model Limited "nothing holds it there: this never ends"
    Real x(start = 0, fixed = true);
  equation
    der(x) = cos(time);
    when x > 0.5 then
      reinit(x, 0.5);
    end when;
  end Limited;
end SetOntoLevel;
