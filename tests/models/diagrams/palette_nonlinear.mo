// Blocks of Saltus.Diagrams.Nonlinear over u = 2 sin(t), against their formulas and the times at which pieces end.
//| u = lambda t: 2*sin(t)
//| def play(t):
//|     """A gap of 1 around an output that rests at 0."""
//|     if t < asin(0.25): return 0
//|     if t < pi/2: return u(t) - 0.5
//|     if t < pi - asin(0.5): return 1.5
//|     if t < 3*pi/2: return u(t) + 0.5
//|     return -1.5 if t < 2*pi - asin(0.5) else u(t) - 0.5
//! class Pieces
//! run --stop 7 --step 0.1
//! saturated.y = min(max(u(t), -0.5), 1.5) +- 1e-9
//! changing.y = min(max(u(t), -1), 1 + t/10) +- 1e-9
//! dead.y = max(u(t) - 1, 0) + min(u(t) + 0.5, 0) +- 1e-9
//! changes switching.y = [pi/6, pi + pi/6, 2*pi + pi/6] +- 1e-9
//! value [right('switching.y', t) for t in (0.1, 1, 3.5, 4, 6, 7)] = [-5, 5, 5, -5, -5, 5]
//! value [right('steps.y', t/10) for t in range(1, 70)] = [0.5*floor(u(t/10)/0.5 + 0.5) for t in range(1, 70)]
//! value [right('down.y', t/10) for t in range(1, 70)] = [0.5*floor(u(t/10)/0.5) for t in range(1, 70)]
//! play.y = play(t) +- 1e-8
//! class Rates
// a step of 2 is followed at the rate 1 up to the distance Td, then exponentially; down at the rate 4
//! run --tol 1e-9 --step 0.25
//! limited.y(1) = 1 - 0.5 +- 1e-7
//! limited.y(3) = 2 - 0.1*exp(-(3 - 0.5 - 1.9)/0.1) +- 1e-6
//! limited.y(4.25) = 2 - 4*0.25 +- 1e-6
//! limited.y(6) = 0.4*exp(-(2 - 1.6/4)/0.1) +- 1e-6
//! value [right('sampled.y', k/2) for k in range(0, 13)] = [0, 0.5, 1, 1.5, 2, 2, 2, 2, 0, 0, 0, 0, 0] +- 1e-12
//! class Bad
//! run --stop 1 -p s.low=2
//! status failed
//! message R0204 lower limit of a Saturation is above
model Pieces
  import Saltus.Diagrams.Nonlinear.*;
  import R = Saltus.Diagrams.Math.Rounding;
  Real u = 2*sin(time);
  Saturation saturated(u = u, low = -0.5, high = 1.5);
  ControlledSaturation changing(u = u, low = -1, high = 1 + time/10);
  Deadzone dead(u = u, low = -0.5, high = 1);
  Hysteresis switching(u = u, on = 1, off = -1, high = 5, low = -5);
  Quantization steps(u = u, step = 0.5), down(u = u, step = 0.5, mode = R.floor);
  Backlash play(u = u, gap = 1);
end Pieces;

model Rates
  import Saltus.Diagrams.*;
  Real u = if time < 0.5 then 0 elseif time < 4 then 2 else 0;
  Nonlinear.RateLimiter limited(u = u, rising = 1, falling = -4, Td = 0.1);
  Activations.SampleClock k(period = 0.5);
  Nonlinear.SampledRateLimiter sampled(u = u, rising = 1, falling = -4);
equation
  connect(k.o, sampled.e);
  annotation(experiment(StopTime = 6));
end Rates;

model Bad
  Saltus.Diagrams.Nonlinear.Saturation s(u = 1);
end Bad;
