// A constraint that jumps (E117) in an instant in which another mode is entered: the jump begins with the values before
// the instant, whatever the mode that is left makes of the discrete variable that has changed.
//| def shift(r, w1, w2):
//|     P = (r*w2 - w1)/(1 + r*r/2)
//|     return w1 + P, w2 - r*P/2
// Beside a switch that has nothing to do with it. The inertias are 1 in front of the gear and 2 behind it.
//| two = shift(2, 3, 3)
//! class ShiftedBeside.Switch
//! run --stop 2 --solver {auto,cvode,dirk}
//! final w1 = two[0] +- 1e-12
//! final w2 = two[1] +- 1e-12
//! final x = 0.5
//! message R0230 where a constraint between them jumps: w1 from 3 to 4, w2 from 3 to 2
//! message R0230 where another mode is entered: x from 1 to 0.5
// The next gear because of that.
//| three = shift(3, *two)
//! class ShiftedBeside.Again
//! run --stop 2
//! final w1 = three[0] +- 1e-12
//! final w2 = three[1] +- 1e-12
//! final gear = 3
// What reinit states holds, w2 = 4 and w1 = 8; the torque has given 8 - 3 to w1.
//! class ShiftedBeside.Stated
//! run --stop 2
//! final w1 = 8 +- 1e-12
//! final w2 = 4 +- 1e-12
//! final p = 8 - 3 +- 1e-12
// Behind the gear an inertia of 4 is let go in the same instant: it keeps its speed.
//! class ShiftedBeside.Released
//! run --stop 2 --solver {auto,cvode,dirk}
//! final w1 = two[0] +- 1e-12
//! final w2 = two[1] +- 1e-12
//! final w3 = 3 +- 1e-12
// A mode that ties positions beside a gear: masses of 1 and 2, speeds 3 and 0, share their momentum when the rope is
// taut.
//! class ShiftedBeside.Rope
//! run --stop 2
//! value [right('v1', 0.5), right('v2', 0.5)] = [1, 1] +- 1e-9
//! final x1 = 1.5 + 1.5 +- 1e-9
//! final w1 = two[0] +- 1e-12
package ShiftedBeside
  partial model Gear
    Real w1(start = 3, fixed = true), w2, tau, t2;
    discrete Integer gear(start = 1, fixed = true);
  equation
    der(w1) = tau;
    w1 = gear*w2;
    2*der(w2) = -gear*tau - t2;
  end Gear;
  partial model Beside
    extends Gear;
    Real x(start = 1, fixed = true), i;
  equation
    t2 = 0;
    der(x) = -i;
    if time < 1 then i = 0; else x = 0.5; end if;
  end Beside;
  model Switch
    extends Beside;
  equation
    when time >= 1 then
      gear = 2;
    end when;
  end Switch;
  model Again
    extends Beside;
  equation
    when {time >= 1, pre(gear) == 2 and w2 < 2.9} then
      gear = pre(gear) + 1;
    end when;
  end Again;
  model Stated
    extends Beside;
    Real p(start = 0, fixed = true);
  equation
    der(p) = tau;
    when time >= 1 then
      gear = 2;
      reinit(w2, 4);
    end when;
  end Stated;
  model Released
    extends Gear;
    Real w3;
  equation
    4*der(w3) = t2;
    if time < 1 then w2 = w3; else t2 = 0; end if;
    when time >= 1 then
      gear = 2;
    end when;
  end Released;
  model Rope
    extends Gear;
    Real x1(start = 0, fixed = true), v1(start = 3, fixed = true), x2(start = 0, fixed = true),
        v2(start = 0, fixed = true), f, slack;
    Boolean taut(start = false, fixed = true);
  equation
    t2 = 0;
    der(x1) = v1;
    der(x2) = v2;
    1*der(v1) = -f;
    2*der(v2) = f;
    slack = 1.5 + x2 - x1;
    when slack <= 0 then
      taut = true;
    end when;
    if taut then slack = 0; else f = 0; end if;
    when time >= 1 then
      gear = 2;
    end when;
  end Rope;
end ShiftedBeside;
