// A three-phase drive with 24 switches: a rectifier of six diodes behind coils, a precharged link, a brake chopper with
// its free-wheeling diode, an inverter of six transistors with six diodes, and a contactor of three poles. `Ideal`: no
// switch has a resistance, so each set of closed ones is a mode. `Small`: the same with small resistances and leaks, as
// in other programs.
package Drive
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;

  partial model TwoPin
    Pin p, n;
    Real v(unit = "V"), i(unit = "A");
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Resistor
    extends TwoPin;
    parameter Real R(unit = "Ohm");
  equation
    v = R*i;
  end Resistor;

  model Inductor
    extends TwoPin;
    parameter Real L(unit = "H");
  equation
    L*der(i) = v;
  end Inductor;

  model Capacitor
    extends TwoPin;
    parameter Real C(unit = "F");
  equation
    C*der(v) = i;
  end Capacitor;

  model Source
    extends TwoPin;
    parameter Real V(unit = "V"), w(unit = "rad/s"), phase = 0;
  equation
    v = V*sin(w*time + phase);
  end Source;

  partial model PartialSwitch
    extends TwoPin;
    Boolean on;
  end PartialSwitch;

  model Switch
    extends PartialSwitch;
  equation
    if on then
      v = 0;
    else
      i = 0;
    end if;
  end Switch;

  partial model PartialDiode
    extends TwoPin;
    Boolean on(start = false, fixed = true);
  end PartialDiode;

  model Diode
    extends PartialDiode;
  equation
    on = if pre(on) then i >= 0 else v > 0;
    if on then
      v = 0;
    else
      i = 0;
    end if;
  end Diode;

  model SmallSwitch
    extends PartialSwitch;
    parameter Real Ron(unit = "Ohm") = 1e-3, Goff(unit = "S") = 1e-6;
  equation
    v = if on then Ron*i else i/Goff;
  end SmallSwitch;

  model SmallDiode
    extends PartialDiode;
    parameter Real Ron(unit = "Ohm") = 1e-3, Goff(unit = "S") = 1e-6;
    Real s;
  equation
    on = s > 0;
    v = s*(if on then Ron else 1);
    i = s*(if on then 1 else Goff);
  end SmallDiode;

  partial model PartialDrive
    replaceable model S = Switch constrainedby PartialSwitch;
    replaceable model D = Diode constrainedby PartialDiode;
    constant Real pi = 3.14159265358979;
    parameter Real w(unit = "rad/s") = 2*pi*50 "of the mains", wm(unit = "rad/s") = 2*pi*40 "of the motor";
    parameter Real f(unit = "Hz") = 2000 "of the carrier", m = 0.7 "modulation", dead = 0.02 "of its height: 2.5 us";
    Source mains[3](each V = 325, each w = w, phase = {0, -2*pi/3, 2*pi/3});
    Resistor lineR[3](each R = 0.1), precharge(R = 22), brakeR(R = 20), motorR[3](each R = 1);
    Inductor lineL[3](each L = 5e-4), brakeL(L = 1e-3), motorL[3](each L = 5e-3);
    Capacitor link(C = 1e-3, v(start = 0, fixed = true));
    D upper[3], lower[3], freeWheel, up[3], down[3];
    S bypass, brake, high[3], low[3], contactor[3];
    Source emf[3](each V = 150, each w = wm, phase = {-0.3, -0.3 - 2*pi/3, -0.3 + 2*pi/3});
    Ground ground;
    Real carrier, turn;
    Real power(unit = "W") = emf[1].v*emf[1].i + emf[2].v*emf[2].i + emf[3].v*emf[3].i "of the motor";
    Real mean(start = 0, fixed = true, unit = "V") "of the link, from 0.8 s to 1 s";
    Real wave[3] = {m*sin(wm*time), m*sin(wm*time - 2*pi/3), m*sin(wm*time + 2*pi/3)};
  equation
    turn = mod(f*time, 1);
    carrier = if turn < 0.5 then 4*turn - 1 else 3 - 4*turn;
    der(mean) = if time > 0.8 then 5*link.v else 0;
    bypass.on = time > 0.1;
    brake.on = time > 0.6 and mod(time, 1e-3) < 3e-4;
    for k in 1:3 loop
      contactor[k].on = time > 0.15;
      high[k].on = time > 0.2 and wave[k] > carrier + dead;
      low[k].on = time > 0.2 and wave[k] < carrier - dead;
      connect(mains[k].n, ground.p);
      connect(mains[k].p, lineR[k].p);
      connect(lineR[k].n, lineL[k].p);
      connect(lineL[k].n, upper[k].p);
      connect(lineL[k].n, lower[k].n);
      connect(upper[k].n, precharge.p);
      connect(lower[k].p, link.n);
      connect(high[k].p, link.p);
      connect(high[k].n, low[k].p);
      connect(low[k].n, link.n);
      connect(up[k].p, high[k].n);
      connect(up[k].n, high[k].p);
      connect(down[k].p, low[k].n);
      connect(down[k].n, low[k].p);
      connect(high[k].n, contactor[k].p);
      connect(contactor[k].n, motorR[k].p);
      connect(motorR[k].n, motorL[k].p);
      connect(motorL[k].n, emf[k].p);
    end for;
    connect(emf[2].n, emf[1].n);
    connect(emf[3].n, emf[1].n);
    connect(precharge.n, link.p);
    connect(bypass.p, precharge.p);
    connect(bypass.n, link.p);
    connect(brakeR.p, link.p);
    connect(brakeR.n, brakeL.p);
    connect(brakeL.n, brake.p);
    connect(brake.n, link.n);
    connect(freeWheel.p, brake.p);
    connect(freeWheel.n, link.p);
  end PartialDrive;

  model Ideal
    extends PartialDrive;
    annotation(experiment(StopTime = 1));
  end Ideal;

  model Small
    extends PartialDrive(redeclare model S = SmallSwitch, redeclare model D = SmallDiode);
    annotation(experiment(StopTime = 1));
  end Small;
end Drive;
