// A substance is carried through a pipe of length 1 and decays on its way. Upwind differences on N cells; at time zero
// the clean pipe meets an inflow of concentration 1.
model Advection
  parameter Integer N = 100 "cells";
  parameter Real c = 1 "speed";
  parameter Real k = 0.5 "rate of decay";
  final parameter Real dx = 1/N;
  Real u[N](each start = 0, each fixed = true);
equation
  der(u[1]) = c*(1 - u[1])/dx - k*u[1];
  for i in 2:N loop
    der(u[i]) = c*(u[i - 1] - u[i])/dx - k*u[i];
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-6));
end Advection;
