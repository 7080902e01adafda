// What happens at times that are those of a clock but for rounding. One instant has the latest of them, so a clause
// that looks for its next time never finds the one that is due. A state that is set back at such times makes no
// sequence of events that accumulates: there is one a second.
//! class BesideAClock.Next
//! run --stop 100.05 --solver {auto,cvode,rodas}
//! final n = 333
//! final early = 0
//! class BesideAClock.Sawtooth
//! run --stop 500.5 --solver {auto,cvode,ida,dirk,rodas,erk}
//! final n = 500
//! final a = 250 +- 1e-6
//! message none
package BesideAClock
  model Next
    discrete Real next(start = 0.3, fixed = true);
    Integer n(start = 0, fixed = true), early(start = 0, fixed = true), ticks(start = 0, fixed = true);
  algorithm
    when time >= pre(next) then
      early := if time < pre(next) then pre(early) + 1 else pre(early);
      while next <= time loop
        next := next + 0.3;
        n := n + 1;
      end while;
    end when;
    when sample(0.1, 0.1) then
      ticks := pre(ticks) + 1;
    end when;
  end Next;

  model Sawtooth
    Real x(start = 0, fixed = true), a(start = 0, fixed = true);
    discrete Real u(start = 0, fixed = true);
    Integer n(start = 0, fixed = true), ticks(start = 0, fixed = true);
  equation
    der(x) = 1;
    der(a) = u;
    when x >= 1 then
      reinit(x, 0);
      u = 1 - pre(u);
      n = pre(n) + 1;
    end when;
    when sample(1, 1) then
      ticks = pre(ticks) + 1;
    end when;
  end Sawtooth;
end BesideAClock;
