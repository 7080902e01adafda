within Modelica.Thermal.HeatTransfer;
package Celsius "Components whose signals are in degrees Celsius"
  extends Modelica.Icons.VariantsPackage;

  model ToKelvin "From degrees Celsius to Kelvin"
    Modelica.Blocks.Interfaces.RealInput Celsius(unit = "degC")
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Modelica.Blocks.Interfaces.RealOutput Kelvin(unit = "K")
      annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    Kelvin = Modelica.Units.Conversions.from_degC(Celsius);
  end ToKelvin;

  model FromKelvin "From Kelvin to degrees Celsius"
    Modelica.Blocks.Interfaces.RealInput Kelvin(unit = "K")
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Modelica.Blocks.Interfaces.RealOutput Celsius(unit = "degC")
      annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    Celsius = Modelica.Units.Conversions.to_degC(Kelvin);
  end FromKelvin;

  model FixedTemperature "A constant temperature"
    parameter Modelica.Units.NonSI.Temperature_degC T "temperature";
    Interfaces.HeatPort_b port annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.T = Modelica.Units.Conversions.from_degC(T);
  end FixedTemperature;

  model PrescribedTemperature "A temperature that is a signal"
    Interfaces.HeatPort_b port annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Modelica.Blocks.Interfaces.RealInput T(unit = "degC")
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  equation
    port.T = Modelica.Units.Conversions.from_degC(T);
  end PrescribedTemperature;

  model TemperatureSensor "The temperature of a port"
    Modelica.Blocks.Interfaces.RealOutput T(unit = "degC")
      annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    Interfaces.HeatPort_a port annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  equation
    T = Modelica.Units.Conversions.to_degC(port.T);
    port.Q_flow = 0;
  end TemperatureSensor;
end Celsius;
