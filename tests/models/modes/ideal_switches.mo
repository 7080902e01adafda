// Ideal switches and diodes, `if closed then v = 0; else i = 0; end if;`, in many positions of a circuit and without a
// small resistance anywhere. All answers are closed forms.
//| w = 2*pi
// two switches in series: current only while both are closed; while both are open they share the voltage
//! class IdealSwitches.Series
//! run --stop 5
//! value [right('r.i', t) for t in (1, 2, 3, 4)] = [0, 3, 0, 0] +- 1e-12
//! value [right('a.v', t) for t in (1, 2, 3, 4)] = [0, 0, 0, 6] +- 1e-12
//! value [right('b.v', t) for t in (1, 2, 3, 4)] = [12, 0, 12, 6] +- 1e-12
//! check sum(m['entries'] > 0 for m in j['modes']) == 3
// each with a resistor, side by side
//! class IdealSwitches.Parallel
//! run --stop 5
//! value [right('r.i', t) for t in (1, 2, 3, 4)] = [2, 12/5.5, 2, 0] +- 1e-12
//! value right('a.i', 2) = 3*right('b.i', 2) +- 1e-12
// side by side without anything: closed together they share the current
//! class IdealSwitches.SideBySide
//! run --stop 5
//! value [right('a.i', t) for t in (1, 2, 3, 4)] = [3, 1.5, 0, 0] +- 1e-12
//! value [right('b.i', t) for t in (1, 2, 3, 4)] = [0, 1.5, 3, 0] +- 1e-12
// a capacitor, charged through one switch and discharged through another, held between
//! class IdealSwitches.Charge
//! run --stop 4 --tol 1e-9
//! c.v = 10*(1 - exp(-t/0.5)) if t <= 1 else 10*(1 - exp(-2)) if t <= 2 else 10*(1 - exp(-2))*exp(-(t - 2)) +- 1e-7
//! check all(m['states'] == 1 for m in j['modes'])
// half a wave
//! class IdealSwitches.HalfWave
//! run --stop 2.25
//! r.i = max(0, 10*sin(w*t))/5 +- 1e-9
//! d.v = min(0, 10*sin(w*t)) +- 1e-9
//! changes d.on = [0, 0.5, 1, 1.5, 2] +- 1e-12
// a bridge of four: both half waves
//! class IdealSwitches.Bridge
//! run --stop 2.25
//! r.i = abs(10*sin(w*t))/5 +- 1e-9
//! d2.v = min(0, -10*sin(w*t)) +- 1e-9
//! changes d1.on = [0, 0.5, 1, 1.5, 2] +- 1e-12
//! changes d3.on = [0.5, 1, 1.5, 2] +- 1e-12
// with a capacitor behind it all four block for a while, and no node of the source has a potential of its own: pairs of
// diodes turn in the same instant, and both half waves are alike once the first has passed
//! class IdealSwitches.BridgeWithCapacitor
//! run --stop 5.25 --tol 1e-9
// (at the end of conduction rounding may leave one of two diodes in series closed, without a current)
//! check sum(m['entries'] > 0 for m in j['modes']) == 3
//! value [t - 4 for t in changes('d1.on')[8:10]] = [t - 4.5 for t in changes('d2.on')[8:10]] +- 1e-6
//! check all(min(c, 0) == 0 for c in col('r.v')) and all(d < 1e-9 for d in col('d1.v'))
//! value max(abs(abs(u) - v - 0) for u, v, on in zip(col('u.v'), col('r.v'), col('d1.on')) if on) = 0 +- 1e-9
// a capacitor right behind the diode: while it conducts there is no state, u.v = c.v. The diode blocks where
// C*w*cos(w*t) + sin(w*t)/R = 0, and then the capacitor discharges; where both meet again is found by bisection
//| w0 = 2*pi
//| off = (pi - atan(0.1*5*w0))/w0
//| def gap(t): return sin(w0*t) - sin(w0*off)*exp(-(t - off)/0.5)
//| lo, hi = off + 0.2, 1.25
//| for k in range(100):
//|     mid = (lo + hi)/2
//|     lo, hi = (mid, hi) if gap(mid) < 0 else (lo, mid)
//! class IdealSwitches.Peak
//! run --stop 2.1 --tol 1e-9
// (at the end of conduction the voltage leaves zero with slope 0, so rounding may turn the diode once more)
//! value sorted(set(round(t, 6) for t in changes('d.on'))) = [0, off, lo, 1 + off, 1 + lo] +- 1e-6
//! check all(abs(v - 10*(sin(w*t) if t <= off or lo <= t <= 1 + off or t > 1 + lo else sin(w*off)*exp(-((t \
//!     if t < 1.1 else t - 1) - off)/0.5))) < 1e-5 for t, v in zip(times, col('c.v')))
//! check sorted(m['states'] for m in j['modes']) == [0, 1]
// the same with a bridge of four and no state while two conduct
//! class IdealSwitches.BridgePeak
//! run --stop 2.1 --tol 1e-9
// (at the end of conduction rounding may leave one of two diodes in series closed, without a current)
//! value changes('d1.on')[:2] = [0, off] +- 1e-7
//! check max(abs(v - abs(u)) for v, u, a, b, c, d in zip(col('c.v'), col('u.v'), col('d1.on'), col('d2.on'), \
//!     col('d3.on'), col('d4.on')) if (a and d) or (b and c)) < 1e-9
//! check all(v > abs(u) - 1e-9 for v, u in zip(col('c.v'), col('u.v')))
// a network of six resistors that two open switches cut off: its nodes repeat each other, which no pattern shows
//! class IdealSwitches.CutOff
//! run --stop 3
//! value [right(n, t) for n in ('a.v', 'b.v') for t in (0, 2)] = [6, 6, 6, 6] +- 1e-12
//! value right('u.v', 1)*right('u.i', 1) + sum(right('r%d.v' % k, 1)*right('r%d.i' % k, 1) for k in range(1, 7)) \
//!     = 0 +- 1e-10
//! check right('a.i', 1) > 1
// N branches, each with a source, a resistor and a switch of its own
//! class IdealSwitches.Many
//! run --stop 12
//! check all(abs(i - sum(k/(1.0*k) if t > k else 0 for k in range(1, 11))) < 1e-12 \
//!     for t, i in zip(times, col('total')) if abs(t - round(t)) > 1e-9)
//! check len(j['modes']) == 11
// inside one another: with the outer one open the inner ones are idle, and there are three modes, not four
//! class IdealSwitches.Nested
//! run --stop 5
//! value [right('i', t) for t in (0.5, 1, 2, 3, 4)] = [0, 5, 2, 5, 0] +- 1e-12
//! value [right('v', t) for t in (0.5, 1, 2, 3, 4)] = [10, 0, 6, 0, 10] +- 1e-12
//! check sum(m['entries'] > 0 for m in j['modes']) == 3
// noEvent does not count in the condition of a switch: a change of structure is always an event, here at 0.5. The turn
// at 0, where the condition is zero and grows, belongs to the first instant (E411).
//! class IdealSwitches.NoEvent
//! run --stop 0.9
//! i = max(0, sin(w*t)) +- 1e-12
//! events time = 1
// a branch of an initial equation
//! class IdealSwitches.Initially
//! run --stop 1 --tol 1e-8
//! x = 3*exp(-t) +- 1e-6
//! run --stop 1 --tol 1e-8 -p p=-1
//! x = 5 +- 1e-6
package IdealSwitches
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
  model Capacitor
    extends TwoPin;
    parameter Real C = 1;
  equation
    C*der(v) = i;
  end Capacitor;
  model Inductor
    extends TwoPin;
    parameter Real L = 1;
  equation
    L*der(i) = v;
  end Inductor;
  model Sine
    extends TwoPin;
    parameter Real V = 1, f = 1;
  equation
    v = V*sin(2*3.141592653589793*f*time);
  end Sine;
  model Constant
    extends TwoPin;
    parameter Real V = 1;
  equation
    v = V;
  end Constant;
  model Switch
    extends TwoPin;
    input Boolean closed;
  equation
    if closed then
      v = 0;
    else
      i = 0;
    end if;
  end Switch;
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

  model Series
    Constant u(V = 12);
    Resistor r(R = 4);
    Switch a(closed = time > 1 and time < 4), b(closed = time > 2 and time < 3);
    Ground g;
  equation
    connect(u.p, a.p);
    connect(a.n, b.p);
    connect(b.n, r.p);
    connect(r.n, u.n);
    connect(u.n, g.p);
  end Series;
  model Parallel
    Constant u(V = 12);
    Resistor r(R = 4), ra(R = 2), rb(R = 6);
    Switch a(closed = time > 1 and time < 4), b(closed = time > 2 and time < 3);
    Ground g;
  equation
    connect(u.p, ra.p);
    connect(u.p, rb.p);
    connect(ra.n, a.p);
    connect(rb.n, b.p);
    connect(a.n, r.p);
    connect(b.n, r.p);
    connect(r.n, u.n);
    connect(u.n, g.p);
  end Parallel;
  model Bridge
    Sine u(V = 10);
    Resistor r(R = 5);
    Diode d1, d2, d3, d4;
    Ground g;
  equation
    connect(u.p, d1.p);
    connect(u.n, d2.p);
    connect(d1.n, r.p);
    connect(d2.n, r.p);
    connect(d3.p, r.n);
    connect(d4.p, r.n);
    connect(d3.n, u.p);
    connect(d4.n, u.n);
    connect(r.n, g.p);
  end Bridge;
  model BridgeWithCapacitor
    extends Bridge;
    Capacitor c(C = 0.1, v(start = 0, fixed = true));
    Resistor rs(R = 0.1);
  equation
    connect(rs.p, r.p);
    connect(rs.n, c.p);
    connect(c.n, r.n);
  end BridgeWithCapacitor;
  model Charge "a capacitor is charged through one switch and discharged through another"
    Constant u(V = 10);
    Resistor r1(R = 1), r2(R = 2);
    Capacitor c(C = 0.5, v(start = 0, fixed = true));
    Switch a(closed = time < 1), b(closed = time > 2);
    Ground g;
  equation
    connect(u.p, a.p);
    connect(a.n, r1.p);
    connect(r1.n, c.p);
    connect(c.p, b.p);
    connect(b.n, r2.p);
    connect(r2.n, u.n);
    connect(c.n, u.n);
    connect(u.n, g.p);
  end Charge;
  model SideBySide
    Constant u(V = 12);
    Resistor r(R = 4);
    Switch a(closed = time > 1 and time < 3), b(closed = time > 2 and time < 4);
    Ground g;
  equation
    connect(u.p, a.p);
    connect(u.p, b.p);
    connect(a.n, r.p);
    connect(b.n, r.p);
    connect(r.n, u.n);
    connect(u.n, g.p);
  end SideBySide;
  model HalfWave
    Sine u(V = 10);
    Resistor r(R = 5);
    Diode d;
    Ground g;
  equation
    connect(u.p, d.p);
    connect(d.n, r.p);
    connect(r.n, u.n);
    connect(u.n, g.p);
  end HalfWave;
  model Peak
    Sine u(V = 10);
    Resistor r(R = 5);
    Capacitor c(C = 0.1, v(start = 0));
    Diode d;
    Ground g;
  equation
    connect(u.p, d.p);
    connect(d.n, r.p);
    connect(d.n, c.p);
    connect(r.n, u.n);
    connect(c.n, u.n);
    connect(u.n, g.p);
  end Peak;
  model BridgePeak
    extends Bridge;
    Capacitor c(C = 0.1, v(start = 0));
  equation
    connect(r.p, c.p);
    connect(c.n, r.n);
  end BridgePeak;
  model CutOff
    Constant u(V = 12);
    Switch a(closed = time > 1 and time < 2), b(closed = time > 1 and time < 2);
    Resistor r1(R = 1), r2(R = 2), r3(R = 3), r4(R = 4), r5(R = 5), r6(R = 6);
    Ground g;
  equation
    connect(u.n, g.p);
    connect(u.p, a.p);
    connect(a.n, r1.p);
    connect(a.n, r2.p);
    connect(a.n, r3.p);
    connect(r1.n, r4.p);
    connect(r1.n, r5.p);
    connect(r2.n, r4.n);
    connect(r2.n, r6.p);
    connect(r3.n, r5.n);
    connect(r3.n, r6.n);
    connect(r3.n, b.p);
    connect(b.n, g.p);
  end CutOff;
  model Many
    parameter Integer N = 10;
    Real v[N], i[N], total;
  equation
    for k in 1:N loop
      k = v[k] + k*i[k];
      if time > k then
        v[k] = 0;
      else
        i[k] = 0;
      end if;
    end for;
    total = sum(i);
  end Many;
  model Nested
    Real v, i;
  equation
    10 = v + 2*i;
    if time > 1 and time < 4 then
      if time > 2 and time < 3 then
        v = 3*i;
      else
        i = 5;
      end if;
    else
      i = 0;
    end if;
  end Nested;
  model NoEvent
    Real v, i;
  equation
    sin(2*3.141592653589793*time) = v + i;
    if noEvent(sin(2*3.141592653589793*time) > 0) then
      v = 0;
    else
      i = 0;
    end if;
  end NoEvent;
  model Initially
    parameter Real p = 3;
    Real x;
  initial equation
    if p > 0 then
      x = p;
    else
      der(x) = 0;
    end if;
  equation
    der(x) = if p > 0 then -x else 5 - x;
  end Initially;
end IdealSwitches;

