within Modelica.Electrical.Analog;
package Ideal "Ideal components"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  model IdealDiode "A diode"
    extends Interfaces.IdealSemiconductor;
  equation
    off = s < 0;
  end IdealDiode;

  model IdealThyristor "A thyristor: fired, it conducts until its current ends"
    extends Interfaces.IdealSemiconductor;
    Modelica.Blocks.Interfaces.BooleanInput fire
      annotation(Placement(transformation(origin = {100, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  equation
    off = s < 0 or pre(off) and not fire;
  end IdealThyristor;

  model IdealGTOThyristor "A thyristor that can be turned off"
    extends Interfaces.IdealSemiconductor;
    Modelica.Blocks.Interfaces.BooleanInput fire
      annotation(Placement(transformation(origin = {100, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  equation
    off = s < 0 or not fire;
  end IdealGTOThyristor;

  model IdealClosingSwitch "A switch that is closed while control is true"
    extends Interfaces.IdealSwitch;
    Modelica.Blocks.Interfaces.BooleanInput control
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  equation
    off = not control;
  end IdealClosingSwitch;

  model ControlledIdealClosingSwitch "A switch that is closed while the potential of control is above level"
    extends Interfaces.IdealSwitch;
    parameter SI.Voltage level = 0.5 "potential at which it turns";
    Interfaces.Pin control annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  equation
    control.i = 0;
    off = control.v < level;
  end ControlledIdealClosingSwitch;

  model IdealOpeningSwitch "A switch that is open while control is true"
    extends Interfaces.IdealSwitch;
    Modelica.Blocks.Interfaces.BooleanInput control
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  equation
    off = control;
  end IdealOpeningSwitch;

  model ControlledIdealOpeningSwitch "A switch that is open while the potential of control is above level"
    extends Interfaces.IdealSwitch;
    parameter SI.Voltage level = 0.5 "potential at which it turns";
    Interfaces.Pin control annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  equation
    control.i = 0;
    off = control.v > level;
  end ControlledIdealOpeningSwitch;

  model CloserWithArc "A switch with an arc that is closed while control is true"
    extends Interfaces.IdealSwitchWithArc;
    Modelica.Blocks.Interfaces.BooleanInput control
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  equation
    off = not control;
  end CloserWithArc;

  model ControlledCloserWithArc "A switch with an arc that is closed while the potential of control is above level"
    extends Interfaces.IdealSwitchWithArc;
    parameter SI.Voltage level = 0.5 "potential at which it turns";
    Interfaces.Pin control annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  equation
    control.i = 0;
    off = control.v < level;
  end ControlledCloserWithArc;

  model OpenerWithArc "A switch with an arc that is open while control is true"
    extends Interfaces.IdealSwitchWithArc;
    Modelica.Blocks.Interfaces.BooleanInput control
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  equation
    off = control;
  end OpenerWithArc;

  model ControlledOpenerWithArc "A switch with an arc that is open while the potential of control is above level"
    extends Interfaces.IdealSwitchWithArc;
    parameter SI.Voltage level = 0.5 "potential at which it turns";
    Interfaces.Pin control annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  equation
    control.i = 0;
    off = control.v > level;
  end ControlledOpenerWithArc;

  model IdealTwoWaySwitch "A switch from p to n1, or to n2 while control is true"
    extends Interfaces.ConditionalHeatPort(final T = 293.15);
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "resistance of what is closed";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "conductance of what is open";
    Interfaces.PositivePin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin n2 annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Interfaces.NegativePin n1 annotation(Placement(transformation(extent = {{90, 30}, {110, 50}})));
    Modelica.Blocks.Interfaces.BooleanInput control
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  protected
    Real s1(final unit = "1");
    Real s2(final unit = "1") "of the way to n2";
    constant SI.Voltage unitVoltage = 1 annotation(HideResult = true);
    constant SI.Current unitCurrent = 1 annotation(HideResult = true);
  equation
    0 = p.i + n2.i + n1.i;
    p.v - n1.v = s1*unitCurrent*(if control then 1 else Ron);
    n1.i = -s1*unitVoltage*(if control then Goff else 1);
    p.v - n2.v = s2*unitCurrent*(if control then Ron else 1);
    n2.i = -s2*unitVoltage*(if control then 1 else Goff);
    LossPower = p.i*p.v + n1.i*n1.v + n2.i*n2.v;
  end IdealTwoWaySwitch;

  model IdealIntermediateSwitch "p1 to n1 and p2 to n2, or crosswise while control is true"
    extends Interfaces.ConditionalHeatPort(final T = 293.15);
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "resistance of what is closed";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "conductance of what is open";
    Interfaces.PositivePin p1 annotation(Placement(transformation(extent = {{-110, 30}, {-90, 50}})));
    Interfaces.PositivePin p2 annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin n1 annotation(Placement(transformation(extent = {{90, 30}, {110, 50}})));
    Interfaces.NegativePin n2 annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Modelica.Blocks.Interfaces.BooleanInput control
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  protected
    Real s1(final unit = "1") "from p1 to n1";
    Real s2(final unit = "1") "from p2 to n2";
    Real s3(final unit = "1") "from p1 to n2";
    Real s4(final unit = "1") "from p2 to n1";
    constant SI.Voltage unitVoltage = 1 annotation(HideResult = true);
    constant SI.Current unitCurrent = 1 annotation(HideResult = true);
  equation
    p1.v - n1.v = s1*unitCurrent*(if control then 1 else Ron);
    p2.v - n2.v = s2*unitCurrent*(if control then 1 else Ron);
    p1.v - n2.v = s3*unitCurrent*(if control then Ron else 1);
    p2.v - n1.v = s4*unitCurrent*(if control then Ron else 1);
    p1.i = s1*unitVoltage*(if control then Goff else 1) + s3*unitVoltage*(if control then 1 else Goff);
    p2.i = s2*unitVoltage*(if control then Goff else 1) + s4*unitVoltage*(if control then 1 else Goff);
    n1.i = -s1*unitVoltage*(if control then Goff else 1) - s4*unitVoltage*(if control then 1 else Goff);
    n2.i = -s2*unitVoltage*(if control then Goff else 1) - s3*unitVoltage*(if control then 1 else Goff);
    LossPower = p1.i*p1.v + p2.i*p2.v + n1.i*n1.v + n2.i*n2.v;
  end IdealIntermediateSwitch;

  model ControlledIdealTwoWaySwitch "A switch from p to n1, or to n2 while the potential of control is above level"
    extends Interfaces.ConditionalHeatPort(final T = 293.15);
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "resistance of what is closed";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "conductance of what is open";
    Interfaces.PositivePin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin n2 annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Interfaces.NegativePin n1 annotation(Placement(transformation(extent = {{90, 30}, {110, 50}})));
    parameter SI.Voltage level = 0.5 "potential at which it turns";
    Interfaces.Pin control annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  protected
    Real s1(final unit = "1");
    Real s2(final unit = "1") "of the way to n2";
    constant SI.Voltage unitVoltage = 1 annotation(HideResult = true);
    constant SI.Current unitCurrent = 1 annotation(HideResult = true);
  equation
    control.i = 0;
    0 = p.i + n2.i + n1.i;
    p.v - n1.v = s1*unitCurrent*(if control.v > level then 1 else Ron);
    n1.i = -s1*unitVoltage*(if control.v > level then Goff else 1);
    p.v - n2.v = s2*unitCurrent*(if control.v > level then Ron else 1);
    n2.i = -s2*unitVoltage*(if control.v > level then 1 else Goff);
    LossPower = p.i*p.v + n1.i*n1.v + n2.i*n2.v;
  end ControlledIdealTwoWaySwitch;

  model ControlledIdealIntermediateSwitch "p1 to n1 and p2 to n2; crosswise while control is above level"
    extends Interfaces.ConditionalHeatPort(final T = 293.15);
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "resistance of what is closed";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "conductance of what is open";
    Interfaces.PositivePin p1 annotation(Placement(transformation(extent = {{-110, 30}, {-90, 50}})));
    Interfaces.PositivePin p2 annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin n1 annotation(Placement(transformation(extent = {{90, 30}, {110, 50}})));
    Interfaces.NegativePin n2 annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    parameter SI.Voltage level = 0.5 "potential at which it turns";
    Interfaces.Pin control annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  protected
    Real s1(final unit = "1") "from p1 to n1";
    Real s2(final unit = "1") "from p2 to n2";
    Real s3(final unit = "1") "from p1 to n2";
    Real s4(final unit = "1") "from p2 to n1";
    constant SI.Voltage unitVoltage = 1 annotation(HideResult = true);
    constant SI.Current unitCurrent = 1 annotation(HideResult = true);
  equation
    control.i = 0;
    p1.v - n1.v = s1*unitCurrent*(if control.v > level then 1 else Ron);
    p2.v - n2.v = s2*unitCurrent*(if control.v > level then 1 else Ron);
    p1.v - n2.v = s3*unitCurrent*(if control.v > level then Ron else 1);
    p2.v - n1.v = s4*unitCurrent*(if control.v > level then Ron else 1);
    p1.i = s1*unitVoltage*(if control.v > level then Goff else 1) + s3*unitVoltage*(if control.v > level then 1 else
      Goff);
    p2.i = s2*unitVoltage*(if control.v > level then Goff else 1) + s4*unitVoltage*(if control.v > level then 1 else
      Goff);
    n1.i = -s1*unitVoltage*(if control.v > level then Goff else 1) - s4*unitVoltage*(if control.v > level then
      1 else Goff);
    n2.i = -s2*unitVoltage*(if control.v > level then Goff else 1) - s3*unitVoltage*(if control.v > level then
      1 else Goff);
    LossPower = p1.i*p1.v + p2.i*p2.v + n1.i*n1.v + n2.i*n2.v;
  end ControlledIdealIntermediateSwitch;

  model Idle "Two pins that are not connected"
    extends Interfaces.OnePort;
  equation
    i = 0;
  end Idle;

  model Short "Two pins that are connected"
    extends Interfaces.OnePort;
  equation
    v = 0;
  end Short;

  model IdealOpAmp "An operational amplifier: no voltage and no current at its input"
    SI.Voltage v1 "input";
    SI.Voltage v2 "output";
    SI.Current i1;
    SI.Current i2;
    Interfaces.PositivePin p1 annotation(Placement(transformation(extent = {{-110, -60}, {-90, -40}})));
    Interfaces.NegativePin n1 annotation(Placement(transformation(extent = {{-110, 40}, {-90, 60}})));
    Interfaces.PositivePin p2 annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
    Interfaces.NegativePin n2 annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    0 = p1.i + n1.i;
    0 = p2.i + n2.i;
    i1 = p1.i;
    i2 = p2.i;
    v1 = 0;
    i1 = 0;
  end IdealOpAmp;

  model IdealOpAmp3Pin "An operational amplifier of three pins: no voltage and no current at its input"
    Interfaces.PositivePin in_p annotation(Placement(transformation(extent = {{-110, -60}, {-90, -40}})));
    Interfaces.NegativePin in_n annotation(Placement(transformation(extent = {{-90, 40}, {-110, 60}})));
    Interfaces.PositivePin out annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
  equation
    in_p.v = in_n.v;
    in_p.i = 0;
    in_n.i = 0;
  end IdealOpAmp3Pin;

  model IdealOpAmpLimited "An operational amplifier of endless gain, within its supply voltages"
    Interfaces.PositivePin in_p annotation(Placement(transformation(extent = {{-110, -60}, {-90, -40}})));
    Interfaces.NegativePin in_n annotation(Placement(transformation(extent = {{-90, 40}, {-110, 60}})));
    Interfaces.PositivePin out annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
    Interfaces.PositivePin VMax annotation(Placement(transformation(extent = {{-10, 60}, {10, 80}})));
    Interfaces.NegativePin VMin annotation(Placement(transformation(extent = {{-10, -80}, {10, -60}})));
    SI.Voltage vin "input";
  protected
    Real s(start = 0, final unit = "1") "beyond -1 and 1 an input, and between them an output";
    constant SI.Voltage unitVoltage = 1 annotation(HideResult = true);
  equation
    in_p.i = 0;
    in_n.i = 0;
    VMax.i = 0;
    VMin.i = 0;
    vin = in_p.v - in_n.v;
    in_p.v - in_n.v = unitVoltage*smooth(0, if s < -1 then s + 1 elseif s > 1 then s - 1 else 0);
    out.v = smooth(0, if s < -1 then VMin.v elseif s > 1 then VMax.v else (VMax.v - VMin.v)*s/2 + (VMax.v + VMin.v)/2);
  end IdealOpAmpLimited;

  model IdealTransformer "A transformer without losses"
    extends Interfaces.TwoPort;
    parameter Real n(start = 1) "turns at the left over turns at the right";
    parameter Boolean considerMagnetization = false "the left coil takes a current that magnetises the core";
    parameter SI.Inductance Lm1(start = 1) "inductance of the left coil";
  protected
    SI.Current im1 "current that magnetises";
    SI.MagneticFlux psim1 "flux";
  equation
    im1 = i1 + i2/n;
    if considerMagnetization then
      psim1 = Lm1*im1;
      v1 = der(psim1);
    else
      psim1 = 0;
      im1 = 0;
    end if;
    v1 = n*v2;
  end IdealTransformer;

  model IdealTriac "A triac of two thyristors, with a snubber"
    parameter SI.Resistance Ron(final min = 0) = 1e-5 "resistance where it conducts";
    parameter SI.Conductance Goff(final min = 0) = 1e-5 "conductance where it blocks";
    parameter SI.Voltage Vknee(final min = 0, start = 0) = 0.8 "voltage of the corner";
    parameter SI.Resistance Rdis = 100 "resistance of the snubber";
    parameter SI.Capacitance Cdis = 0.005 "capacitance of the snubber";
    IdealThyristor idealThyristor(Ron = Ron, Goff = Goff, Vknee = Vknee);
    IdealThyristor idealThyristor1(Ron = Ron, Goff = Goff, Vknee = Vknee);
    Modelica.Electrical.Analog.Basic.Resistor resistor(R = Rdis);
    Modelica.Electrical.Analog.Basic.Capacitor capacitor(C = Cdis);
    Modelica.Blocks.Interfaces.BooleanInput fire1
      annotation(Placement(transformation(origin = {-60, -120}, extent = {{-20, -20}, {20, 20}}, rotation = 90)));
    Interfaces.PositivePin n annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin p annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    connect(idealThyristor.p, n);
    connect(idealThyristor.n, p);
    connect(idealThyristor1.n, n);
    connect(idealThyristor1.p, p);
    connect(fire1, idealThyristor.fire);
    connect(fire1, idealThyristor1.fire);
    connect(n, resistor.p);
    connect(resistor.n, capacitor.p);
    connect(capacitor.n, p);
  end IdealTriac;
end Ideal;
