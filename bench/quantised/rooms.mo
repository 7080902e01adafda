model Rooms
  parameter Integer n = 1000;
  Real T[n](start = {18 + 4*i/n for i in 1:n}, each fixed = true);
  Boolean on[n](each start = true, each fixed = true);
equation
  for i in 1:n loop
    der(T[i]) = (10 - T[i])/(1 + i/n) + (if on[i] then 20 else 0);
    when T[i] > 22 then on[i] = false; elsewhen T[i] < 20 then on[i] = true; end when;
  end for;
  annotation(experiment(StopTime = 10));
end Rooms;
