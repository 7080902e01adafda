// E208: factors `if c then 0 else 1` that change nothing in what determines what make no modes: in front of what is
// given, of what other equations determine one after another, of a variable whose derivative stands in the same one.
//
// x = (1 + t) exp(-t) until 0.5, then 1.5 exp(-t); y is x until then, and 0 behind it; z counts up with u alone.
//| from math import exp, log
//! class NoMode.Signals
//! run --stop 1 --step 0.1 --tol 1e-10
//! x = (1 + min(t, 0.5))*exp(-t) +- 1e-8
//! value right('y', 0.4) = 1.4*exp(-0.4) +- 1e-8
//! value [right('y', 0.5), right('y', 0.7)] = [0, 0] +- 0
//! value [left('y', 0.5), left('z', 0.5)] = [1.5*exp(-0.5), exp(-0.5) + 2] +- 1e-8
//! value right('z', 0.7) = 0 +- 0
//! check not j.get('modes')
//! message none
// Each is k exp(-t), and stays at 0.5.
//! class NoMode.Array
//! run --stop 3 --tol 1e-10
//! x[1] = max(0.5, exp(-t)) +- 1e-8
//! x[2] = max(0.5, 2*exp(-t)) +- 1e-8
//! x[3] = max(0.5, 3*exp(-t)) +- 1e-8
//! check not j.get('modes')
// A coil behind an ideal diode, with a resistance of 2 Ohm from 1 s on: only the diode makes modes. i = t, then (1 +
// exp(-2 (t - 1)))/2; at 2 s the source turns to -1 V, and the current ends after log(2 i + 1)/2 s.
//| i2 = (1 + exp(-2))/2
//! class NoMode.BesideDiode
//! run --stop 3 --step 0.1 --tol 1e-10
//! value right('i', 0.5) = 0.5 +- 1e-8
//! value right('i', 1.5) = (1 + exp(-1))/2 +- 1e-8
//! value right('i', 2.1) = (i2 + 0.5)*exp(-0.2) - 0.5 +- 1e-8
//! changes off = [2 + log(2*i2 + 1)/2] +- 1e-8
//! check len(j['modes']) == 2
// A capacitor of 2 F on a source of 3 + t volts that falls to zero at 0.5 s: 7 A.s flow back in no time.
//! class NoMode.Tied
//! run --stop 1 --tol 1e-10
//! value [left('q', 0.5), right('q', 0.5)] = [1, -6] +- 1e-8
//! message R0230 x from 3.5 to 0
//! check not j.get('modes')
// What needs its modes keeps them: nothing else determines i where the factor is zero, and there v is zero.
//! class NoMode.Needed
//! run --stop 1 --step 0.25
//! value [right('v', 0.25), right('i', 0.25)] = [0, 6] +- 1e-12
//! value [right('v', 0.75), right('i', 0.75)] = [4, 2] +- 1e-12
//! check len(j['modes']) == 2
package NoMode
  model Signals
    Real x(start = 1, fixed = true), y, z, u = exp(-time);
    discrete Real k(start = 2, fixed = true);
    Boolean c = time >= 0.5;
  equation
    der(x) = -x + u*(if c then 0 else 1);
    y = x*(if c then 0 else 1);
    z = u*(if c then 0 else 1) + (if c then 0 else 1)*k;
    when time > 0.8 then
      k = 3;
    end when;
  end Signals;

  model Array
    Real x[3](start = {1, 2, 3}, each fixed = true);
  equation
    for k in 1:3 loop
      der(x[k]) = -x[k]*(if x[k] > 0.5 then 1 else 0);
    end for;
  end Array;

  model BesideDiode
    Real i(start = 0, fixed = true), v, s, u = if time < 2 then 1 else -1;
    parameter Real L = 1, R = 2;
    Boolean off = s < 0;
  equation
    u = v + L*der(i) + R*i*(if time >= 1 then 1 else 0);
    v = s*(if off then 1 else 0);
    i = s*(if off then 0 else 1);
  end BesideDiode;

  model Tied
    Real x, i, q(start = 0, fixed = true), u = 3 + time;
    Boolean c = time >= 0.5;
  equation
    x = u*(if c then 0 else 1);
    2*der(x) = i;
    der(q) = i;
  end Tied;

  model Needed
    Real v, i;
  equation
    v + i = 6;
    v = i - i*(if time < 0.5 then 1 else 0) + i*(if time < 0.5 then 0 else 1);
  end Needed;
end NoMode;
