within Saltus.Xcos;
package Electrical "Circuits"
  import Saltus.Xcos.Interfaces.*;

  connector Pin "A point of a circuit"
    Real v "Potential";
    flow Real i "Current into the component";
    annotation (Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,0,0}, fillColor={0,0,0},
      fillPattern=FillPattern.Solid)}));
  end Pin;

  partial model TwoPins "A component between two pins"
    extends Saltus.Diagrams.Interfaces.Icon;
    Pin p annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Pin n annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Real v "Voltage from p to n";
    Real i "Current from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPins;

  model Ground "Potential zero"
    extends Saltus.Diagrams.Interfaces.Icon;
    Pin p annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  equation
    p.v = 0;
  end Ground;

  model Resistor
    parameter Real R = 1;
    extends TwoPins;
  equation
    v = R*i;
  end Resistor;

  model Capacitor
    parameter Real C = 1e-6;
    parameter Real v0 = 0 "Voltage at the beginning";
    extends TwoPins(v(start=v0, fixed=true));
  equation
    i = C*der(v);
  end Capacitor;

  model Inductor
    parameter Real L = 1e-3;
    extends TwoPins(i(start=0, fixed=true));
  equation
    v = L*der(i);
  end Inductor;

  model ConstantVoltage
    parameter Real V = 1;
    extends TwoPins;
  equation
    v = V;
  end ConstantVoltage;

  model SineVoltage
    parameter Real V = 1 "Amplitude";
    parameter Real frequency = 1 "In hertz";
    parameter Real phase = 0 "In radians";
    parameter Real offset = 0;
    parameter Real start = 0 "Time at which the sine begins";
    extends TwoPins;
  protected
    constant Real pi = 3.14159265358979323846;
  equation
    v = offset + (if time < start then 0 else V*sin(2*pi*frequency*(time - start) + phase));
  end SineVoltage;

  model SignalVoltage "A voltage that is a signal (CVS)"
    extends TwoPins;
    SignalIn u[1, 1] annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  equation
    v = u[1, 1];
  end SignalVoltage;

  model SignalCurrent "A current that is a signal (CCS)"
    extends TwoPins;
    SignalIn u[1, 1] annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  equation
    i = u[1, 1];
  end SignalCurrent;

  model VoltageSensor
    extends TwoPins;
    SignalOut y[1, 1] = [v] annotation (Placement(transformation(extent={{-10,-110},{10,-90}})));
  equation
    i = 0;
  end VoltageSensor;

  model CurrentSensor
    extends TwoPins;
    SignalOut y[1, 1] = [i] annotation (Placement(transformation(extent={{-10,-110},{10,-90}})));
  equation
    v = 0;
  end CurrentSensor;

  model PotentialSensor
    extends Saltus.Diagrams.Interfaces.Icon;
    Pin p annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    SignalOut y[1, 1] = [p.v] annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    p.i = 0;
  end PotentialSensor;

  model Switch "Closed while its input is greater than 0"
    parameter Real Ron = 0.01 "Resistance when it is closed";
    parameter Real Roff = 1e5 "Resistance when it is open";
    extends TwoPins;
    SignalIn u[1, 1] annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  equation
    v = i*(if u[1, 1] > 0 then Ron else Roff);
  end Switch;

  model Diode
    parameter Real Ids = 1e-6 "Saturation current";
    parameter Real Vt = 0.04 "Thermal voltage";
    parameter Real Maxexp = 15 "From this exponent on it is a straight line";
    parameter Real R = 1e8 "Resistance beside it";
    extends TwoPins;
  equation
    i = v/R + Ids*(limited(v/Vt, Maxexp) - 1);
  end Diode;

  function limited "exp(x), and the tangent of it from m on"
    input Real x;
    input Real m;
    output Real y;
  algorithm
    y := if x > m then exp(m)*(1 + x - m) else exp(x);
    annotation (Inline=true);
  end limited;

  model OpAmp "No current into its inputs, no voltage between them"
    extends Saltus.Diagrams.Interfaces.Icon;
    Pin inp annotation (Placement(transformation(extent={{-110,-60},{-90,-40}})));
    Pin inn annotation (Placement(transformation(extent={{-110,40},{-90,60}})));
    Pin out annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    inp.v = inn.v;
    inp.i = 0;
    inn.i = 0;
  end OpAmp;

  model Transformer
    parameter Real N = 1 "Ratio of the voltages";
    extends Saltus.Diagrams.Interfaces.Icon;
    Pin p1 annotation (Placement(transformation(extent={{-110,40},{-90,60}})));
    Pin n1 annotation (Placement(transformation(extent={{-110,-60},{-90,-40}})));
    Pin p2 annotation (Placement(transformation(extent={{90,40},{110,60}})));
    Pin n2 annotation (Placement(transformation(extent={{90,-60},{110,-40}})));
  equation
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
    p1.v - n1.v = N*(p2.v - n2.v);
    p2.i = -N*p1.i;
  end Transformer;

  model Gyrator
    parameter Real G1 = 1;
    parameter Real G2 = 1;
    extends Saltus.Diagrams.Interfaces.Icon;
    Pin p1 annotation (Placement(transformation(extent={{-110,40},{-90,60}})));
    Pin n1 annotation (Placement(transformation(extent={{-110,-60},{-90,-40}})));
    Pin p2 annotation (Placement(transformation(extent={{90,40},{110,60}})));
    Pin n2 annotation (Placement(transformation(extent={{90,-60},{110,-40}})));
  equation
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
    p1.i = G2*(p2.v - n2.v);
    p2.i = -G1*(p1.v - n1.v);
  end Gyrator;

  partial model Transistor "A bipolar transistor: two diodes, their charges, and the current that they carry over"
    parameter Real Bf = 50 "Forward gain";
    parameter Real Br = 0.1 "Reverse gain";
    parameter Real Is = 1e-16 "Transport saturation current";
    parameter Real Vak = 0.02 "Inverse of the Early voltage";
    parameter Real Tauf = 0.12e-9;
    parameter Real Taur = 5e-9;
    parameter Real Ccs = 1e-12;
    parameter Real Cje = 0.4e-12;
    parameter Real Cjc = 0.5e-12;
    parameter Real Phie = 0.8;
    parameter Real Me = 0.4;
    parameter Real Phic = 0.8;
    parameter Real Mc = 0.333;
    parameter Real Gbc = 1e-15;
    parameter Real Gbe = 1e-15;
    parameter Real Vt = 0.02585;
    parameter Real EMinMax = 40;
    parameter Real sign = 1 "1 npn, -1 pnp";
    extends Saltus.Diagrams.Interfaces.Icon;
    Pin b annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Pin c annotation (Placement(transformation(extent={{90,40},{110,60}})));
    Pin e annotation (Placement(transformation(extent={{90,-60},{110,-40}})));
    Real vbc "Base to collector";
    Real vbe "Base to emitter";
  protected
    Real qbk, ibc, ibe, cbc, cbe, capcje, capcjc;
  equation
    vbc = sign*(b.v - c.v);
    vbe = sign*(b.v - e.v);
    qbk = 1 - vbc*Vak;
    ibc = Is*(limited(vbc/Vt, EMinMax) - 1) + vbc*Gbc;
    ibe = Is*(limited(vbe/Vt, EMinMax) - 1) + vbe*Gbe;
    capcjc = smooth(1, if vbc/Phic > 0 then Cjc*(1 + Mc*vbc/Phic) else Cjc*(1 - vbc/Phic)^(-Mc));
    capcje = smooth(1, if vbe/Phie > 0 then Cje*(1 + Me*vbe/Phie) else Cje*(1 - vbe/Phie)^(-Me));
    cbc = Taur*Is/Vt*slope(vbc/Vt, EMinMax) + capcjc;
    cbe = Tauf*Is/Vt*slope(vbe/Vt, EMinMax) + capcje;
    sign*c.i = (ibe - ibc)*qbk - ibc/Br - cbc*der(vbc) + Ccs*sign*der(c.v);
    sign*b.i = ibe/Bf + ibc/Br + cbc*der(vbc) + cbe*der(vbe);
    sign*e.i = -sign*b.i - sign*c.i + Ccs*sign*der(c.v);
  end Transistor;

  function slope "The derivative of `limited`"
    input Real x;
    input Real m;
    output Real y;
  algorithm
    y := if x > m then exp(m) else exp(x);
    annotation (Inline=true);
  end slope;

  model NPN
    extends Transistor;
  end NPN;

  model PNP
    extends Transistor(sign=-1);
  end PNP;

  partial model FieldEffect "A field-effect transistor with constant parameters"
    parameter Real W = 2e-5;
    parameter Real L = 6e-6;
    parameter Real Beta = 4.1e-5;
    parameter Real Vt = 0.8;
    parameter Real K2 = 1.144;
    parameter Real K5 = 0.7311;
    parameter Real dW = -2.5e-6;
    parameter Real dL = -1.5e-6;
    parameter Real RDS = 1e7;
    parameter Real sign = 1 "1 n channel, -1 p channel";
    extends Saltus.Diagrams.Interfaces.Icon;
    Pin g annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Pin d annotation (Placement(transformation(extent={{90,60},{110,80}})));
    Pin b annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Pin s annotation (Placement(transformation(extent={{90,-80},{110,-60}})));
  protected
    Real v = Beta*(W + dW)/(L + dL);
    Real ud = smooth(0, if sign*(d.v - s.v) < 0 then sign*s.v else sign*d.v);
    Real us = smooth(0, if sign*(d.v - s.v) < 0 then sign*d.v else sign*s.v);
    Real ubs = smooth(0, if sign*b.v > us then 0 else sign*b.v - us);
    Real ugst = (sign*g.v - us - sign*Vt + K2*ubs)*K5;
    Real uds = ud - us;
    Real id = smooth(1, if ugst <= 0 then uds/RDS elseif ugst > uds then v*uds*(ugst - uds/2) + uds/RDS
      else v*ugst*ugst/2 + uds/RDS);
  equation
    g.i = 0;
    b.i = 0;
    d.i = smooth(0, if sign*(d.v - s.v) < 0 then -sign*id else sign*id);
    s.i = -d.i;
  end FieldEffect;

  model NMOS
    extends FieldEffect;
  end NMOS;

  model PMOS
    extends FieldEffect(sign=-1);
  end PMOS;
end Electrical;
