// A rod, cold at first, whose left end is held at 1 and whose right end is held at 0. N nodes between the ends.
model HeatConduction1D
  parameter Integer N = 100 "nodes";
  parameter Real a = 1 "thermal diffusivity";
  final parameter Real dx = 1/(N + 1);
  Real T[N](each start = 0, each fixed = true);
equation
  der(T[1]) = a*(1 - 2*T[1] + T[2])/dx^2;
  for i in 2:N - 1 loop
    der(T[i]) = a*(T[i - 1] - 2*T[i] + T[i + 1])/dx^2;
  end for;
  der(T[N]) = a*(T[N - 1] - 2*T[N])/dx^2;
  annotation(experiment(StopTime = 0.1, Tolerance = 1e-6));
end HeatConduction1D;
