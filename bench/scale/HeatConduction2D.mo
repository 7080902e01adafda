// A square plate, warm at first, with edges held at 0. N x N nodes inside.
model HeatConduction2D
  parameter Integer N = 10 "nodes along an edge";
  parameter Real a = 1 "thermal diffusivity";
  final parameter Real dx = 1/(N + 1);
  Real T[N, N](each start = 1, each fixed = true);
equation
  for i in 1:N loop
    for j in 1:N loop
      der(T[i, j]) = a*((if i > 1 then T[i - 1, j] else 0) + (if i < N then T[i + 1, j] else 0)
                      + (if j > 1 then T[i, j - 1] else 0) + (if j < N then T[i, j + 1] else 0) - 4*T[i, j])/dx^2;
    end for;
  end for;
  annotation(experiment(StopTime = 0.05, Tolerance = 1e-6));
end HeatConduction2D;
