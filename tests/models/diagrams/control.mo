// Diagrams with a continuous part. The pendulum: theta'' = 9.81 theta + u, u = -74 theta - 8 theta', sampled every 0.15
// and applied after a delay. The numbers are those of the exact discrete system: x+ = F x + G1 u- + G2 u, where u-
// holds for the delay and u for the rest of the period. Sampled feedback (E1.7) with delays (E1.8): Pendulum; with
// random delays (E1.9): Jitter; a thermostat (E1.10) and one with a delay and cycles (E1.5): Thermostat, Cooling,
// Short.
//| w = sqrt(9.81)
//| def flow(t): return [[cosh(w*t), sinh(w*t)/w], [w*sinh(w*t), cosh(w*t)]]
//| def force(t): return [(cosh(w*t) - 1)/w**2, sinh(w*t)/w]
//| def go(x, u, t):
//|     F, G = flow(t), force(t)
//|     return [F[i][0]*x[0] + F[i][1]*x[1] + G[i]*u for i in (0, 1)]
//| def angle(k, delay):
//|     x, u = [0.1, 0.0], 0.0
//|     for _ in range(k):
//|         new = -74*x[0] - 8*x[1]
//|         x = go(go(x, u, delay), new, 0.15 - delay)
//|         u = new
//|     return x[0]
//! class Pendulum
//! run -p delay.delay=0 --step 0.15 --tol 1e-10
//! theta(1.5) = angle(10, 0) +- 1e-7
//! theta(1.5) = -0.003718 +- 1e-6
//! theta(3) = -0.000248 +- 1e-6
//! theta(6) = -0.000004 +- 1e-6
//! run -p delay.delay=0.01 --step 0.15 --tol 1e-10
//! theta(1.5) = angle(10, 0.01) +- 1e-7
//! theta(1.5) = 0.002234 +- 1e-6
//! theta(3) = -0.019453 +- 1e-6
//! theta(6) = 0.003214 +- 1e-6
//! message none
//! run -p delay.delay=0.02 --step 0.15 --tol 1e-10
//! theta(1.5) = 0.078574 +- 1e-6
//! theta(3) = -0.117275 +- 1e-6
//! theta(6) = 0.011689 +- 1e-6
//! class Jitter
//! run
//! check abs(final["theta"]) < 1e-3 and final["sent.n"] == final["got.n"] + final["link.waiting"]
//! message none
//! class Thermostat
//! run
//! changes heater.y = [10/6 + 20/6*k for k in range(3)] +- 1e-9
//! class Cooling
//! run
//! changes command.y = [12, 16.5, 18.75, 18.75 + 4.5] +- 1e-8
//! T(12) = 24 +- 1e-8
//! T(16.5) = 19.5 +- 1e-8
//! check all(abs(d/1.5 - round(d/1.5)) < 1e-8 for d in [changes("command.y")[1] - changes("command.y")[0], \
//!     changes("command.y")[3] - changes("command.y")[2]])
//! message none
//! class Short
//! run
//! changes command.y = []
//! message R0725 'wait.o' is cancelled
model Pendulum "sampled state feedback, applied after a delay that is shorter than the period"
  import Saltus.Diagrams.*;
  Real theta(start = 0.1, fixed = true), speed(start = 0, fixed = true);
  Activations.SampleClock clock(period = 0.15);
  Discrete.SampleHold measured, applied;
  Activations.EventDelay delay(delay = 0.01);
equation
  der(theta) = speed;
  der(speed) = 9.81*theta + applied.y;
  measured.u = -74*theta - 8*speed;
  connect(clock.o, measured.e); connect(measured.y, applied.u);
  connect(clock.o, delay.e); connect(delay.o, applied.e);
  annotation(experiment(StopTime = 6));
end Pendulum;

model Jitter "random delays; a channel, so that none is lost"
  import Saltus.Diagrams.*;
  Real theta(start = 0.1, fixed = true), speed(start = 0, fixed = true);
  Activations.SampleClock clock(period = 0.15);
  Discrete.SampleHold measured, applied;
  Sources.Uniform law(low = 0, high = 0.01, seed = 3);
  Activations.EventDelayedChannel link(n = 3);
  Activations.Counter sent, got;
equation
  der(theta) = speed;
  der(speed) = 9.81*theta + applied.y;
  measured.u = -74*theta - 8*speed;
  connect(clock.o, measured.e); connect(measured.y, applied.u);
  connect(clock.o, law.e); connect(law.y, link.u); connect(clock.o, link.e); connect(link.o, applied.e);
  connect(clock.o, sent.e); connect(link.o, got.e);
  annotation(experiment(StopTime = 30));
end Jitter;

model Thermostat "the flow turns where the temperature passes +10 upwards and -10 downwards"
  import Saltus.Diagrams.*;
  Real T(start = 0, fixed = true);
  Activations.ZeroCrossUp hot(u = T - 10); Activations.ZeroCrossDown cold(u = T + 10);
  Discrete.SelectInput heater(n = 2, y_start = 6, u = {-6, 6});
equation
  der(T) = heater.y;
  connect(hot.o, heater.e[1]); connect(cold.o, heater.e[2]);
  annotation(experiment(StopTime = 10));
end Thermostat;

partial model CooledRoom "cooling begins 2 s after the threshold is passed, and lasts for multiples of 1.5 s"
  import Saltus.Diagrams.*;
  Real T(start = 0, fixed = true), heat, excess = T - 20;
  Activations.ZeroCrossUp hot(u = excess); Activations.ZeroCrossDown cold(u = excess);
  Activations.EventUnion turn, start;
  Discrete.SelectInput howLong(n = 2, u = {2, -1}), command(n = 3, u = {1, 1, 0});
  Activations.EventVariableDelay wait;
  Activations.EventDelay cycle(delay = 1.5);
  Activations.IfThenElse still(u = excess);
equation
  der(T) = heat - 3*command.y;
  connect(hot.o, turn.e[1]); connect(cold.o, turn.e[2]);
  connect(hot.o, howLong.e[1]); connect(cold.o, howLong.e[2]);
  connect(turn.o, wait.e); connect(howLong.y, wait.u);
  connect(wait.o, start.e[1]); connect(still.yes, start.e[2]);
  connect(start.o, cycle.e); connect(cycle.o, still.e);
  connect(wait.o, command.e[1]); connect(still.yes, command.e[2]); connect(still.no, command.e[3]);
end CooledRoom;

model Cooling
  "T = 20 at 10, on at 12 with T = 24; 22.5, 21 and 19.5 after each cycle, so off at 16.5; 20 again at 16.75"
  extends CooledRoom;
equation
  heat = 2;
  annotation(experiment(StopTime = 25));
end Cooling;

model Short "a rise above the threshold for less than 2 s starts nothing"
  extends CooledRoom;
equation
  heat = if time < 10.5 then 2 else -1;
  annotation(experiment(StopTime = 20));
end Short;
