// Time events at k/3 exactly: the times in the result are the same doubles as k/3, however the condition is written.
// None is searched for, so there is no state event.
//| thirds = [k/3 for k in range(1, 31)]
//! run --stop 10 --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! changes next = thirds
//! final n = 30
//! final below = 10
//! events state = 0
//! changes phase = [2.5, 5.5]
//! changes whole = [k for k in range(1, 11)]
//! final x = 10 +- 1e-9
model TimeEvents
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Real next(start = 1/3, fixed = true);
  Integer below;
  Boolean phase = time - 2 >= 0.5 and time - 0.5 < 5;
  Real whole = floor(time);
equation
  der(x) = 1;
  when time >= pre(next) then
    n = pre(n) + 1;
    next = (n + 1)/3;
  end when;
  below = integer(time);
end TimeEvents;
