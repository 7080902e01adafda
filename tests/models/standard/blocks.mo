// Blocks of the library Modelica that comes with Saltus, against closed forms.
//! class Loop
//! run --tol 1e-9 --step 0.1
//! p.y = 0 if t < 1 else (1 - exp(-(t - 1)/2*4))*2/2 +- 1e-7
model Loop "A proportional and integral controller that cancels the lag: what is left is a lag of half a second"
  Modelica.Blocks.Sources.Step r(startTime = 1);
  Modelica.Blocks.Math.Feedback e;
  Modelica.Blocks.Continuous.PI c(k = 2*2, T = 2, initType = Modelica.Blocks.Types.Init.InitialState);
  Modelica.Blocks.Continuous.FirstOrder p(T = 2, initType = Modelica.Blocks.Types.Init.InitialOutput);
equation
  connect(r.y, e.u1);
  connect(p.y, e.u2);
  connect(e.y, c.u);
  connect(c.y, p.u);
  annotation(experiment(StopTime = 5));
end Loop;

//! class Discrete
//! run
//! final d.y = sum(0.5*0.5**k for k in range(11)) +- 1e-12
model Discrete "A filter at samples"
  Modelica.Blocks.Discrete.TransferFunction d(b = {0.5, 0}, a = {1, -0.5}, samplePeriod = 0.1, u = 1);
  annotation(experiment(StopTime = 1.05));
end Discrete;

//| pulses = 4*0.1*2 + 0.05*2
//! class Sources
//! run --tol 1e-9 --step 0.1
//! final a = pulses +- 1e-8
//! final b = 3*0.25/2 + 0.1*0.1/2/0.25 +- 1e-8
//! final c = 0.1 + 0.3 + 0.1 +- 1e-8
//! final t.y[1] = 1.85 +- 1e-12
//! final q.q[1] = 0.725 +- 1e-9
//! final x.y = 4*(1 - exp(-5))*exp(-0.35/0.1) +- 1e-9
model Sources "Integrals of pulses, ramps and trapezoids; a table; the fastest motion; exponentials"
  import Modelica.Blocks.Sources.*;
  Pulse p(amplitude = 2, width = 50, period = 0.2, nperiod = -1);
  SawTooth s(period = 0.25);
  Trapezoid z(rising = 0.2, width = 0.3, falling = 0.2, period = 2);
  CombiTimeTable t(table = [0, 1; 1, 2; 1, 4; 2, 1]);
  KinematicPTP2 q(q_end = {1}, qd_max = {1}, qdd_max = {4});
  Exponentials x(outMax = 4, riseTime = 0.5, riseTimeConst = 0.1);
  Real a(start = 0, fixed = true);
  Real b(start = 0, fixed = true);
  Real c(start = 0, fixed = true);
equation
  der(a) = p.y;
  der(b) = s.y;
  der(c) = z.y;
  annotation(experiment(StopTime = 0.85));
end Sources;
