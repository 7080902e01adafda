// An inverted pendulum is balanced over a network: the controller measures every 0.15 s, and its command arrives late.
//
// Each block runs when it is activated, and who runs when is drawn: the clock activates the measurement and, after a
// delay, the actuator. With a delay of 0.01 s the pendulum comes to rest. With -p delay.delay=0.02 it falls.
model NetworkControl "Sampled feedback with a communication delay, as a diagram"
  import Saltus.Diagrams.*;
  Real theta(start = 0.1, fixed = true, unit = "rad") "angle from upright";
  Real speed(start = 0, fixed = true, unit = "rad/s");
  Activations.SampleClock clock(period = 0.15);
  Discrete.SampleHold controller "takes the state, and computes a command";
  Activations.EventDelay delay(delay = 0.01) "of the network";
  Discrete.SampleHold actuator "holds the last command that has arrived";
equation
  der(theta) = speed;
  der(speed) = 9.81*theta + actuator.y;
  controller.u = -74*theta - 8*speed;
  connect(clock.o, controller.e);
  connect(clock.o, delay.e);
  connect(delay.o, actuator.e);
  connect(controller.y, actuator.u);
  annotation(experiment(StopTime = 6));
end NetworkControl;
