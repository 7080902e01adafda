// The mode at the start, whatever the start values of Booleans say: switches that are fired from the start conduct from
// the start, and what begins in the coils is what the model says, by start values that are fixed or not, or by initial
// equations. All Booleans begin as false: with all switches open the currents could only be zero. Three legs between 0
// and 10 V; coils with resistors from the legs 1 and 2 to the leg 3, so L*der(i) = u - R*i with u = 10, 0 or -10
// (E147).
//| from math import exp
//| L, R, T = 0.01, 1, 0.003
//| def leg(k, t): return 10 if (t + k*T/3 + 1e-12) % T < T/2 else 0
//| def current(k, t, i):
//|     at = 0
//|     while at < t - 1e-12:
//|         until = min([t] + [e for e in (m*T/6 for m in range(40)) if e > at + 1e-9])
//|         goal = (leg(k, at) - leg(3, at))/R
//|         i, at = goal + (i - goal)*exp(-(until - at)*R/L), until
//|     return i
//! class Inverter.Free
//! run --stop 0.01 --solver {auto,cvode}
//! a.i = current(1, t, 5) +- 1e-5
//! b.i = current(2, t, 3) +- 1e-5
//! class Inverter.Fixed
//! run --stop 0.01
//! a.i = current(1, t, 5) +- 1e-5
//! b.i = current(2, t, -3) +- 1e-5
//! class Inverter.ByEquations
//! run --stop 0.01
//! a.i = current(1, t, 2) +- 1e-5
//! b.i = current(2, t, 1) +- 1e-5
//! class Inverter.AtRest
//! run --stop 0.01
//! a.i = current(1, t, 0) +- 1e-5
//! b.i = current(2, t, 0) +- 1e-5
//! class Inverter.Written
// s is written beside the switch, by the Boolean: on the way to the initial values it passes others
//! run --stop 0.01
//! a.i = current(1, t, 5) +- 1e-5
//! b.i = current(2, t, 3) +- 1e-5
package Inverter
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model Two
    Pin p, n;
    Real v = p.v - n.v, i = p.i;
  equation
    p.i + n.i = 0;
  end Two;
  model Switch "conducts when fired, and backwards"
    extends Two;
    Boolean fire, on;
    Real s;
  equation
    on = fire or s < 0;
    if on then
      v = 0;
      s = i;
    else
      i = 0;
      s = v;
    end if;
  end Switch;
  model Beside "the same"
    extends Two;
    Boolean fire, on;
    Real s;
  equation
    on = fire or s < 0;
    if on then
      v = 0;
    else
      i = 0;
    end if;
    s = if on then (if fire then -1 else i) else v;
  end Beside;
  model Coil "and a resistor"
    extends Two(i(start = 5));
  equation
    0.01*der(i) = v - i;
  end Coil;
  model Source
    Pin p;
    parameter Real V;
  equation
    p.v = V;
  end Source;
  partial model Legs
    replaceable model Valve = Switch;
    Valve u1, u2, u3, d1, d2, d3;
    Coil a, b(i(start = 3));
    Source plus(V = 10), minus(V = 0);
  equation
    u1.fire = mod(time + 0.001, 0.003) < 0.0015;
    u2.fire = mod(time + 0.002, 0.003) < 0.0015;
    u3.fire = mod(time + 0.003, 0.003) < 0.0015;
    d1.fire = not u1.fire;
    d2.fire = not u2.fire;
    d3.fire = not u3.fire;
    connect(u1.p, plus.p); connect(u2.p, plus.p); connect(u3.p, plus.p);
    connect(u1.n, d1.p); connect(u2.n, d2.p); connect(u3.n, d3.p);
    connect(d1.n, minus.p); connect(d2.n, minus.p); connect(d3.n, minus.p);
    connect(u1.n, a.p); connect(u2.n, b.p);
    connect(a.n, u3.n); connect(b.n, u3.n);
  end Legs;
  model Free
    extends Legs;
  end Free;
  model Fixed
    extends Legs(a(i(fixed = true)), b(i(start = -3, fixed = true)));
  end Fixed;
  model ByEquations
    extends Legs;
  initial equation
    a.i = 2;
    b.i = 1;
  end ByEquations;
  model AtRest
    extends Legs;
  initial equation
    a.i = 0;
    b.i = 0;
  end AtRest;
  model Written
    extends Legs(redeclare model Valve = Beside);
  end Written;
end Inverter;
