// An integrator whose output is given by hand for a while: in that mode no equation has its derivative, and no impulse
// system knows it. That it jumps is told all the same, with both values (E27), and it goes on from the value that it
// was given. u = time until 1, then 5 or what u was, then it rises again.
//| def by_hand(t, given):
//|     return t if t < 1 else given if t < 2 else given + t - 2
//! class Over.Jumps
//! run --stop 3 --solver {auto,cvode,rk4}
//! u(1-) = 1 +- 1e-9
//! u(1) = 5 +- 1e-9
//! u(1.5) = by_hand(1.5, 5) +- 1e-9
//! u(3) = by_hand(3, 5) +- 1e-9
//! message R0230 u from 1 to 5
//! value j["search"]["jumps"] = 1
// to a function of another state, and in the same instant back: x is 1 when u becomes -x, and -x asks for the other
// mode
//! class Over.Back
//! run --stop 3
//! u(1-) = 2 +- 1e-9
//! u(1) = -1 +- 1e-9
//! u(3) = -1 +- 1e-9
//! message R0230 u from 2 to -1
// without a jump nothing is told
//! class Over.Goes
//! run --stop 3
//! u = by_hand(t, 1) +- 1e-6
//! message none
// the model states the value: nothing is told
//! class Over.Stated
//! run --stop 3
//! u(1-) = 1 +- 1e-9
//! u(1) = 5 +- 1e-9
//! u(1.5) = by_hand(1.5, 5) +- 1e-9
//! u(3) = by_hand(3, 5) +- 1e-9
//! message none
package Over
  model Jumps
    Real u(start = 0, fixed = true);
  equation
    if time >= 1 and time < 2 then
      u = 5;
    else
      der(u) = 1;
    end if;
  end Jumps;
  model Back
    Real u(start = 2, fixed = true), x(start = 0, fixed = true);
    Boolean b = x >= 1 and u > 0;
  equation
    der(x) = 1;
    if b then
      u = -x;
    else
      der(u) = 0;
    end if;
  end Back;
  model Goes
    Real u(start = 0, fixed = true);
    discrete Real hand(start = 0, fixed = true);
  equation
    when time >= 1 then
      hand = pre(u);
    end when;
    if time >= 1 and time < 2 then
      u = hand;
    else
      der(u) = 1;
    end if;
  end Goes;
  model Stated
    Real u(start = 0, fixed = true), v;
  equation
    v = u;
    if time >= 1 and time < 2 then
      u = 5;
    else
      der(u) = 1;
    end if;
    when time >= 1 then
      reinit(u, 5);
    end when;
  end Stated;
end Over;
