// The Wheatstone bridge solved by hand: two node equations
//   (V - a)/100 = a/200 + (a - b)/50,  (V - b)/150 = b/250 + (b - a)/50
// by Cramer's rule.
//| def nodes(V):
//|     m = [[1/100 + 1/200 + 1/50, -1/50], [-1/50, 1/150 + 1/250 + 1/50]]
//|     det = m[0][0]*m[1][1] - m[0][1]*m[1][0]
//|     return (V/100*m[1][1] - m[0][1]*V/150)/det, (m[0][0]*V/150 - m[1][0]*V/100)/det
//| def source(t): return 10*min(t, 1)
//! class Bridge.Wheatstone
//! run --solver {auto,euler,erk}
//! middle.p.v = nodes(source(t))[0] +- 1e-12
//! middle.n.v = nodes(source(t))[1] +- 1e-12
//! middle.i = (nodes(source(t))[0] - nodes(source(t))[1])/50 +- 1e-13
//! source.p.i = -(source(t) - nodes(source(t))[0])/100 - (source(t) - nodes(source(t))[1])/150 +- 1e-12
//! check j['states'] == 0 and 1.0 in times
// Balanced, when R1/R2 = R3/R4: no current in the middle.
//! run -p r4.R=300
//! middle.i = 0 +- 1e-14
package Bridge
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;

  model Resistor
    parameter Real R(unit = "Ohm") = 1;
    Pin p, n;
    Real i(unit = "A") = p.i;
  equation
    p.i + n.i = 0;
    p.v - n.v = R*p.i;
  end Resistor;

  model Ramp "A voltage that grows and is then held"
    Pin p, n;
    parameter Real V(unit = "V") = 10;
  equation
    p.i + n.i = 0;
    p.v - n.v = V*min(time, 1);
  end Ramp;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Wheatstone
    Ramp source;
    Resistor r1(R = 100), r2(R = 200), r3(R = 150), r4(R = 250), middle(R = 50);
    Ground ground;
  equation
    connect(source.p, r1.p);
    connect(source.p, r3.p);
    connect(r1.n, r2.p);
    connect(r3.n, r4.p);
    connect(r1.n, middle.p);
    connect(r3.n, middle.n);
    connect(r2.n, source.n);
    connect(r4.n, source.n);
    connect(source.n, ground.p);
    annotation(experiment(StopTime = 2));
  end Wheatstone;
end Bridge;
