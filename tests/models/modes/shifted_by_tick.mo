// A gear that a tick of a clock shifts in the instant in which another mode is entered: the tick counts in every mode
// that is tried, so the speeds jump by the equations (E117, E240). The inertias are 1 in front of the gear and 2 behind
// it, and 0.2 acts behind it.
//| def shift(r, w1, w2):
//|     P = (r*w2 - w1)/(1 + r*r/2)
//|     return w1 + P, w2 - r*P/2
//| w1 = 1 + 0.2*0.6*2/(4 + 2)
//| after = shift(3, w1, w1/2)
//! run --stop 1 -p which={1,2,3} --solver {auto,cvode,dirk}
//! value right('w1', 0.6) = after[0] +- 1e-7
//! value right('w2', 0.6) = after[1] +- 1e-7
//! message R0230 where a constraint between them jumps: w1 from
model ShiftedByTick
  parameter Integer which = 1;
  Real w1(start = 1, fixed = true), w2, f, p, q;
  discrete Real ratio(start = 2, fixed = true);
  Boolean on = if which == 1 then time >= 0.6 elseif which == 2 then mod(time, 0.2) >= 0.1 else time > 0.3;
equation
  w1 = ratio*w2;
  der(w1) = f;
  2*der(w2) = 0.2 - ratio*f;
  when sample(0.6, 10) then
    ratio = 3;
  end when;
  if on then
    p = 1;
    q = 2*p;
  else
    q = 4;
    2*p = q;
  end if;
end ShiftedByTick;
