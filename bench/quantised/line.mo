model Line "A line of coils and capacitors, with a pulse at its beginning"
  parameter Integer n = 100;
  parameter Real L = 1, C = 1, R = 10;
  Real i[n](each start = 0, each fixed = true), u[n](each start = 0, each fixed = true);
equation
  L*der(i[1]) = (if time < 1 then 1 else 0) - 0.01*i[1] - u[1];
  for k in 2:n loop
    L*der(i[k]) = u[k - 1] - u[k];
  end for;
  for k in 1:n - 1 loop
    C*der(u[k]) = i[k] - i[k + 1];
  end for;
  C*der(u[n]) = i[n] - u[n]/R;
  annotation(experiment(StopTime = 500));
end Line;
