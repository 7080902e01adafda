within Modelica.Electrical.Analog;
package Sensors "Sensors, which take no power"
  extends Modelica.Icons.SensorsPackage;
  import Modelica.Units.SI;

  model PotentialSensor "The potential of a pin"
    extends Modelica.Icons.RoundSensor;
    Interfaces.PositivePin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Modelica.Blocks.Interfaces.RealOutput phi(unit = "V")
      annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    p.i = 0;
    phi = p.v;
  end PotentialSensor;

  model VoltageSensor "The voltage between two pins"
    extends Modelica.Icons.RoundSensor;
    Interfaces.PositivePin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin n annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
    Modelica.Blocks.Interfaces.RealOutput v(unit = "V")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  equation
    p.i = 0;
    n.i = 0;
    v = p.v - n.v;
  end VoltageSensor;

  model CurrentSensor "The current from p to n"
    extends Modelica.Icons.RoundSensor;
    Interfaces.PositivePin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin n annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
    Modelica.Blocks.Interfaces.RealOutput i(unit = "A")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  equation
    p.v = n.v;
    p.i = i;
    n.i = -i;
  end CurrentSensor;

  model PowerSensor "The power: the current from pc to nc times the voltage from pv to nv"
    extends Modelica.Icons.RoundSensor;
    Interfaces.PositivePin pc annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin nc annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
    Interfaces.PositivePin pv annotation(Placement(transformation(extent = {{-10, 110}, {10, 90}})));
    Interfaces.NegativePin nv annotation(Placement(transformation(extent = {{10, -110}, {-10, -90}})));
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W")
      annotation(Placement(transformation(origin = {-100, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
    VoltageSensor voltageSensor;
    CurrentSensor currentSensor;
    Modelica.Blocks.Math.Product product;
  equation
    connect(pv, voltageSensor.p);
    connect(voltageSensor.n, nv);
    connect(pc, currentSensor.p);
    connect(currentSensor.n, nc);
    connect(currentSensor.i, product.u1);
    connect(voltageSensor.v, product.u2);
    connect(product.y, power);
  end PowerSensor;

  model MultiSensor "Current, voltage and power"
    extends Modelica.Icons.RoundSensor;
    Interfaces.PositivePin pc annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin nc annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
    Interfaces.PositivePin pv annotation(Placement(transformation(extent = {{-10, 110}, {10, 90}})));
    Interfaces.NegativePin nv annotation(Placement(transformation(extent = {{10, -110}, {-10, -90}})));
    Modelica.Blocks.Interfaces.RealOutput i(final quantity = "ElectricCurrent", final unit = "A")
      annotation(Placement(transformation(origin = {-60, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
    Modelica.Blocks.Interfaces.RealOutput v(final quantity = "ElectricPotential", final unit = "V")
      annotation(Placement(transformation(origin = {60, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
    Modelica.Blocks.Interfaces.RealOutput power(final quantity = "Power", final unit = "W")
      annotation(Placement(transformation(origin = {-110, -60}, extent = {{-10, -10}, {10, 10}}, rotation = 180)));
  equation
    pc.v = nc.v;
    pc.i + nc.i = 0;
    pv.i = 0;
    nv.i = 0;
    i = pc.i;
    v = pv.v - nv.v;
    power = v*i;
  end MultiSensor;
end Sensors;
