// A bridge of five resistors at a voltage that grows: one loop of linear equations.
//
// No branch of the bridge can be computed before the others. Saltus finds the loop and solves it as a whole;
// `saltus check` shows its members. The bridge is balanced if R1/R2 = R3/R4; then no current flows in the middle.
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
