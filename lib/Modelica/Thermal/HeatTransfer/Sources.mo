within Modelica.Thermal.HeatTransfer;
package Sources "Sources of temperature and heat"
  extends Modelica.Icons.SourcesPackage;
  import Modelica.Units.SI;

  model FixedTemperature "A constant temperature"
    parameter SI.Temperature T "temperature";
    Interfaces.HeatPort_b port annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.T = T;
  end FixedTemperature;

  model PrescribedTemperature "A temperature that is a signal"
    Interfaces.HeatPort_b port annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Modelica.Blocks.Interfaces.RealInput T(unit = "K")
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  equation
    port.T = T;
  end PrescribedTemperature;

  model FixedHeatFlow "A constant flow of heat out of the port"
    parameter SI.HeatFlowRate Q_flow "flow at T_ref";
    parameter SI.Temperature T_ref = 293.15;
    parameter SI.LinearTemperatureCoefficient alpha = 0 "how the flow depends on the temperature";
    Interfaces.HeatPort_b port annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.Q_flow = -Q_flow*(1 + alpha*(port.T - T_ref));
  end FixedHeatFlow;

  model PrescribedHeatFlow "A flow of heat that is a signal"
    parameter SI.Temperature T_ref = 293.15;
    parameter SI.LinearTemperatureCoefficient alpha = 0 "how the flow depends on the temperature";
    Modelica.Blocks.Interfaces.RealInput Q_flow(unit = "W")
      annotation(Placement(transformation(extent = {{-120, -20}, {-80, 20}})));
    Interfaces.HeatPort_b port annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.Q_flow = -Q_flow*(1 + alpha*(port.T - T_ref));
  end PrescribedHeatFlow;
end Sources;
