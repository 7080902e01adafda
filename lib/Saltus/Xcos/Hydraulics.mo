within Saltus.Xcos;
package Hydraulics "Networks of water: sources, pipes, valves, tanks"
  import Saltus.Xcos.Interfaces.*;
  constant Real rho = 998 "Density in kg/m3";
  constant Real gravity = 9.80665 "In m/s2";

  connector Port "An end of a pipe"
    Real P "Pressure in Pa";
    flow Real Q "Mass flow into the component in kg/s";
    stream Real H "Specific enthalpy of what would flow out of the component in J/kg";
    annotation (Icon(graphics={Ellipse(extent={{-100,100},{100,-100}}, lineColor={0,0,127}, fillColor={0,0,127},
      fillPattern=FillPattern.Solid)}));
  end Port;

  function square "q*abs(q), straight near zero"
    input Real q;
    output Real y;
  algorithm
    y := if noEvent(abs(q) > 1) then q*abs(q) else q;
    annotation (Inline=true);
  end square;

  partial model End "Where the network ends, at a given pressure"
    extends Saltus.Diagrams.Interfaces.Icon;
    parameter Real P0 = 300000 "Pressure in Pa";
    parameter Real T0 = 290 "Temperature in K";
    parameter Real H0 = 100000 "Specific enthalpy in J/kg";
    parameter Real option = 1 "1: the temperature is T0; else it follows from the enthalpy";
    Port c annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    output Real T = if option <= 1 then T0 else H0/4187 + 273.15 "Temperature in K";
  equation
    c.P = P0;
    c.H = H0;
  end End;

  model Source "Gives water (SourceP)"
    extends End;
  end Source;

  model Sink "Takes water (PuitsP)"
    extends End(P0=100000);
  end Sink;

  partial model Through "Water goes from one end to another"
    extends Saltus.Diagrams.Interfaces.Icon;
    Port c1 annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Port c2 annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Real Q(start=500) = c1.Q "Mass flow in kg/s";
  equation
    c1.Q + c2.Q = 0;
    c1.H = inStream(c2.H);
    c2.H = inStream(c1.H);
  end Through;

  model Pipe "Loses pressure by friction and height (PerteDP)"
    extends Through;
    parameter Real L = 10 "Length in m";
    parameter Real D = 0.2 "Diameter in m";
    parameter Real lambda = 0.03 "Coefficient of friction";
    parameter Real z1 = 0 "Height of the beginning in m";
    parameter Real z2 = 0 "Height of the end in m";
  equation
    c1.P - c2.P = 8*lambda*L/D*square(Q)/(3.1415927^2*D^4*rho) + rho*gravity*(z2 - z1);
  end Pipe;

  model Valve "Loses pressure as its input opens it (VanneReglante)"
    extends Through;
    parameter Real Cvmax = 8000 "Coefficient of flow when it is open";
    SignalIn u[1, 1] "How far it is open, from 0 to 1"
      annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  protected
    Real Cv = u[1, 1]*Cvmax;
  equation
    (c1.P - c2.P)*Cv*abs(Cv) = 1.733e12*square(Q)/rho^2;
  end Valve;

  model Flowmeter "Measures the flow (Flowmeter)"
    extends Through;
    SignalOut y[1, 1] = [Q] annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  equation
    c1.P = c2.P;
  end Flowmeter;

  model Tank "Holds water; its first inlet and its second outlet are used (Bache)"
    extends Saltus.Diagrams.Interfaces.Icon;
    parameter Real Patm = 101300 "Pressure above the water in Pa";
    parameter Real A = 1 "Area in m2";
    parameter Real ze1 = 40 "Height of the first inlet in m";
    parameter Real zs2 = 0 "Height of the second outlet in m";
    parameter Real z0 = 30 "Level at the beginning in m";
    parameter Real T0 = 290 "Temperature at the beginning in K";
    Port in1 annotation (Placement(transformation(extent={{-110,30},{-90,50}})));
    Port in2 annotation (Placement(transformation(extent={{-110,-50},{-90,-30}})));
    Port out1 annotation (Placement(transformation(extent={{90,50},{110,70}})));
    Port out2 annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    SignalOut y[1, 1] = [z] "Level" annotation (Placement(transformation(extent={{100,-70},{120,-50}})));
    output Real z(start=z0, fixed=true) "Level in m";
    output Real Hm(start=100000, fixed=true) "Specific enthalpy in J/kg";
    output Real T = Hm/4187 + 273.15 "Temperature in K";
  protected
    parameter Real width = 0.25 "Of an opening in m";
    Real out = -out2.Q "Mass flow out of the second outlet";
    Real open_in = opening(in1.Q >= 0, z - ze1, width), open_out = opening(out <= 0, z - zs2, width);
  equation
    (Patm + rho*gravity*max(0, z - ze1) - in1.P)*open_in = square(in1.Q)/2/rho;
    (Patm + rho*gravity*max(0, z - zs2) - out2.P)*open_out = square(out)/2/rho;
    in2.P = Patm;
    out1.P = Patm;
    in1.H = Hm;
    in2.H = Hm;
    out1.H = Hm;
    out2.H = Hm;
    rho*A*der(z) = in1.Q - out + in2.Q + out1.Q;
    der(Hm) = if z > 1e-6 then (in1.Q*(actualStream(in1.H) - Hm) + out2.Q*(actualStream(out2.H) - Hm))/(rho*A*z) else 0;
  end Tank;

  function opening "The part of an opening that is under water, where water flows out of the tank"
    input Boolean inwards;
    input Real depth "Of its lower edge";
    input Real width;
    output Real y;
  algorithm
    y := if inwards then 1 else max(0, min(1, depth/width));
    annotation (Inline=true);
  end opening;
end Hydraulics;
