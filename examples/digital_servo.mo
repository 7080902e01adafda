// A motor turns an arm to an angle that a plan prescribes. An encoder counts in steps, a controller in a small computer
// counts in 16 bits, and the amplifier has limits: a diagram of blocks from many palettes.
//
// The scope shows the plan, the angle and the command. The arm follows the plan with a lag, and comes to rest within a
// step of the encoder.
//   saltus run examples/digital_servo.mo --plot --figure 'Plan, angle, command'
model DigitalServo "A sampled controller in whole numbers, as a diagram"
  import Saltus.Diagrams.*;
  parameter Integer steps = 400 "of the encoder in a turn";
  Sources.RampSaturate plan(height = 6.283185307179586, duration = 1, startTime = 0.2)
    annotation(Placement(transformation(extent = {{-170, 10}, {-150, 30}})));
  Types.DataTypeConversion wanted(width = Types.Width.int16, mode = Math.Rounding.nearest)
    annotation(Placement(transformation(extent = {{-110, 10}, {-90, 30}})));
  Types.DataTypeConversion encoder(width = Types.Width.int16, mode = Math.Rounding.floor)
    annotation(Placement(transformation(extent = {{-20, -50}, {-40, -30}})));
  Types.IntegerSum error(signs = {1, -1}, width = Types.Width.int16)
    annotation(Placement(transformation(extent = {{-80, 10}, {-60, 30}})));
  Activations.SampleClock clock(period = 0.01) annotation(Placement(transformation(extent = {{-50, 60}, {-30, 80}})));
  Discrete.SampleHold sample annotation(Placement(transformation(extent = {{-50, 10}, {-30, 30}})));
  Types.IntegerSum controller(signs = {4}, width = Types.Width.int16) "four times the error"
    annotation(Placement(transformation(extent = {{-20, 10}, {0, 30}})));
  Types.IntegerToReal volts annotation(Placement(transformation(extent = {{10, 10}, {30, 30}})));
  Math.Gain scale(k = 0.01) annotation(Placement(transformation(extent = {{40, 10}, {60, 30}})));
  Nonlinear.Saturation amplifier(low = -12, high = 12)
    annotation(Placement(transformation(extent = {{70, 10}, {90, 30}})));
  Continuous.ContTransFunc motor(num = {10}, den = {0.05, 1}) "speed"
    annotation(Placement(transformation(extent = {{100, 10}, {120, 30}})));
  Continuous.Integral arm annotation(Placement(transformation(extent = {{130, 10}, {150, 30}})));
  Viewers.Scope scope(n = 3, title = "Plan, angle, command")
    annotation(Placement(transformation(extent = {{130, 60}, {150, 80}})));
  Math.Gain turns(k = steps/6.283185307179586) annotation(Placement(transformation(extent = {{-140, 10}, {-120, 30}})));
  Math.Gain back(k = steps/6.283185307179586) annotation(Placement(transformation(extent = {{40, -50}, {20, -30}})));
equation
  connect(plan.y, turns.u) annotation(Line(points = {{-149, 20}, {-141, 20}}, color = {0, 0, 127}));
  connect(turns.y, wanted.u) annotation(Line(points = {{-119, 20}, {-111, 20}}, color = {0, 0, 127}));
  connect(wanted.y, error.u[1]) annotation(Line(points = {{-89, 20}, {-81, 20}}, color = {255, 127, 0}));
  connect(encoder.y, error.u[2])
    annotation(Line(points = {{-41, -40}, {-85, -40}, {-85, 20}, {-81, 20}}, color = {255, 127, 0}));
  connect(error.y, sample.u) annotation(Line(points = {{-59, 20}, {-51, 20}}, color = {255, 127, 0}));
  connect(clock.o, sample.e) annotation(Line(points = {{-40, 59}, {-40, 31}}, color = {200, 0, 0}));
  connect(sample.y, controller.u[1]) annotation(Line(points = {{-29, 20}, {-21, 20}}, color = {255, 127, 0}));
  connect(controller.y, volts.u) annotation(Line(points = {{1, 20}, {9, 20}}, color = {255, 127, 0}));
  connect(volts.y, scale.u) annotation(Line(points = {{31, 20}, {39, 20}}, color = {0, 0, 127}));
  connect(scale.y, amplifier.u) annotation(Line(points = {{61, 20}, {69, 20}}, color = {0, 0, 127}));
  connect(amplifier.y, motor.u) annotation(Line(points = {{91, 20}, {99, 20}}, color = {0, 0, 127}));
  connect(motor.y, arm.u) annotation(Line(points = {{121, 20}, {129, 20}}, color = {0, 0, 127}));
  connect(arm.y, back.u) annotation(Line(points = {{151, 20}, {160, 20}, {160, -40}, {41, -40}}, color = {0, 0, 127}));
  connect(back.y, encoder.u) annotation(Line(points = {{19, -40}, {-19, -40}}, color = {0, 0, 127}));
  connect(plan.y, scope.u[1])
    annotation(Line(points = {{-149, 20}, {-145, 20}, {-145, 90}, {125, 90}, {125, 70}, {129, 70}},
      color = {0, 0, 127}));
  connect(arm.y, scope.u[2])
    annotation(Line(points = {{151, 20}, {155, 20}, {155, 50}, {125, 50}, {125, 70}, {129, 70}},
      color = {0, 0, 127}));
  connect(amplifier.y, scope.u[3])
    annotation(Line(points = {{91, 20}, {95, 20}, {95, 70}, {129, 70}}, color = {0, 0, 127}));
  annotation(experiment(StopTime = 2, Interval = 0.002), Diagram(coordinateSystem(extent = {{-180, -60}, {180, 100}})));
end DigitalServo;
