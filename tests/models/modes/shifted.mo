// A constraint that jumps at an event, though the mode is the same: what it ties jumps as the equations say, read over
// the instant. The gear of two inertias, 1 and 3, is shifted from w1 = 2*w2 to w1 = 3*w2: 1*(w1 - 6) = -P, 3*(w2 - 3) =
// 3*P. Back again at 2: 1*(w1 - 6.75) = -Q, 3*(w2 - 2.25) = 2*Q.
//| back2 = (3*2.25 + 2*6.75)/(3 + 4)
//! class Shifted.Merged
//! run --stop 3 --solver {auto,cvode,ida,dirk,rodas,erk}
//! value [right('w1', 1), right('w2', 1)] = [6.75, 2.25] +- 1e-9
//! value [right('w1', 2), right('w2', 2)] = [2*back2, back2] +- 1e-9
//! final w1 = 2*back2 +- 1e-6
//! class Shifted.Factor
//! run --stop 3
//! value [right('w1', 1), right('w2', 1)] = [6.75, 2.25] +- 1e-9
//! value [right('w1', 2), right('w2', 2)] = [2*back2, back2] +- 1e-9
//! class Shifted.Discrete
//! run --stop 2
//! value [right('w1', 1), right('w2', 1)] = [6.75, 2.25] +- 1e-9
//! final w1 = 6.75 +- 1e-6
// A capacitor of 2 on a source that steps by 5, and what goes through it.
//! class Shifted.Step
//! run --stop 2
//! value right('q', 1) - left('q', 1) = 10 +- 1e-9
//! final q = 14 +- 1e-6
// A mass that is moved by 2 in no time: the force is the derivative of an impulse.
//! class Shifted.Moved
//! run --stop 2
//! value [right('p', 1), right('pp', 1)] = [0, 3*2] +- 1e-9
//! final pp = 6 +- 1e-6
// A constraint whose two sides agree where it changes: nothing jumps, and nothing is told.
//! class Shifted.Continuous
//! run --stop 2
//! final q = 2 + 2 +- 1e-6
//! message none
// What reinit states in the same event holds: w2 = 4, w1 = 12; the torque has given 12 - 6 to w1.
//! class Shifted.Stated
//! run --stop 2
//! value [right('w1', 1), right('w2', 1), right('p', 1)] = [12, 4, -6] +- 1e-9
package Shifted
  model Merged
    Real w1(start = 6, fixed = true), w2, t1, t2;
    Boolean second = time > 1 and time < 2;
  equation
    1*der(w1) = -t1;
    3*der(w2) = t2;
    if second then w1 = 3*w2; t2 = 3*t1; else w1 = 2*w2; t2 = 2*t1; end if;
  end Merged;
  model Factor
    Real w1(start = 6, fixed = true), w2, t1, t2, r;
  equation
    r = if time > 1 and time < 2 then 3 else 2;
    1*der(w1) = -t1;
    3*der(w2) = t2;
    w1 = r*w2;
    t2 = r*t1;
  end Factor;
  model Discrete
    Real w1(start = 6, fixed = true), w2, t1, t2;
    discrete Real r(start = 2, fixed = true);
  equation
    when time > 1 then
      r = 3;
    end when;
    1*der(w1) = -t1;
    3*der(w2) = t2;
    w1 = r*w2;
    t2 = r*t1;
  end Discrete;
  model Step
    Real v, i, q(start = 0, fixed = true);
  equation
    2*der(v) = i;
    v = time + (if time > 1 then 5 else 0);
    der(q) = i;
  end Step;
  model Moved
    Real x, v, f, p(start = 0, fixed = true), pp(start = 0, fixed = true);
  equation
    der(x) = v;
    3*der(v) = f;
    der(p) = f;
    der(pp) = p;
    x = if time > 1 then 2 else 0;
  end Moved;
  model Continuous
    Real v, i, q(start = 0, fixed = true);
  equation
    2*der(v) = i;
    v = if time > 1 then 2*time - 1 else time;
    der(q) = i - (if time > 1 then 2 else 0);
  end Continuous;
  model Stated
    Real w1(start = 6, fixed = true), w2, t1, t2, p(start = 0, fixed = true);
    discrete Real r(start = 2, fixed = true);
  equation
    when time > 1 then
      r = 3;
      reinit(w2, 4);
    end when;
    1*der(w1) = -t1;
    3*der(w2) = t2;
    der(p) = t1;
    w1 = r*w2;
    t2 = r*t1;
  end Stated;
end Shifted;
