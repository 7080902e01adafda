// E320, E193: a pump whose branches divide by its speed. The speed is zero but for a trapezoid (0.1 to 0.9), so the mode
// is entered at speed zero, and left where the old branch would divide by zero. The ends of the trapezoid are given by
// numbers, by a discrete variable, and through a state. q from dp = -0.3*q and dp = -d1*(1 - q/q1).
//| w = lambda t: 0 if t < 0.1 or t >= 0.9 else 100*(t - 0.1) if t < 0.5 else 100*(0.9 - t)
//| q = lambda t: 5*w(t)**2/(0.3 + 5*w(t)/0.18) if w(t) else 0
//! class P.Plain
//! run --stop 1 --step 0.05
//! q = q(t) +- 1e-8
//! message none
//! class P.Discrete
//! run --stop 1 --step 0.05
//! q = q(t) +- 1e-8
//! message none
//! class P.Rate
//! run --stop 1 --step 0.05 --solver {auto,cvode,rk4,dirk}
//! q = q(t) +- 1e-8
//! final phi = 16 +- 1e-4
//! class P.AtOnce
//! run --stop 1 --step 0.05 --solver {auto,cvode}
//! value [right('q', t) for t in (0.3, 0.5, 0.6, 0.7, 1)] = [16/16.3, 0, 0, 36/24.3, 36/24.3] +- 1e-9
//! q(0.5-) = 16/16.3 +- 1e-9
//! final x = 8/16.3 + 10.8/24.3 +- 1e-7
//! changes n = [0.7]
//! message none
package P
  partial model Pump
    Real w, dp, q, d1, q1, tau;
  equation
    d1 = 5*sign(w)*w^2;
    q1 = 0.18*w;
    if noEvent(abs(w) < 2.2250738585072014e-308) then
      dp = 0;
      tau = 0;
    else
      dp = -d1*(1 - q/q1);
      tau*w = -dp*q;
    end if;
    dp = -0.3*q;
  end Pump;

  model Plain
    extends Pump;
  equation
    w = if time < 0.1 then 0 elseif time < 0.5 then 100*(time - 0.1) elseif time < 0.9 then 100*(0.9 - time) else 0;
  end Plain;

  model Discrete
    extends Pump;
    discrete Real t0(start = 0.1, fixed = true);
  equation
    when time >= 0.1 then
      t0 = time;
    end when;
    w = if time < 0.1 or time >= t0 + 0.8 then 0 elseif time < t0 + 0.4 then 100*(time - t0) else -(time - t0 - 0.8)*100;
  end Discrete;

  model Rate
    extends Pump;
    Real phi(start = 0, fixed = true), y;
    parameter Real rising = 0.4, falling = rising + 0.4;
    discrete Real t0(start = 0.1, fixed = true);
  equation
    when sample(0.1, 10) then
      t0 = time;
    end when;
    y = if time < 0.1 then 0 elseif time < t0 + rising then 100*(time - t0) elseif time < t0 + falling then
      100*(t0 + falling - time) else 0;
    der(phi) = y;
    w = der(phi);
  end Rate;

  model AtOnce "A speed that is set to zero by the model, where the old branch would divide by it; a condition reads q"
    discrete Real w(start = 2, fixed = true);
    Real dp, q, tau, x(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = q;
    when time >= 0.5 then
      w = 0;
    elsewhen time >= 0.7 then
      w = 3;
    end when;
    when q > 1.2 then
      n = pre(n) + 1;
    end when;
    if abs(w) < 1e-9 then
      dp = 0;
      tau = 0;
    else
      dp = 4*w^2*(1 - q/(0.5*w));
      tau*w = dp*q;
    end if;
    dp = 0.3*q;
  end AtOnce;
end P;
