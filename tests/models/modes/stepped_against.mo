// Sources that step and gears that are shifted, with ideal diodes, switches and free wheels on them. The constraints of
// the present mode jump, and its impulses decide whether it can stay.
//
// A clamp: C = 0.01 F between the source and a diode to ground, with 300 ohm beside the diode. The source falls from
// 7 V to 0 at 1 s. A charge would have to go backwards through the diode; so it lets go, and the capacitor keeps 7 V
// (E500). Nobody sees the 0 V that the mode with a conducting diode would give (E501).
//! class SteppedAgainst.Clamp
//! run --stop 2 --tol 1e-9 --solver {auto,cvode,dirk}
//! c(0.5) = 7 +- 1e-12
//! value right('c', 1) = 7 +- 1e-12
//! c(2) = 7*exp(-1/3) +- 1e-7
//! final low = 0
//! final seen = 7 +- 1e-12
//! final edges = 1
//! class SteppedAgainst.ClampByCurve
//! run --stop 2 --tol 1e-9
//! value right('c', 1) = 7 +- 1e-12
//! c(2) = 7*exp(-1/3) +- 1e-7
//! final low = 0
//! final seen = 7 +- 1e-12
//! class SteppedAgainst.ClampByPre
//! run --stop 2 --tol 1e-9
//! value right('c', 1) = 7 +- 1e-12
//! c(2) = 7*exp(-1/3) +- 1e-7
//! final low = 0
//! final seen = 7 +- 1e-12
// A gear in front of a free wheel: inertia 1, gear r, inertia 1/2, free wheel, inertia 2. At 1 s r goes from 2 to 3.
// The free wheel would have to hold back, and lets go: with the impulse P of the teeth 6 - P = 3*(3 + 3*P/0.5). At 2 s
// r is 1, and the free wheel takes inertia 2 along: all speeds are the same, and the momentum over the gear is kept.
//| P = -3/19; w1 = 6 - P; ws = 3 + 6*P; w = (w1 + ws/2 + 2*3)/3.5
//! class SteppedAgainst.FreeWheel
//! run --stop 3
//! w1(1.5) = w1 +- 1e-12
//! ws(1.5) = ws +- 1e-12
//! w2(1.5) = 3 +- 1e-12
//! final w1 = w +- 1e-12
//! final w2 = w +- 1e-12
// In one instant a source steps from 2 V to 8 V and a switch closes (E502): 0.1 F between source and node at 1 V, 0.2 F
// between node and ground at 0 V. The charge at the node is kept: 0.2*n - 0.1*(8 - n) = -0.1.
//! class SteppedAgainst.Together
//! run --stop 2
//! final b = 7/3 +- 1e-12
//! final a = 8 - 7/3 +- 1e-12
// A diode across a source that becomes zero: conducting it would determine nothing, so it stays as it is (E503).
//! class SteppedAgainst.AcrossZero
//! run --stop 2
//! message none
//! final s = 0
//! final x = 2*exp(-1) +- 1e-5
// A capacitor hangs on a source that a Boolean steps, whose equation stands behind that of the source.
//! class SteppedAgainst.LaterBoolean
//! run --stop 1
//! final c = 0
//! final q = -0.8 +- 1e-12
package SteppedAgainst
  partial model ClampBase
    Real s = if time < 1 then 7 else 0;
    Real c(start = 7, fixed = true), n, i;
    Integer low(start = 0, fixed = true), edges(start = 0, fixed = true);
    discrete Real seen(start = -1, fixed = true);
  equation
    n = s - c;
    0.01*der(c) = i + n/300;
    when c < 1 then
      low = pre(low) + 1;
    end when;
    when time >= 1 then
      seen = c;
      edges = pre(edges) + 1;
    end when;
  end ClampBase;
  model Clamp
    extends ClampBase;
    Real u;
    Boolean on;
  equation
    on = u >= 0;
    if on then n = 0; u = i; else i = 0; u = n; end if;
  end Clamp;
  model ClampByCurve
    extends ClampBase;
    Real u;
    Boolean off;
    parameter Real Ron = 0, Goff = 0;
  equation
    off = u < 0;
    n = u*(if off then 1 else Ron);
    i = u*(if off then Goff else 1);
  end ClampByCurve;
  model ClampByPre
    extends ClampBase;
    Boolean on(start = true);
  equation
    on = if pre(on) then i >= 0 else n > 0;
    if on then n = 0; else i = 0; end if;
  end ClampByPre;
  model FreeWheel
    Real w1(start = 6, fixed = true), ws, w2(start = 3, fixed = true), t1, tf, slip, s;
    Real r = if time < 1 then 2 else if time < 2 then 3 else 1;
    Boolean locked;
  equation
    der(w1) = -t1;
    w1 = r*ws;
    0.5*der(ws) = r*t1 - tf;
    2*der(w2) = tf;
    slip = ws - w2;
    locked = s >= 0;
    if locked then slip = 0; s = tf; else tf = 0; s = slip; end if;
  end FreeWheel;
  model Together
    Real a(start = 1, fixed = true), b(start = 0, fixed = true), n, i;
    Real s = if time < 1 then 2 else 8;
  equation
    n = s - a;
    0.1*der(a) = i;
    0.2*der(b) = i;
    if time < 1 then i = 0; else n = b; end if;
  end Together;
  model AcrossZero
    Real s = if time < 1 then -4 else 0;
    Real v, i, u, x(start = 2, fixed = true), is;
    Boolean on;
  equation
    v = s;
    2*der(x) = -x;
    i + is = x;
    on = u >= 0;
    if on then v = 0; u = i; else i = 0; u = v; end if;
  end AcrossZero;
  model LaterBoolean
    Real c(start = 8), q(start = 0, fixed = true), i, s, x(start = 0, fixed = true), v, j;
    Boolean later;
  equation
    s = if later then 0 else 8;
    c = s;
    i = 0.1*der(c);
    der(q) = i;
    der(x) = 1 + j;
    v = x - 0.7;
    if v > 0 then j = -1; else j = 0; end if;
    later = time >= 0.5;
  end LaterBoolean;
end SteppedAgainst;
