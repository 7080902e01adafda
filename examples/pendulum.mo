// A damped pendulum that is released at 170 degrees.
//
// Each time it turns back, the event at zero speed records the angle: `swing` is a staircase of the amplitudes.
model Pendulum "A pendulum with its extremes"
  parameter Real L(unit = "m") = 1;
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real damping(unit = "1/s") = 0.15;
  Real phi(start = 2.967, fixed = true, unit = "rad");
  Real w(start = 0, fixed = true, unit = "rad/s");
  discrete Real swing(start = 2.967, fixed = true, unit = "rad") "the last extreme";
equation
  der(phi) = w;
  der(w) = -g/L*sin(phi) - damping*w;
  when {w > 0, w < 0} then
    swing = abs(phi);
  end when;
  annotation(experiment(StopTime = 20));
end Pendulum;
