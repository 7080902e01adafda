// Start values that contradict the mode in which the conditions hold at the start are left limits: the first instant
// jumps, and keeps the charge and the flux. Conditions on time alone decide at the start, too.
//! class FromTheStart.Joined
//! run --stop 0.5 --solver {auto,cvode,ida,dirk,rodas,erk}
//! final v1 = (1*4 + 3*0)/(1 + 3) +- 1e-9
//! final q = 3 +- 1e-9
// a switch bridges the second coil until 0.02 s, so both currents stay; then they are in series
//! class FromTheStart.Coils
//! run --stop 0.05 --solver {auto,cvode,ida,dirk,rodas,erk}
//! value [left('i1', 0.02), left('i2', 0.02)] = [5, 1] +- 1e-9
//! final i1 = (0.1*5 + 0.3*1)/(0.1 + 0.3) +- 1e-9
// in series from the start
//! class FromTheStart.InSeries
//! run --stop 0.05
//! final i2 = (0.1*5 + 0.3*1)/(0.1 + 0.3) +- 1e-9
package FromTheStart
  model Joined
    Real v1(start = 4, fixed = true), v2(start = 0, fixed = true), q(start = 0, fixed = true), i, vs;
    Boolean closed = time < 1;
  equation
    1*der(v1) = -i;
    3*der(v2) = i;
    der(q) = i;
    vs = v1 - v2;
    if closed then vs = 0; else i = 0; end if;
  end Joined;
  model Coils
    parameter Real until = 0.02;
    Real i1(start = 5, fixed = true), i2(start = 1, fixed = true), u1, u2, i;
    Boolean closed = time < until;
  equation
    0.1*der(i1) = u1;
    0.3*der(i2) = u2;
    u1 + u2 = 0;
    i1 = i2 + i;
    if closed then u2 = 0; else i = 0; end if;
  end Coils;
  model InSeries
    extends Coils(until = -1);
  end InSeries;
end FromTheStart;
