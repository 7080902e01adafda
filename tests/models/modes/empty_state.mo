// A state that is empty until 0.55, and then swings about zero by s/20, while modes change every 0.1. Until it moves,
// nobody knows the size of q < 0, and what is guessed (1) goes over into other modes as a guess (E176): it must not
// make rounding of what the state really is, however small s is. s*sin(20*(t - 0.55))/20 is negative from 0.55 +
// k*pi/20 to 0.55 + (k + 1)*pi/20 for odd k: it becomes negative five times before 2.
//! class Empty.Counts
//! run --stop 2 -p s={1,1e-9,1e-13} --solver {auto,cvode}
//! n(2) = 5
//! message none
// the condition decides over a mode
//! class Empty.Switches
//! run --stop 2 -p s={1,1e-9,1e-13} --solver {auto,cvode}
//! n(2) = 5
//! message none
// two such states: sin(20*u)/20 falls below 0.1*(u - 0.1) two times
//! class Empty.Compares
//! run --stop 2 -p s={1,1e-9,1e-13} --solver {auto,cvode}
//! n(2) = 2
//! message none
package Empty
  partial model Modes
    parameter Real s = 1e-13;
    Real q(start = 0, fixed = true), a, b;
    Integer n(start = 0, fixed = true);
    Boolean on = mod(time, 0.2) >= 0.1;
  equation
    der(q) = if time > 0.55 then s*cos(20*(time - 0.55)) else 0;
    if on then
      a = 1;
      b = 2*a;
    else
      b = 4;
      2*a = b;
    end if;
  end Modes;
  model Counts
    extends Modes;
  equation
    when q < 0 then
      n = pre(n) + 1;
    end when;
  end Counts;
  model Switches
    extends Modes;
    Boolean low = q < 0;
    Real c, d;
  equation
    if low then
      c = 1;
      d = 2*c;
    else
      d = 4;
      2*c = d;
    end if;
    when c < 1.5 then
      n = pre(n) + 1;
    end when;
  end Switches;
  model Compares
    extends Modes;
    Real r(start = 0, fixed = true);
  equation
    der(r) = if time > 0.65 then 0.1*s else 0;
    when q < r then
      n = pre(n) + 1;
    end when;
  end Compares;
end Empty;
