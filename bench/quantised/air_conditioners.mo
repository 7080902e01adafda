model AirConditioners "Rooms that are cooled by thermostats, with a disturbance that changes each second"
  parameter Integer n = 1000;
  parameter Real outside = 32, wanted = 20, band = 0.5;
  parameter Real capacity[n] = {600 + 100*sin(7.13*i) for i in 1:n};
  parameter Real resistance[n] = {2 + 0.3*sin(3.71*i) for i in 1:n};
  parameter Real power[n] = {14 + 2*sin(5.27*i) for i in 1:n};
  Real T[n](start = {wanted + 2*sin(1.93*i) for i in 1:n}, each fixed = true);
  discrete Real noise[n](each start = 0, each fixed = true);
  Boolean on[n](each start = false, each fixed = true);
equation
  for i in 1:n loop
    der(T[i]) = ((outside + noise[i] - T[i])/resistance[i] - (if on[i] then power[i] else 0))/capacity[i];
    when T[i] > wanted + band then
      on[i] = true;
    elsewhen T[i] < wanted - band then
      on[i] = false;
    end when;
    when sample(1, 1) then
      noise[i] = sin(12.9898*i + 78.233*time^2);
    end when;
  end for;
  annotation(experiment(StopTime = 3000));
end AirConditioners;
