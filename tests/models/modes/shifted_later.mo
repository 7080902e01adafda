// A constraint that jumps in a later pass of an instant: a gear is shifted because of speeds that an impulse of the
// same instant has made (E117). Each jump begins with what the one before has left. Inertias: 1 in front of the gear, 2
// behind it, 4 joined to that by a dog clutch at 1 s.
//   joined:   w = (3 + 2*3)/7, gear 1
//   ratio r:  w1 + P = r*(w2 - r*P/6) with the speeds w1, w2 before: P = (r*w2 - w1)/(1 + r*r/6)
//| def shift(r, w1, w2):
//|     P = (r*w2 - w1)/(1 + r*r/6)
//|     return w1 + P, w2 - r*P/6
//| one = (9/7, 9/7)
//| two = shift(2, *one)
//| three = shift(3, *two)
//! class ShiftedLater.Once
//! run --stop 2 --solver {auto,cvode,dirk}
//! final w1 = two[0] +- 1e-12
//! final w2 = two[1] +- 1e-12
//! final w3 = two[1] +- 1e-12
//! message R0230 w1 from 3 to
//! class ShiftedLater.Twice
// the speed behind the gear has fallen below 1.1 then: a third one
//! run --stop 2
//! final w1 = three[0] +- 1e-12
//! final w2 = three[1] +- 1e-12
//! final w3 = three[1] +- 1e-12
//! class ShiftedLater.NoMode
// the same without another mode: the first shift at 1 s, the second because of it. Behind the gear there are 2 only
//| def alone(r, w1, w2):
//|     P = (r*w2 - w1)/(1 + r*r/2)
//|     return w1 + P, w2 - r*P/2
//| last = alone(3, *alone(2, 3, 3))
//! run --stop 2
//! final w1 = last[0] +- 1e-12
//! final w2 = last[1] +- 1e-12
package ShiftedLater
  partial model Gear
    Real w1(start = 3, fixed = true), w2, tau, t2;
    discrete Integer gear(start = 1, fixed = true);
  equation
    der(w1) = tau;
    w1 = gear*w2;
    2*der(w2) = -gear*tau - t2;
  end Gear;
  partial model Joined
    extends Gear;
    Real w3(start = 0, fixed = true);
    Boolean engaged = time > 1;
  equation
    4*der(w3) = t2;
    if engaged then
      w2 = w3;
    else
      t2 = 0;
    end if;
  end Joined;
  model Once
    extends Joined;
  equation
    when w3 > 0.5 then
      gear = 2;
    end when;
  end Once;
  model Twice
    extends Joined;
  equation
    when {w3 > 0.5, pre(gear) == 2 and w3 < 1.1} then
      gear = pre(gear) + 1;
    end when;
  end Twice;
  model NoMode
    extends Gear;
  equation
    t2 = 0;
    when {time > 1, pre(gear) == 2 and w2 < 2.9} then
      gear = pre(gear) + 1;
    end when;
  end NoMode;
end ShiftedLater;
