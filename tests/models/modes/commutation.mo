// Ideal diodes between sources, without anything in the way: where one takes over from another both would be closed at
// once, and two sources would be in parallel. There is no such mode; the current goes over from one to the other in no
// time.
//| def u(k, t): return 10*sin(2*pi*(t + k/3))
//| def high(t): return max(u(k, t) for k in range(3))
//| def low(t): return min(u(k, t) for k in range(3))
// three pulses, on a resistor: the load sees the highest of the three
//! class Commutation.Three
//! run --stop 2
//! check all(abs(v - high(t)) < 1e-9 for t, v in zip(times, col('r.v')) if t > 0)
//! value changes('d1.on')[1:4] = [1/12 + 1/3*k for k in (1, 3, 4)] +- 1e-9
// and on an inductive load, whose current is far from zero when it goes over; its mean voltage is that of the resistor
//! class Commutation.ThreeInductive
//! run --stop 12 --tol 1e-8
//! check all(abs(v + w - high(t)) < 1e-6 for t, v, w in zip(times, col('r.v'), col('l.v')) if t > 1e-9)
//! value sum(i for t, i in zip(times, col('r.i')) if 10 <= t < 12)/sum(1 for t in times if 10 <= t < 12) \
//!     = 10*3*sqrt(3)/(2*pi)/2 +- 0.05
//! check min(i for t, i in zip(times, col('r.i')) if t > 5) > 3
// six pulses: the highest less the lowest
//! class Commutation.Six
//! run --stop 2
//! check all(abs(v - high(t) + low(t)) < 1e-9 for t, v in zip(times, col('r.v')) if t > 0)
//! class Commutation.SixInductive
//! run --stop 4 --tol 1e-8
//! check all(abs(v + w - high(t) + low(t)) < 1e-6 for t, v, w in zip(times, col('r.v'), col('l.v')) if t > 1e-9)
package Commutation
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    v = R*i;
  end Resistor;
  model Inductor
    extends TwoPin;
    parameter Real L = 1;
  equation
    L*der(i) = v;
  end Inductor;
  model Sine
    extends TwoPin;
    parameter Real V = 1, f = 1, phase = 0;
  equation
    v = V*sin(2*3.141592653589793*(f*time + phase));
  end Sine;
  model Diode
    extends TwoPin;
    Boolean on(start = false, fixed = true);
  equation
    on = if pre(on) then i >= 0 else v > 0;
    if on then
      v = 0;
    else
      i = 0;
    end if;
  end Diode;

  model Three
    Sine a(V = 10), b(V = 10, phase = 1/3), c(V = 10, phase = 2/3);
    Diode d1, d2, d3;
    Resistor r(R = 2);
    Ground g;
  equation
    connect(a.n, g.p);
    connect(b.n, g.p);
    connect(c.n, g.p);
    connect(a.p, d1.p);
    connect(b.p, d2.p);
    connect(c.p, d3.p);
    connect(d1.n, d2.n);
    connect(d2.n, d3.n);
    connect(d3.n, r.p);
    connect(r.n, g.p);
  end Three;
  model ThreeInductive
    Sine a(V = 10), b(V = 10, phase = 1/3), c(V = 10, phase = 2/3);
    Diode d1, d2, d3;
    Resistor r(R = 2);
    Inductor l(L = 0.5, i(start = 0, fixed = true));
    Ground g;
  equation
    connect(a.n, g.p);
    connect(b.n, g.p);
    connect(c.n, g.p);
    connect(a.p, d1.p);
    connect(b.p, d2.p);
    connect(c.p, d3.p);
    connect(d1.n, d2.n);
    connect(d2.n, d3.n);
    connect(d3.n, r.p);
    connect(r.n, l.p);
    connect(l.n, g.p);
  end ThreeInductive;
  model Six
    Sine a(V = 10), b(V = 10, phase = 1/3), c(V = 10, phase = 2/3);
    Diode d1, d2, d3, d4, d5, d6;
    Resistor r(R = 2);
    Ground g;
  equation
    connect(a.n, g.p);
    connect(b.n, g.p);
    connect(c.n, g.p);
    connect(a.p, d1.p);
    connect(b.p, d2.p);
    connect(c.p, d3.p);
    connect(d1.n, d2.n);
    connect(d2.n, d3.n);
    connect(d3.n, r.p);
    connect(r.n, d4.p);
    connect(d4.p, d5.p);
    connect(d5.p, d6.p);
    connect(d4.n, a.p);
    connect(d5.n, b.p);
    connect(d6.n, c.p);
  end Six;
  model SixInductive
    Sine a(V = 10), b(V = 10, phase = 1/3), c(V = 10, phase = 2/3);
    Diode d1, d2, d3, d4, d5, d6;
    Resistor r(R = 2);
    Inductor l(L = 0.5, i(start = 0, fixed = true));
    Ground g;
  equation
    connect(a.n, g.p);
    connect(b.n, g.p);
    connect(c.n, g.p);
    connect(a.p, d1.p);
    connect(b.p, d2.p);
    connect(c.p, d3.p);
    connect(d1.n, d2.n);
    connect(d2.n, d3.n);
    connect(d3.n, r.p);
    connect(r.n, l.p);
    connect(l.n, d4.p);
    connect(d4.p, d5.p);
    connect(d5.p, d6.p);
    connect(d4.n, a.p);
    connect(d5.n, b.p);
    connect(d6.n, c.p);
  end SixInductive;
end Commutation;
