// A rod that is heated at one end, divided into 40 pieces.
//
// One equation describes all inner pieces: a for-loop over an array. The curves of the pieces rise one after another.
model HeatRod "Heat conduction in a rod"
  parameter Integer n = 40 "pieces";
  parameter Real length(unit = "m") = 1;
  parameter Real diffusivity(unit = "m2/s") = 1e-2;
  final parameter Real dx = length/n;
  Real T[n](each start = 20, each fixed = true, each unit = "degC");
equation
  der(T[1]) = diffusivity*(2*(100 - T[1]) - (T[1] - T[2]))/dx^2;
  for i in 2:n - 1 loop
    der(T[i]) = diffusivity*(T[i - 1] - 2*T[i] + T[i + 1])/dx^2;
  end for;
  der(T[n]) = diffusivity*(T[n - 1] - T[n])/dx^2;
  annotation(experiment(StopTime = 60));
end HeatRod;
