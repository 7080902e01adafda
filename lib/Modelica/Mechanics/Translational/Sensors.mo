within Modelica.Mechanics.Translational;
package Sensors "Sensors, which take no power"
  extends Modelica.Icons.SensorsPackage;
  import Modelica.Units.SI;

  model PositionSensor "The place of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    Modelica.Blocks.Interfaces.RealOutput s(unit = "m")
      annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    s = flange.s;
  end PositionSensor;

  model SpeedSensor "The speed of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    Modelica.Blocks.Interfaces.RealOutput v(unit = "m/s")
      annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    v = der(flange.s);
  end SpeedSensor;

  model AccSensor "The acceleration of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    SI.Velocity v "speed";
    Modelica.Blocks.Interfaces.RealOutput a(unit = "m/s2")
      annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    v = der(flange.s);
    a = der(v);
  end AccSensor;

  model RelPositionSensor "The difference of two places"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput s_rel(unit = "m")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  equation
    s_rel = flange_b.s - flange_a.s;
    0 = flange_a.f;
  end RelPositionSensor;

  model RelSpeedSensor "The difference of two speeds"
    extends Interfaces.PartialRelativeSensor;
    SI.Position s_rel "difference of the places";
    Modelica.Blocks.Interfaces.RealOutput v_rel(unit = "m/s")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  equation
    s_rel = flange_b.s - flange_a.s;
    v_rel = der(s_rel);
    0 = flange_a.f;
  end RelSpeedSensor;

  model RelAccSensor "The difference of two accelerations"
    extends Interfaces.PartialRelativeSensor;
    SI.Position s_rel "difference of the places";
    SI.Velocity v_rel "difference of the speeds";
    Modelica.Blocks.Interfaces.RealOutput a_rel(unit = "m/s2")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  equation
    s_rel = flange_b.s - flange_a.s;
    v_rel = der(s_rel);
    a_rel = der(v_rel);
    0 = flange_a.f;
  end RelAccSensor;

  model ForceSensor "The force between two flanges"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput f(unit = "N")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  equation
    flange_a.s = flange_b.s;
    f = flange_a.f;
  end ForceSensor;

  model PowerSensor "The power from flange_a to flange_b"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  equation
    flange_a.s = flange_b.s;
    power = flange_a.f*der(flange_a.s);
  end PowerSensor;

  model MultiSensor "Power, speed and force between two flanges"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
    Modelica.Blocks.Interfaces.RealOutput v(unit = "m/s")
      annotation(Placement(transformation(origin = {60, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
    Modelica.Blocks.Interfaces.RealOutput f(unit = "N")
      annotation(Placement(transformation(origin = {-60, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  equation
    flange_a.s = flange_b.s;
    v = der(flange_a.s);
    f = flange_a.f;
    power = f*v;
  end MultiSensor;
end Sensors;
