within Modelica.Electrical.Analog;
package Interfaces "Pins and partial components"
  extends Modelica.Icons.InterfacesPackage;
  import Modelica.Units.SI;

  connector Pin "A pin"
    SI.ElectricPotential v "potential";
    flow SI.Current i "current into the pin";
    annotation(defaultComponentName = "pin", Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}},
        lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid)}));
  end Pin;

  connector PositivePin "A pin that is drawn full"
    SI.ElectricPotential v "potential";
    flow SI.Current i "current into the pin";
    annotation(defaultComponentName = "pin_p", Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}},
        lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid)}));
  end PositivePin;

  connector NegativePin "A pin that is drawn empty"
    SI.ElectricPotential v "potential";
    flow SI.Current i "current into the pin";
    annotation(defaultComponentName = "pin_n", Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}},
        lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}));
  end NegativePin;

  partial model TwoPin "Two pins with a voltage between them"
    SI.Voltage v "p.v - n.v";
    PositivePin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    NegativePin n annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
  equation
    v = p.v - n.v;
  end TwoPin;

  partial model OnePort "Two pins; what goes in at p comes out at n"
    extends TwoPin;
    SI.Current i "current from p to n";
  equation
    p.i = i;
    n.i = -i;
  end OnePort;

  partial model FourPin "Two pairs of pins"
    SI.Voltage v1 "voltage at the left";
    SI.Voltage v2 "voltage at the right";
    SI.Current i1 "current into p1";
    SI.Current i2 "current into p2";
    PositivePin p1 annotation(Placement(transformation(extent = {{-110, 90}, {-90, 110}})));
    NegativePin n1 annotation(Placement(transformation(extent = {{-110, -110}, {-90, -90}})));
    PositivePin p2 annotation(Placement(transformation(extent = {{110, 90}, {90, 110}})));
    NegativePin n2 annotation(Placement(transformation(extent = {{90, -110}, {110, -90}})));
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    i1 = p1.i;
    i2 = p2.i;
  end FourPin;

  partial model TwoPort "Two pairs of pins; what goes in at p comes out at n of the same pair"
    extends FourPin;
  equation
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
  end TwoPort;

  partial model ConditionalHeatPort "Heat that is lost, to a port or to surroundings of constant temperature"
    parameter Boolean useHeatPort = false "there is a port of heat";
    parameter SI.Temperature T = 293.15 "temperature where there is no port";
    Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort(final T = T_heatPort, final Q_flow = -LossPower) if
      useHeatPort annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
    SI.Power LossPower "power that becomes heat";
    SI.Temperature T_heatPort "temperature of the component";
  equation
    if not useHeatPort then
      T_heatPort = T;
    end if;
  end ConditionalHeatPort;

  partial model AbsoluteSensor "A sensor of one pin"
    extends Modelica.Icons.RoundSensor;
    PositivePin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Modelica.Blocks.Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end AbsoluteSensor;

  partial model RelativeSensor "A sensor of two pins"
    extends Modelica.Icons.RoundSensor;
    PositivePin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    NegativePin n annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
    Modelica.Blocks.Interfaces.RealOutput y
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  end RelativeSensor;

  partial model VoltageSource "A voltage that a block gives"
    extends Modelica.Electrical.Analog.Icons.VoltageSource;
    extends OnePort;
    parameter SI.Voltage offset = 0 "added to the voltage";
    parameter SI.Time startTime = 0 "before it the voltage is the offset";
    replaceable Modelica.Blocks.Interfaces.SignalSource signalSource(final offset = offset,
      final startTime = startTime)
      annotation(Placement(transformation(extent = {{70, 69}, {91, 89}})));
  equation
    v = signalSource.y;
  end VoltageSource;

  partial model CurrentSource "A current that a block gives"
    extends Modelica.Electrical.Analog.Icons.CurrentSource;
    extends OnePort;
    parameter SI.Current offset = 0 "added to the current";
    parameter SI.Time startTime = 0 "before it the current is the offset";
    replaceable Modelica.Blocks.Interfaces.SignalSource signalSource(final offset = offset,
      final startTime = startTime)
      annotation(Placement(transformation(extent = {{70, 69}, {91, 89}})));
  equation
    i = signalSource.y;
  end CurrentSource;

  partial model IdealSemiconductor "A curve of two straight lines, with a parameter along it"
    extends OnePort;
    extends ConditionalHeatPort;
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "resistance where it conducts";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "conductance where it blocks";
    parameter SI.Voltage Vknee(final min = 0) = 0 "voltage of the corner";
    Boolean off(start = true) "it blocks";
  protected
    Real s(start = 0, final unit = "1") "along the curve: a voltage where it blocks, a current where it conducts";
    constant SI.Voltage unitVoltage = 1 annotation(HideResult = true);
    constant SI.Current unitCurrent = 1 annotation(HideResult = true);
  equation
    v = s*unitCurrent*(if off then 1 else Ron) + Vknee;
    i = s*unitVoltage*(if off then Goff else 1) + Goff*Vknee;
    LossPower = v*i;
  end IdealSemiconductor;

  partial model IdealSwitch "A switch that is open or closed"
    extends OnePort;
    extends ConditionalHeatPort(final T = 293.15);
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "resistance where it is closed";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "conductance where it is open";
  protected
    Boolean off "it is open";
    Real s(final unit = "1") "a voltage where it is open, a current where it is closed";
    constant SI.Voltage unitVoltage = 1 annotation(HideResult = true);
    constant SI.Current unitCurrent = 1 annotation(HideResult = true);
  equation
    v = s*unitCurrent*(if off then 1 else Ron);
    i = s*unitVoltage*(if off then Goff else 1);
    LossPower = v*i;
  end IdealSwitch;

  partial model IdealSwitchWithArc "A switch with an arc when it opens"
    extends OnePort;
    extends ConditionalHeatPort(final T = 293.15);
    parameter SI.Resistance Ron = 1e-5 "resistance where it is closed";
    parameter SI.Conductance Goff = 1e-5 "conductance where it is open";
    parameter SI.Voltage V0(start = 30) "voltage of the arc at first";
    parameter SI.VoltageSlope dVdt(start = 10e3) "slope of the voltage of the arc";
    parameter SI.Voltage Vmax(start = 60) "greatest voltage of the arc";
    Boolean off(start = true) "it is open, or an arc burns";
  protected
    Boolean on = not off;
    discrete SI.Time tSwitch(start = -Modelica.Constants.inf, fixed = true) "when it opened";
    Boolean quenched(start = true, fixed = true) "the arc is out";
  equation
    when edge(off) then
      tSwitch = time;
    end when;
    quenched = off and (abs(i) <= abs(v)*Goff or pre(quenched));
    if on then
      v = Ron*i;
    else
      if quenched then
        i = Goff*v;
      else
        v = min(Vmax, V0 + dVdt*(time - tSwitch))*sign(i);
      end if;
    end if;
    LossPower = v*i;
  end IdealSwitchWithArc;
end Interfaces;
