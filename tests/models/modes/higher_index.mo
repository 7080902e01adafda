// Modes of higher index: a switch that closes over a capacitor, one that opens in series with an inductor, a clutch
// that locks, a rope that is taut in Cartesian coordinates. Which value a state takes that loses its independence is
// stated by reinit, or it follows the states that stay. All answers are closed forms.
//| def apart(t): return 10 + 2*t, 10*(1 - exp(-0.05*t))
//| w = (apart(1)[0] + 2*apart(1)[1])/3
//| def together(t): return 30 + (w - 30)*exp(-(t - 1)/30)
// a clutch that locks: the momentum is kept by reinit
//! class HigherIndex.Clutch
//! run --stop 3 --tol 1e-9
//! value right('w1', 1) = w +- 1e-7
//! value right('w2', 1) = w +- 1e-7
//! check all(abs(x - (apart(t)[0] if t < 1 else together(t))) < 1e-6 for t, x in zip(times, col('w1')) if t != 1)
//! final w1 = together(3) +- 1e-6
//! final w2 = together(3) +- 1e-6
//! final tau = 3 - (30 - together(3))/30 +- 1e-6
//! check sorted(m['states'] for m in j['modes']) == [1, 2]
// nothing is stated: the equations say the same
//! class HigherIndex.ClutchSilent
//! run --stop 3 --tol 1e-9
//! value [right('w1', 1), right('w2', 1)] = [w, w] +- 1e-7
//! final w1 = together(3) +- 1e-6
// locks and opens again
//! class HigherIndex.ClutchUnlocks
//! run --stop 3 --tol 1e-9
//! w1(2) = together(2) +- 1e-6
//! final w1 = together(2) + 2 +- 1e-6
//! final w2 = 10 + (together(2) - 10)*exp(-0.05) +- 1e-6
// through a gear, and only one side is stated: the other follows, whichever of them is the state
//! class HigherIndex.Geared
//! run --stop 3
//! value [right('w1', 1), right('w2', 1)] = [3, 1] +- 1e-9
//! class HigherIndex.Geared2
//! run --stop 3
//! value [right('w1', 1), right('w2', 1)] = [3, 1] +- 1e-9
//! class HigherIndex.ShortCap
//! run --stop 3 --tol 1e-9
//! v(1-) = 10*(1 - exp(-1)) +- 1e-7
//! value [right('v', t) for t in (1, 2)] = [0, 0] +- 1e-12
//! value right('is', 1) = 10 +- 1e-9
//! final v = 10*(1 - exp(-1)) +- 1e-7
//! check sorted(m['states'] for m in j['modes']) == [0, 1]
//! class HigherIndex.OpenCoil
//! run --stop 3 --tol 1e-9
//! i(1-) = 10*(1 - exp(-1)) +- 1e-7
//! value [right('i', 1), right('vs', 1), right('v', 1)] = [0, 10, 0] +- 1e-9
//! final i = 10*(1 - exp(-1)) +- 1e-7
// the charge is shared
//! class HigherIndex.TwoCaps
//! run --stop 3
//! value [right('v1', 1), right('v2', 1)] = [2, 2] +- 1e-9
// thrown with w0^2 = 3.5 g/L the rope is slack at the height L/2 (F = 0 at cos phi = -1/2), and what points along it is
// lost when it is caught
//! class HigherIndex.Pendulum
//! run --stop 2 --tol 1e-9
//! value left('y', changes('taut')[0]) = 0.5 +- 1e-6
//! value left('vx', changes('taut')[0])**2 + left('vy', changes('taut')[0])**2 = 0.5*9.81 +- 1e-5
//! value right('x', changes('taut')[1])*right('vx', changes('taut')[1]) + right('y', changes('taut')[1])*right('vy', \
//!     changes('taut')[1]) = 0 +- 1e-8
//! check all(abs(x*x + y*y - 1) < 1e-8 for x, y, taut in zip(col('x'), col('y'), col('taut')) if taut)
//! value final['vx']**2/2 + final['vy']**2/2 + 9.81*final['y'] \
//!     = right('vx', changes('taut')[1])**2/2 + right('vy', changes('taut')[1])**2/2 + 9.81*right('y', \
//!     changes('taut')[1]) +- 1e-5
package HigherIndex
  model Clutch
    parameter Real J1 = 1, J2 = 2, T1 = 3, d = 0.1;
    Real w1(start = 10, fixed = true), w2(start = 0, fixed = true), tau;
    Boolean locked(start = false, fixed = true);
  equation
    J1*der(w1) = T1 - tau;
    J2*der(w2) = tau - d*w2;
    locked = time >= 1;
    if locked then
      w1 = w2;
    else
      tau = 1;
    end if;
    when locked then
      reinit(w1, (J1*w1 + J2*w2)/(J1 + J2));
      reinit(w2, (J1*w1 + J2*w2)/(J1 + J2));
    end when;
  end Clutch;
  model ClutchSilent
    parameter Real J1 = 1, J2 = 2, T1 = 3, d = 0.1;
    Real w1(start = 10, fixed = true), w2(start = 0, fixed = true), tau;
    Boolean locked = time >= 1;
  equation
    J1*der(w1) = T1 - tau;
    J2*der(w2) = tau - d*w2;
    if locked then
      w1 = w2;
    else
      tau = 1;
    end if;
  end ClutchSilent;
  model ClutchUnlocks
    parameter Real J1 = 1, J2 = 2, T1 = 3, d = 0.1;
    Real w1(start = 10, fixed = true), w2(start = 0, fixed = true), tau;
    Boolean locked = time >= 1 and time < 2;
  equation
    J1*der(w1) = T1 - tau;
    J2*der(w2) = tau - d*w2;
    if locked then
      w1 = w2;
    else
      tau = 1;
    end if;
    when locked then
      reinit(w1, (J1*w1 + J2*w2)/(J1 + J2));
      reinit(w2, (J1*w1 + J2*w2)/(J1 + J2));
    end when;
  end ClutchUnlocks;
  model Geared "w1 = 3*w2 when locked; only w1 is stated"
    Real w1(start = 6, fixed = true), w2(start = 0, fixed = true), tau;
    Boolean locked = time >= 1;
  equation
    der(w1) = -tau;
    der(w2) = 3*tau;
    if locked then
      w1 = 3*w2;
    else
      tau = 0;
    end if;
    when locked then
      reinit(w1, 3);
    end when;
  end Geared;
  model Geared2 "only w2"
    Real w1(start = 6, fixed = true), w2(start = 0, fixed = true), tau;
    Boolean locked = time >= 1;
  equation
    der(w1) = -tau;
    der(w2) = 3*tau;
    if locked then
      w1 = 3*w2;
    else
      tau = 0;
    end if;
    when locked then
      reinit(w2, 1);
    end when;
  end Geared2;
  model ShortCap "a switch closes over a capacitor"
    parameter Real R = 1, C = 1;
    Real v(start = 0, fixed = true), i, is, u = 10;
    Boolean closed = time > 1 and time < 2;
    Real vs;
  equation
    C*der(v) = i - is;
    u = R*i + v;
    vs = v;
    if closed then
      vs = 0;
    else
      is = 0;
    end if;
  end ShortCap;
  model OpenCoil "a switch in series with an inductor opens"
    parameter Real L = 1, R = 1;
    Real i(start = 0, fixed = true), v, vs, u = 10;
    Boolean closed = time < 1 or time > 2;
  equation
    L*der(i) = v;
    u = v + R*i + vs;
    if closed then
      vs = 0;
    else
      i = 0;
    end if;
  end OpenCoil;
  model TwoCaps "charge is shared when the switch closes, by reinit"
    parameter Real C1 = 1, C2 = 3;
    Real v1(start = 8, fixed = true), v2(start = 0, fixed = true), i;
    Boolean closed = time > 1;
  equation
    C1*der(v1) = -i;
    C2*der(v2) = i;
    if closed then
      v1 = v2;
    else
      i = 0;
    end if;
    when closed then
      reinit(v1, (C1*v1 + C2*v2)/(C1 + C2));
      reinit(v2, (C1*v1 + C2*v2)/(C1 + C2));
    end when;
  end TwoCaps;
  model Pendulum "taut in Cartesian coordinates (index 3), slack"
    parameter Real L = 1, g = 9.81, m = 1, w0 = sqrt(3.5*g/L);
    Real x(start = 0, fixed = true), y(start = -L), vx(start = w0*L, fixed = true), vy(start = 0), F(start = 1);
    Boolean taut(start = true, fixed = true);
    Real r;
  equation
    der(x) = vx;
    der(y) = vy;
    m*der(vx) = -F*x/L;
    m*der(vy) = -F*y/L - m*g;
    taut = if pre(taut) then F >= 0 else r > L;
    if taut then
      x^2 + y^2 = L^2;
      r = L;
    else
      F = 0;
      r = sqrt(x^2 + y^2);
    end if;
    when taut then
      reinit(vx, vx - (vx*x + vy*y)*x/(x^2 + y^2));
      reinit(vy, vy - (vx*x + vy*y)*y/(x^2 + y^2));
    end when;
  end Pendulum;
end HigherIndex;
