within Modelica.Mechanics.Rotational;
package Sensors "Sensors, which take no power"
  extends Modelica.Icons.SensorsPackage;
  import Modelica.Units.SI;

  model AngleSensor "The angle of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    Modelica.Blocks.Interfaces.RealOutput phi(unit = "rad", displayUnit = "deg")
      annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    phi = flange.phi;
  end AngleSensor;

  model SpeedSensor "The speed of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    Modelica.Blocks.Interfaces.RealOutput w(unit = "rad/s")
      annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    w = der(flange.phi);
  end SpeedSensor;

  model AccSensor "The acceleration of a flange"
    extends Interfaces.PartialAbsoluteSensor;
    SI.AngularVelocity w "speed";
    Modelica.Blocks.Interfaces.RealOutput a(unit = "rad/s2")
      annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    w = der(flange.phi);
    a = der(w);
  end AccSensor;

  model RelAngleSensor "The difference of two angles"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput phi_rel(unit = "rad", displayUnit = "deg")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    0 = flange_a.tau;
  end RelAngleSensor;

  model RelSpeedSensor "The difference of two speeds"
    extends Interfaces.PartialRelativeSensor;
    SI.Angle phi_rel "difference of the angles";
    Modelica.Blocks.Interfaces.RealOutput w_rel(unit = "rad/s")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    w_rel = der(phi_rel);
    0 = flange_a.tau;
  end RelSpeedSensor;

  model RelAccSensor "The difference of two accelerations"
    extends Interfaces.PartialRelativeSensor;
    SI.Angle phi_rel "difference of the angles";
    SI.AngularVelocity w_rel "difference of the speeds";
    Modelica.Blocks.Interfaces.RealOutput a_rel(unit = "rad/s2")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    w_rel = der(phi_rel);
    a_rel = der(w_rel);
    0 = flange_a.tau;
  end RelAccSensor;

  model TorqueSensor "The torque between two flanges"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput tau(unit = "N.m")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  equation
    flange_a.phi = flange_b.phi;
    tau = flange_a.tau;
  end TorqueSensor;

  model PowerSensor "The power from flange_a to flange_b"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  equation
    flange_a.phi = flange_b.phi;
    power = flange_a.tau*der(flange_a.phi);
  end PowerSensor;

  model MultiSensor "Power, speed and torque between two flanges"
    extends Interfaces.PartialRelativeSensor;
    Modelica.Blocks.Interfaces.RealOutput power(unit = "W")
      annotation(Placement(transformation(origin = {0, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
    Modelica.Blocks.Interfaces.RealOutput w(unit = "rad/s")
      annotation(Placement(transformation(origin = {60, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
    Modelica.Blocks.Interfaces.RealOutput tau(unit = "N.m")
      annotation(Placement(transformation(origin = {-60, -110}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
  equation
    flange_a.phi = flange_b.phi;
    w = der(flange_a.phi);
    tau = flange_a.tau;
    power = tau*w;
  end MultiSensor;
end Sensors;
