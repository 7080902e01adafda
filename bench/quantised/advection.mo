model Advection "A front that moves through a pipe, with a quick reaction in each cell"
  parameter Integer n = 1000 "cells";
  parameter Real length = 10, velocity = 1, reaction = 1000;
  final parameter Real h = length/n;
  Real c[n](start = {if 3*i <= n then 1 else 0 for i in 1:n}, each fixed = true);
equation
  der(c[1]) = velocity*(1 - c[1])/h + reaction*c[1]^2*(1 - c[1]);
  for i in 2:n loop
    der(c[i]) = velocity*(c[i - 1] - c[i])/h + reaction*c[i]^2*(1 - c[i]);
  end for;
  annotation(experiment(StopTime = 5));
end Advection;
