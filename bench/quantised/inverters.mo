model Inverters "A chain of inverters, through which a pulse runs"
  parameter Integer n = 500;
  parameter Real supply = 5, threshold = 1, gain = 100;
  Real x[n](start = {if mod(i, 2) == 0 then 0.00625 else supply for i in 1:n}, each fixed = true);
  Real before[n] "what enters each of them";
equation
  before[1] = if time < 5 then 0 elseif time < 10 then time - 5 elseif time < 15 then supply
    elseif time < 17 then 5*(17 - time)/2 else 0;
  for i in 2:n loop
    before[i] = x[i - 1];
  end for;
  for i in 1:n loop
    der(x[i]) = supply - x[i] - gain*((if before[i] > threshold then (before[i] - threshold)^2 else 0)
      - (if before[i] - x[i] > threshold then (before[i] - x[i] - threshold)^2 else 0));
  end for;
  annotation(experiment(StopTime = 130));
end Inverters;
