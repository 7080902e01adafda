// A string of N masses between two walls, pulled aside at the first mass and let go.
model HarmonicOscillatorChain
  parameter Integer N = 100 "masses";
  parameter Real m = 1, k = 1;
  parameter Real y1 = 1 "where the first mass is let go";
  Real y[N](start = {if i == 1 then y1 else 0 for i in 1:N}, each fixed = true);
  Real v[N](each start = 0, each fixed = true);
equation
  for i in 1:N loop
    der(y[i]) = v[i];
  end for;
  m*der(v[1]) = k*(y[2] - 2*y[1]);
  for i in 2:N - 1 loop
    m*der(v[i]) = k*(y[i - 1] - 2*y[i] + y[i + 1]);
  end for;
  m*der(v[N]) = k*(y[N - 1] - 2*y[N]);
  annotation(experiment(StopTime = 20, Tolerance = 1e-6));
end HarmonicOscillatorChain;
