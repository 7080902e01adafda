// Automata of modes, as people write them: branches chosen by a number, branches inside branches, arrays of diodes,
// components that are there by a condition.
//
// Three shafts, J = 1, 2 and 3, the first at 6 rad/s. One if-equation with four branches ties them: 1 s: the first two,
// w = 6/3 = 2; 2 s: the last two, which lets the first go, w = 2*2/5 = 0.8; 3 s: all, w = (2 + 5*0.8)/6 = 1; 4 s: none.
// The torque between the first two gives J1 the impulses -4, 0 and -1.
//! class Automata.Branches
//! run --stop 5
//! value [right('w1', 1), right('w2', 1), right('w3', 1)] = [2, 2, 0] +- 1e-9
//! value [right('w1', 2), right('w2', 2), right('w3', 2)] = [2, 0.8, 0.8] +- 1e-9
//! value [right('w1', 3), right('w2', 3), right('w3', 3)] = [1, 1, 1] +- 1e-9
//! final w1 = 1 +- 1e-9
//! final p = -5 +- 1e-9
//! message R0230 J1*w1 + J2*w2
// Branches inside branches inside branches: a clutch that is open, slips, or holds; held, it may be locked to the
// housing. Slipping by tau = w1 - w2 from (5, 0) with J = 1, 3: the difference decays by exp(-(1 + 1/3) t), the mean
// (5/4) stays. 1 s slips, 2 s holds: both 1.25; 3 s locked: 0; 4 s open.
//| from math import exp
//| d = 5*exp(-4/3)
//! class Automata.Nested
//! run --stop 5 --tol 1e-9
//! value [left('w1', 2), left('w2', 2)] = [1.25 + 0.75*d, 1.25 - 0.25*d] +- 1e-7
//! value [right('w1', 2), right('w2', 2)] = [1.25, 1.25] +- 1e-7
//! value [right('w1', 3), right('w2', 3)] = [0, 0] +- 1e-12
//! final w1 = 0 +- 1e-12
//! check sorted(m['states'] for m in j['modes'])[-1] == 2
// Diode d[n], a star of six sources on 1 Ohm: the largest of them and zero.
//! class Automata.Star
//! run --stop 1 --step 0.01
//! u = max(0, max(sin(2*pi*(t - k/6))*(1 + 0.1*k) for k in range(1, 7))) +- 1e-9
// A free-wheeling diode that is there or not. The coil of 1 H carries 2 A at 1 s, when the switch opens: with the diode
// it goes on over 2 Ohm, without it there is nothing that could take it.
//! class Automata.Fitted
//! run --stop 2 --tol 1e-9
//! i(1) = 2*(1 - exp(-1)) +- 1e-7
//! final i = 2*(1 - exp(-1))*exp(-2) +- 1e-7
//! message none
//! run --stop 2 --tol 1e-9 -p fitted=false
//! value right('i', 1) = 0 +- 1e-12
//! value left('i', 1) = 2*(1 - exp(-1)) +- 1e-7
//! message R0230 i from 1.26424 to 0
package Automata
  model Branches
    parameter Real J1 = 1, J2 = 2, J3 = 3;
    Real w1(start = 6, fixed = true), w2(start = 0, fixed = true), w3(start = 0, fixed = true),
        p(start = 0, fixed = true);
    Real a, b;
    Integer gear = if time < 1 then 1 elseif time < 2 then 2 elseif time < 3 then 3 elseif time < 4 then 4 else 1;
  equation
    J1*der(w1) = -a;
    J2*der(w2) = a - b;
    J3*der(w3) = b;
    der(p) = -a;
    if gear == 1 then
      a = 0;
      b = 0;
    elseif gear == 2 then
      w1 = w2;
      b = 0;
    elseif gear == 3 then
      a = 0;
      w2 = w3;
    else
      w1 = w2;
      w2 = w3;
    end if;
  end Branches;

  model Nested
    parameter Real J1 = 1, J2 = 3;
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau, hold;
    Boolean pressed = time >= 1 and time < 4, holds = time >= 2, locked = time >= 3;
  equation
    J1*der(w1) = -tau;
    J2*der(w2) = tau - hold;
    if pressed then
      if holds then
        w1 = w2;
        if locked then
          w2 = 0;
        else
          hold = 0;
        end if;
      else
        tau = w1 - w2;
        hold = 0;
      end if;
    else
      tau = 0;
      hold = 0;
    end if;
  end Nested;

  model Diode
    Real v, i, s;
    Boolean on = s >= 0;
  equation
    if on then v = 0; s = i; else i = 0; s = v; end if;
  end Diode;

  model Star
    parameter Integer n = 6;
    Diode d[n];
    Real u;
  equation
    u = sum(d.i);
    for k in 1:n loop
      d[k].v = (1 + 0.1*k)*sin(2*3.141592653589793*(time - k/6)) - u;
    end for;
  end Star;

  connector Pin
    Real v;
    flow Real i;
  end Pin;

  model Wheel "a diode in series with a resistance"
    Pin p, n;
    Diode d;
    parameter Real R = 1;
  equation
    d.v + R*d.i = p.v - n.v;
    d.i = p.i;
    p.i + n.i = 0;
  end Wheel;

  model Coil
    Pin p, n;
    parameter Real L = 1, R = 1;
    Real i(start = 0, fixed = true);
  equation
    L*der(i) = p.v - n.v - R*i;
    i = p.i;
    p.i + n.i = 0;
  end Coil;

  model Feed "2 V behind a switch that opens at 1 s"
    Pin p, n;
    Real iq, v = p.v - n.v;
    Boolean closed = time < 1;
  equation
    n.v = 0;
    iq = -p.i;
    if closed then v = 2; else iq = 0; end if;
  end Feed;

  model Fitted
    parameter Boolean fitted = true;
    Feed feed;
    Coil coil;
    Wheel wheel if fitted;
    Real i = coil.i;
  equation
    connect(feed.p, coil.p);
    connect(feed.n, coil.n);
    connect(wheel.p, coil.n);
    connect(wheel.n, coil.p);
  end Fitted;
end Automata;
