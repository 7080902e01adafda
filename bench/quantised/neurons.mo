model Neurons "Spiking neurons after Izhikevich, each with a current of its own"
  parameter Integer n = 1000;
  parameter Real current[n] = {10 + 4*sin(12.9898*i) for i in 1:n};
  Real v[n](each start = -65, each fixed = true), u[n](each start = -13, each fixed = true);
equation
  for i in 1:n loop
    der(v[i]) = 0.04*v[i]^2 + 5*v[i] + 140 - u[i] + current[i];
    der(u[i]) = 0.02*(0.2*v[i] - u[i]);
    when v[i] > 30 then
      reinit(v[i], -65);
      reinit(u[i], u[i] + 8);
    end when;
  end for;
  annotation(experiment(StopTime = 500));
end Neurons;
