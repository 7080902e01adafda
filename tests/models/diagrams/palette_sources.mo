// The sources of Saltus.Diagrams against their formulas; means and deviations of random numbers against their laws.
//! class Curves
//! run --stop 8 --step 0.125
//! fixed.y = 2.5
//! now.y = t
//! sine.y = 1 + 2*sin(3*t + 0.5) +- 1e-12
//! value [left('step.y', 2), right('step.y', 2), final['step.y']] = [1, 4, 4]
//! value [right('ramp.y', 1), right('ramp.y', 3), final['ramp.y']] = [0, 2, 12] +- 1e-12
//! value [right('edge.y', 0), right('edge.y', 2), right('edge.y', 3), right('edge.y', 5)] = [1, 1, 3, 5] +- 1e-12
//! changes square.y = [0.5, 1, 2.5, 3, 4.5, 5, 6.5, 7] +- 1e-12
//! value [right('square.y', 0), right('square.y', 0.5), right('square.y', 1)] = [-1, 3, -1]
//! changes saw.y = [3, 5, 7] +- 1e-12
//! value [right('saw.y', 0.5), left('saw.y', 3), right('saw.y', 3), right('saw.y', 4.5)] = [0, 4, 0, 3] +- 1e-12
// rises for 1, stays for 2, falls for 0.5, rests for 0.5
//! value [right('hill.y', t) for t in (0.5, 1, 2, 3, 3.25, 3.75, 4.5)] = [1, 2, 2, 2, 1, 0, 1] +- 1e-12
//! class Counting
//! run --stop 6.5
//! value [right('up.y', t) for t in range(7)] = [2, 3, 4, 2, 3, 4, 2]
//! value [right('down.y', t) for t in range(7)] = [4, 3, 2, 4, 3, 2, 4]
//! value [right('modulo.y', t) for t in range(7)] = [0, 1, 2, 0, 1, 2, 0]
//! class Laws
//! run
//! value final['sum[1]']/final['n'] = 3 +- 0.1
//! value final['squares[1]']/final['n'] - (final['sum[1]']/final['n'])**2 = 4 +- 0.2
//! value final['sum[2]']/final['n'] = 1 +- 0.02
//! value final['squares[2]']/final['n'] - (final['sum[2]']/final['n'])**2 = 0.5**2/3 +- 0.005
//! value final['sum[3]']/final['n'] = 3 +- 0.1
//! value final['squares[3]']/final['n'] - (final['sum[3]']/final['n'])**2 = 4 +- 0.2
//! value final['sum[4]']/final['n'] = 2 +- 0.06
//! value final['squares[4]']/final['n'] - (final['sum[4]']/final['n'])**2 = 4 +- 0.3
// of a normal law 68.27 % lie within one deviation
//! value final['near']/final['n'] = erf(1/sqrt(2)) +- 0.015
//! class Bad
//! run --stop 1 -p hill.width=3
//! status failed
//! message R0204 fit into its period
model Curves
  import Saltus.Diagrams.Sources.*;
  Constant fixed(k = 2.5);
  Time now;
  SineWaveGenerator sine(amplitude = 2, frequency = 3, phase = 0.5, bias = 1);
  Step step(height = 3, startTime = 2, offset = 1);
  Ramp ramp(slope = 2, startTime = 2);
  RampSaturate edge(height = 4, startTime = 2, duration = 2, offset = 1);
  SquareWaveGenerator square(period = 2, duty = 0.25, low = -1, high = 3, startTime = 0.5);
  Sawtooth saw(period = 2, amplitude = 4, startTime = 1);
  Trapezoid hill(period = 4, rising = 1, width = 2, falling = 0.5, amplitude = 2);
end Curves;

model Counting
  import Saltus.Diagrams.*;
  Activations.SampleClock k;
  Sources.Counter up(low = 2, high = 4), down(low = 2, high = 4, down = true);
  Sources.ModuloCounter modulo(n = 3);
equation
  connect(k.o, up.e);
  connect(k.o, down.e);
  connect(k.o, modulo.e);
end Counting;

model Laws
  import Saltus.Diagrams.*;
  import Saltus.Diagrams.Sources.Law;
  Activations.SampleClock k;
  Sources.Normal normal(mean = 3, deviation = 2);
  Sources.Random uniform(a = 1, b = 0.5), another(law = Law.normal, a = 3, b = 2, seed = 77),
    exponential(law = Law.exponential, a = 2, seed = 5);
  Integer n(start = 0, fixed = true), near(start = 0, fixed = true);
  discrete Real sum[4](each start = 0, each fixed = true), squares[4](each start = 0, each fixed = true);
equation
  connect(k.o, normal.e);
  connect(k.o, uniform.e);
  connect(k.o, another.e);
  connect(k.o, exponential.e);
  when k.o then
    n = pre(n) + 1;
    sum = pre(sum) + {normal.y, uniform.y, another.y, exponential.y};
    squares = pre(squares) + {normal.y^2, uniform.y^2, another.y^2, exponential.y^2};
    near = pre(near) + (if abs(normal.y - 3) < 2 then 1 else 0);
  end when;
  annotation(experiment(StopTime = 9999.5));
end Laws;

model Bad
  Saltus.Diagrams.Sources.Trapezoid hill;
end Bad;
