// A PI controller that samples every 0.1 s drives a first-order plant.
//
// The control signal is a staircase: it changes only when the clock ticks, at exactly n*0.1 s. The plant moves smoothly
// between the ticks.
model SampledPI "Digital controller, continuous plant"
  parameter Real T(unit = "s") = 0.1 "sample interval";
  parameter Real k = 2;
  parameter Real Ti(unit = "s") = 0.8;
  parameter Real tau(unit = "s") = 1 "time constant of the plant";
  Real y(start = 0, fixed = true) "output of the plant";
  discrete Real u(start = 0, fixed = true) "control signal";
  discrete Real integral(start = 0, fixed = true);
  Real setpoint = if time >= 0.5 then 1 else 0;
equation
  tau*der(y) = u - y;
  when sample(0, T) then
    integral = pre(integral) + T*(setpoint - y)/Ti;
    u = k*((setpoint - y) + integral);
  end when;
  annotation(experiment(StopTime = 6));
end SampledPI;
