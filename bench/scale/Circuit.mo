// The few electrical components that the circuits to scale are made of.
package Circuit
  connector Pin
    Real v "potential";
    flow Real i "current into the component";
  end Pin;

  partial model TwoPin
    Pin p, n;
    Real v "voltage from p to n";
    Real i "current from p to n";
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

  model Conductor
    extends TwoPin;
    parameter Real G = 1;
  equation
    i = G*v;
  end Conductor;

  model Capacitor
    extends TwoPin(v(start = 0, fixed = true));
    parameter Real C = 1;
  equation
    C*der(v) = i;
  end Capacitor;

  model Inductor
    extends TwoPin(i(start = 0, fixed = true));
    parameter Real L = 1;
  equation
    L*der(i) = v;
  end Inductor;

  model ConstantVoltage
    extends TwoPin;
    parameter Real V = 1;
  equation
    v = V;
  end ConstantVoltage;

  model SlowVoltage "comes up to V with the time constant T"
    extends TwoPin(v(start = 0, fixed = true));
    parameter Real V = 1, T = 1;
  equation
    T*der(v) = V - v;
  end SlowVoltage;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model RCLadder "N resistors in series, a capacitor from each node to the ground, and a step at the front"
    parameter Integer N = 100 "sections";
    parameter Real R = 1/N, C = 1/N "of a section";
    ConstantVoltage source(V = 1);
    Resistor r[N](each R = R);
    Capacitor c[N](each C = C);
    Ground ground;
  equation
    connect(source.n, ground.p);
    connect(source.p, r[1].p);
    for i in 1:N loop
      connect(r[i].n, c[i].p);
      connect(c[i].n, ground.p);
    end for;
    for i in 1:N - 1 loop
      connect(r[i].n, r[i + 1].p);
    end for;
    annotation(experiment(StopTime = 1, Tolerance = 1e-6));
  end RCLadder;

  model TransmissionLine "N sections of inductor and capacitor between a source and a load that match the line"
    parameter Integer N = 100 "sections";
    parameter Real Z = 50 "impedance of the line, of the source and of the load";
    parameter Real T = 1 "time that a wave takes";
    final parameter Real L = Z*T/N, C = T/(Z*N);
    ConstantVoltage source(V = 1);
    Resistor match(R = Z), load(R = Z);
    Inductor l[N](each L = L);
    Capacitor c[N](each C = C);
    Ground ground;
    Real E(start = 0, fixed = true) "energy that came in, less what the resistors took";
  equation
    connect(source.n, ground.p);
    connect(source.p, match.p);
    connect(match.n, l[1].p);
    for i in 1:N loop
      connect(l[i].n, c[i].p);
      connect(c[i].n, ground.p);
    end for;
    for i in 1:N - 1 loop
      connect(l[i].n, l[i + 1].p);
    end for;
    connect(l[N].n, load.p);
    connect(load.n, ground.p);
    der(E) = -source.v*source.i - match.v*match.i - load.v*load.i;
    annotation(experiment(StopTime = 3, Tolerance = 1e-6));
  end TransmissionLine;

  model DCDistributionNetwork
    "A line of N sections; from each node a line of M sections with a load at each node. One large linear loop"
    parameter Integer N = 10 "primary nodes";
    parameter Integer M = N "nodes of each secondary line";
    parameter Real R1 = 0.01/N, R2 = 0.1/M "of a section";
    parameter Real G = 1/(N*M) "of each load";
    SlowVoltage source(V = 1, T = 1);
    Resistor primary[N](each R = R1);
    Resistor secondary[N, M](each R = R2);
    Conductor load[N, M](each G = G);
    Ground ground;
  equation
    connect(source.n, ground.p);
    connect(source.p, primary[1].p);
    for i in 1:N - 1 loop
      connect(primary[i].n, primary[i + 1].p);
    end for;
    for i in 1:N loop
      connect(primary[i].n, secondary[i, 1].p);
      for j in 1:M - 1 loop
        connect(secondary[i, j].n, secondary[i, j + 1].p);
      end for;
      for j in 1:M loop
        connect(secondary[i, j].n, load[i, j].p);
        connect(load[i, j].n, ground.p);
      end for;
    end for;
    annotation(experiment(StopTime = 5, Tolerance = 1e-6));
  end DCDistributionNetwork;
end Circuit;
