// An axis that is driven by a motor: three controllers inside each other, each with a clock of its own, and an
// automaton that starts the axis up.
//
// The current is controlled every half of a millisecond, the speed every 2 ms, the angle every 10 ms. All controllers
// have limits, and their integrals stop there. First the brake holds for a tenth of a second. Then the axis is led
// slowly against its switch at -0.5 rad, because it does not know where it is. Then it follows its plan.
model Cascade "Three controllers inside each other, and an automaton"
  import Saltus.Diagrams.*;
  parameter Real L(unit = "H") = 2e-3, R(unit = "Ohm") = 0.5, k(unit = "N.m/A") = 0.1 "motor";
  parameter Real J(unit = "kg.m2") = 2e-4, d(unit = "N.m.s/rad") = 1e-4 "rotor";
  parameter Real brake(unit = "N.m.s/rad") = 0.05 "its brake";
  parameter Real switch(unit = "rad") = -0.5 "where the switch is";

  model Waiting "the brake holds"
    outer Real speed;
    outer Boolean on;
  equation
    speed = 0;
    on = false;
  end Waiting;
  model Homing "slowly to the switch"
    outer Real speed;
    outer Boolean on;
  equation
    speed = -4;
    on = true;
  end Homing;
  model Running "the position controller leads"
    outer Real speed, led;
    outer Boolean on;
  equation
    speed = led;
    on = true;
  end Running;

  inner Real speed(unit = "rad/s") "Speed that is wanted";
  inner Real led(unit = "rad/s") = position.y "Speed that the position controller wants";
  inner Boolean on "The controllers of current and speed are on";
  Waiting waiting;
  Homing homing;
  Running running;

  Activations.SampleClock fast(period = 0.5e-3), middle(period = 2e-3), slow(period = 10e-3);
  Discrete.SampledPID current(kp = 2, ki = 500, low = -24, high = 24, Tt = 5e-3) "gives a voltage";
  Discrete.SampledPID velocity(kp = 0.2, ki = 4, low = -10, high = 10, Tt = 0.05) "gives a current";
  Discrete.SampledPID position(kp = 12, low = -60, high = 60) "gives a speed";
  Sources.SquareWaveGenerator plan(low = 0, high = 1.5, period = 2, startTime = 0.6, y(unit = "rad"));

  Real i(start = 0, fixed = true, unit = "A"), w(start = 0, fixed = true, unit = "rad/s");
  Real angle(start = 0.3, fixed = true, unit = "rad");
  Real u(unit = "V") = current.y;

  Animation.Sheet sheet(canvas = {-1.3, -1.3, 2.6, 2.6});
  Animation.Circles wheel(at = [0, 0, 1], color = {0.9, 0.9, 0.85});
  Animation.Segments target(at = [0, 0, cos(plan.y), sin(plan.y)], color = {0, 0.45, 0.7}, thickness = 2);
  Animation.Segments hand(at = [0, 0, 0.9*cos(angle), 0.9*sin(angle)], color = {0.84, 0.37, 0}, thickness = 6);
  Animation.Segments stop(at = [cos(switch), sin(switch), 1.2*cos(switch), 1.2*sin(switch)], thickness = 4);
equation
  L*der(i) = u - R*i - k*w;
  J*der(w) = k*i - (if on then d else brake)*w;
  der(angle) = w;
  connect(fast.o, current.e);
  connect(middle.o, velocity.e);
  connect(slow.o, position.e);
  connect(plan.y, position.set);
  position.u = angle;
  velocity.set = speed;
  velocity.u = w;
  connect(velocity.y, current.set);
  current.u = i;
  current.on = on;
  velocity.on = on;
  position.on = activeState(running);
  initialState(waiting);
  transition(waiting, homing, timeInState() > 0.0993);
  transition(homing, running, angle < switch);
  annotation(experiment(StopTime = 4));
end Cascade;
