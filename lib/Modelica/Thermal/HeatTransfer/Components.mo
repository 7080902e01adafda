within Modelica.Thermal.HeatTransfer;
package Components "What stores heat and lets it through"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  model HeatCapacitor "A body that stores heat"
    parameter SI.HeatCapacity C "heat capacity";
    SI.Temperature T(start = 293.15, displayUnit = "degC") "temperature";
    SI.TemperatureSlope der_T(start = 0) "derivative of the temperature";
    Interfaces.HeatPort_a port
      annotation(Placement(transformation(origin = {0, -100}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  equation
    T = port.T;
    der_T = der(T);
    C*der(T) = port.Q_flow;
  end HeatCapacitor;

  model ThermalConductor "Heat through a body"
    extends Interfaces.Element1D;
    parameter SI.ThermalConductance G "conductance";
  equation
    Q_flow = G*dT;
  end ThermalConductor;

  model ThermalResistor "Heat through a body"
    extends Interfaces.Element1D;
    parameter SI.ThermalResistance R "resistance";
  equation
    dT = R*Q_flow;
  end ThermalResistor;

  model Convection "Heat between a solid and a fluid: Q_flow = Gc*(solid.T - fluid.T)"
    SI.HeatFlowRate Q_flow "from the solid to the fluid";
    SI.TemperatureDifference dT "solid.T - fluid.T";
    Modelica.Blocks.Interfaces.RealInput Gc(unit = "W/K")
      annotation(Placement(transformation(origin = {0, 100}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
    Interfaces.HeatPort_a solid annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.HeatPort_b fluid annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    dT = solid.T - fluid.T;
    solid.Q_flow = Q_flow;
    fluid.Q_flow = -Q_flow;
    Q_flow = Gc*dT;
  end Convection;

  model ConvectiveResistor "Heat between a solid and a fluid: solid.T - fluid.T = Rc*Q_flow"
    SI.HeatFlowRate Q_flow "from the solid to the fluid";
    SI.TemperatureDifference dT "solid.T - fluid.T";
    Modelica.Blocks.Interfaces.RealInput Rc(unit = "K/W")
      annotation(Placement(transformation(origin = {0, 100}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
    Interfaces.HeatPort_a solid annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.HeatPort_b fluid annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    dT = solid.T - fluid.T;
    solid.Q_flow = Q_flow;
    fluid.Q_flow = -Q_flow;
    dT = Rc*Q_flow;
  end ConvectiveResistor;

  model BodyRadiation "Heat by radiation between two bodies"
    extends Interfaces.Element1D;
    parameter Real Gr(unit = "m2") "net radiation conductance";
  equation
    Q_flow = Gr*Modelica.Constants.sigma*(port_a.T^4 - port_b.T^4);
  end BodyRadiation;

  model ThermalCollector "m ports as one"
    parameter Integer m(min = 1) = 3 "number of ports";
    Interfaces.HeatPort_a port_a[m] annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
    Interfaces.HeatPort_b port_b annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
  equation
    port_b.Q_flow + sum(port_a.Q_flow) = 0;
    port_a.T = fill(port_b.T, m);
  end ThermalCollector;
end Components;
