// A heater in a room that is in use now and then: one automaton for the day, one for the heater while it is in use.
// The states On and Off of the heater exist while the room is in use (E275), T follows T' = k (20 P - (T - 10)).
//
// In use from 0 to 5 and from 8 to 13, and so on. Coming back with a reset, T begins at 15 and the heater is on (E276);
// without one it goes on as it was left, with T where it was (E277).
//| k = 0.4
//| def cycle(T, on, time):
//|     """Switchings in five hours of use: times, and the last temperature and state."""
//|     left, out = 5.0, []
//|     while True:
//|         end = 30.0 if on else 10.0
//|         goal = 22.0 if on else 18.0
//|         due = log((end - T)/(end - goal))/k
//|         if due > left:
//|             return out, end - (end - T)*exp(-k*left), on
//|         left, T, on = left - due, goal, not on
//|         out.append(time + 5 - left)
//| first, T1, on1 = cycle(15.0, True, 0.0)
//| anew, T2, _ = cycle(15.0, True, 8.0)
//| further, T3, _ = cycle(T1, on1, 8.0)
//! class Nested.Anew
//! run --stop 13 --tol 1e-9
//! changes switched = first + anew +- 1e-6
//! final use.T = T2 +- 1e-6
//! final switched = len(first) + len(anew) +- 0
//! final entries = 1 +- 0
//! class Nested.Further
//! run --stop 13 --tol 1e-9
//! changes switched = first + further +- 1e-6
//! final use.T = T3 +- 1e-6
//! final switched = len(first) + len(further) +- 0
package Nested
  model On
    outer Real T;
    parameter Real k = 0.4;
  equation
    der(T) = k*(30 - T);
  end On;

  model Off
    outer Real T;
    parameter Real k = 0.4;
  equation
    der(T) = k*(10 - T);
  end Off;

  model Use "the heater, while somebody is there"
    inner Real T(start = 15, fixed = true);
    On on;
    Off off;
  equation
    initialState(on);
    transition(on, off, T > 22);
    transition(off, on, T < 18);
  end Use;

  model Empty
    Real t(start = 0, fixed = true);
  equation
    der(t) = 1;
  end Empty;

  model Anew
    parameter Boolean anew = true annotation(Evaluate = true);
    Use use;
    Empty empty;
    Integer switched(start = 0, fixed = true), entries(start = 0, fixed = true);
  equation
    initialState(use);
    transition(use, empty, timeInState() >= 5);
    transition(empty, use, empty.t >= 3, reset = anew);
    when {use.T > 22, use.T < 18 and activeState(use.off)} then
      switched = pre(switched) + 1;
    end when;
    when activeState(use) then
      entries = pre(entries) + 1;
    end when;
  end Anew;

  model Further
    extends Anew(anew = false);
  end Further;
end Nested;
