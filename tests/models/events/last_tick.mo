// E5: a tick that is the stop time but for rounding (1 + 3*0.7 is 3.0999999999999996) is at the stop, and terminal() is
// true in its instant, whatever other clocks, states, conditions on time and delays there are. Expected: ticks of
// sample(0, 0.1) up to 3.1.
//! class LastTick.Clocks
//! run --stop 3.1
//! final n = 32
//! final k = 4
//! final ended = 3.1
//! class LastTick.Alone
//! run --stop 3.1
//! final n = 32
//! class LastTick.Moving
//! run --stop 3.1 --solver {erk,rodas,cvode}
//! final n = 32
//! final k = 4
//! final late = 1
//! final x = 3.1 +- 1e-9
package LastTick
  model Alone
    Integer n(start = 0, fixed = true);
  equation
    when {terminal(), sample(0, 0.1)} then
      n = pre(n) + 1;
    end when;
  end Alone;
  model Clocks
    extends Alone;
    Integer k(start = 0, fixed = true);
    discrete Real ended(start = 0, fixed = true);
  equation
    when sample(1, 0.7) then
      k = pre(k) + 1;
    end when;
    when terminal() then
      ended = time;
    end when;
  end Clocks;
  model Moving
    extends Alone;
    Integer k(start = 0, fixed = true), late(start = 0, fixed = true);
    Real x(start = 0, fixed = true);
  equation
    der(x) = if n > 100 then 0 else 1;
    when sample(1, 0.7) then
      k = pre(k) + 1;
    end when;
    when {time >= 1 + 3*0.7, terminal()} then
      late = pre(late) + 1;
    end when;
  end Moving;
end LastTick;
