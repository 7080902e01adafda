// A cascade of N equal first-order lags behind a step: the plainest system that can be made as large as one likes.
model SimpleODE
  parameter Integer N = 100 "lags";
  parameter Real T = 1 "delay of the whole cascade";
  final parameter Real tau = T/N;
  parameter Real u = 1 "the step";
  Real x[N](each start = 0, each fixed = true);
equation
  tau*der(x[1]) = u - x[1];
  for i in 2:N loop
    tau*der(x[i]) = x[i - 1] - x[i];
  end for;
  annotation(experiment(StopTime = 2, Tolerance = 1e-6));
end SimpleODE;
