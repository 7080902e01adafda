within Modelica.Thermal.HeatTransfer;
package Sensors "Sensors, which take no heat"
  extends Modelica.Icons.SensorsPackage;
  import Modelica.Units.SI;

  model TemperatureSensor "The temperature of a port"
    Modelica.Blocks.Interfaces.RealOutput T(unit = "K")
      annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    Interfaces.HeatPort_a port annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  equation
    T = port.T;
    port.Q_flow = 0;
  end TemperatureSensor;

  model RelTemperatureSensor "The difference of two temperatures"
    extends Modelica.Icons.RectangularSensor;
    Interfaces.HeatPort_a port_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.HeatPort_b port_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Modelica.Blocks.Interfaces.RealOutput T_rel(unit = "K", displayUnit = "K")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  equation
    T_rel = port_a.T - port_b.T;
    port_a.Q_flow = 0;
    port_b.Q_flow = 0;
  end RelTemperatureSensor;

  model HeatFlowSensor "The heat that flows from port_a to port_b"
    extends Modelica.Icons.RoundSensor;
    Modelica.Blocks.Interfaces.RealOutput Q_flow(unit = "W")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
    Interfaces.HeatPort_a port_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.HeatPort_b port_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port_a.T = port_b.T;
    port_a.Q_flow + port_b.Q_flow = 0;
    Q_flow = port_a.Q_flow;
  end HeatFlowSensor;
end Sensors;
