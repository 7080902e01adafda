// A pulse-width modulated source on an RC filter: on for 30 % of each period of 10 ms. In the steady state the voltage
// at the start of a period is (1 - exp(-d))/(exp(T/tau) - 1)... in closed form from the two exponentials; after 100
// time constants it is reached.
//| T, d, tau = 0.01, 0.003, 0.02
//| low = (exp(d/tau) - 1)/(exp(T/tau) - 1)
//| high = 1 - (1 - low)*exp(-d/tau)
//! run --stop 2 --step 0.01 --tol 1e-8 --solver {auto,cvode,adams,erk,dirk,rodas}
//! v(1.99) = low +- 1e-6
//! value max(v for t, v in zip(times, col('v')) if t > 1.9) = high +- 1e-6
//! events state = 0
//! value len(changes('on')) = 400 +- 1
model PulseTrain
  parameter Real T = 0.01, d = 0.003, tau = 0.02;
  Real v(start = 0, fixed = true);
  Boolean on(start = false, fixed = true);
  discrete Real t0(start = 0, fixed = true);
equation
  when sample(0, T) then
    t0 = time;
  end when;
  on = time - t0 < d;
  tau*der(v) = (if on then 1 else 0) - v;
end PulseTrain;
