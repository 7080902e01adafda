within Modelica.Thermal.HeatTransfer;
package Interfaces "Ports and partial components"
  extends Modelica.Icons.InterfacesPackage;
  import Modelica.Units.SI;

  partial connector HeatPort "A port of heat"
    SI.Temperature T "temperature";
    flow SI.HeatFlowRate Q_flow "heat into the component";
  end HeatPort;

  connector HeatPort_a "A port that is drawn full"
    extends HeatPort;
    annotation(defaultComponentName = "port_a", Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}},
        lineColor = {191, 0, 0}, fillColor = {191, 0, 0}, fillPattern = FillPattern.Solid)}));
  end HeatPort_a;

  connector HeatPort_b "A port that is drawn empty"
    extends HeatPort;
    annotation(defaultComponentName = "port_b", Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}},
        lineColor = {191, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}));
  end HeatPort_b;

  partial model Element1D "Heat that flows from port_a to port_b"
    SI.HeatFlowRate Q_flow "from port_a to port_b";
    SI.TemperatureDifference dT "port_a.T - port_b.T";
    HeatPort_a port_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    HeatPort_b port_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    dT = port_a.T - port_b.T;
    port_a.Q_flow = Q_flow;
    port_b.Q_flow = -Q_flow;
  end Element1D;

  partial model PartialElementaryConditionalHeatPort "Heat that is lost, to a port or to surroundings"
    parameter Boolean useHeatPort = false "there is a port of heat";
    parameter SI.Temperature T = 293.15 "temperature where there is no port";
    HeatPort_a heatPort(final T = TheatPort, final Q_flow = -lossPower) if useHeatPort
      annotation(Placement(transformation(extent = {{-110, -110}, {-90, -90}})));
    SI.Power lossPower "power that becomes heat";
    SI.Temperature TheatPort "temperature of the component";
  equation
    if not useHeatPort then
      TheatPort = T;
    end if;
  end PartialElementaryConditionalHeatPort;

  partial model PartialElementaryConditionalHeatPortWithoutT "Heat that is lost, whatever the temperature is"
    parameter Boolean useHeatPort = false "there is a port of heat";
    HeatPort_a heatPort(final Q_flow = -lossPower) if useHeatPort
      annotation(Placement(transformation(extent = {{-110, -110}, {-90, -90}})));
    SI.Power lossPower "power that becomes heat";
  end PartialElementaryConditionalHeatPortWithoutT;

  partial model PartialConditionalHeatPort "A port of heat, or surroundings of constant temperature"
    parameter Boolean useHeatPort = false "there is a port of heat";
    parameter SI.Temperature T = 293.15 "temperature where there is no port";
    HeatPort_a heatPort if useHeatPort annotation(Placement(transformation(extent = {{-110, -110}, {-90, -90}})));
    Modelica.Thermal.HeatTransfer.Sources.FixedTemperature fixedTemperature(final T = T) if not useHeatPort;
  protected
    HeatPort_a internalHeatPort;
  equation
    connect(heatPort, internalHeatPort);
    connect(fixedTemperature.port, internalHeatPort);
  end PartialConditionalHeatPort;
end Interfaces;
