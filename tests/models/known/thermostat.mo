// A thermostat. The room relaxes to 30 degrees with the heater and to 5 without, with the time constant capacity/loss =
// 1875 s; so the switching times are sums of logarithms.
//| tau = 1.5e5/80
//| exact, t = [], tau*log((30 - 15)/(30 - 21))
//| while t < 7200:
//|     exact.append(t)
//|     t += tau*log((21 - 5)/(19 - 5)) if len(exact) % 2 else tau*log((30 - 19)/(30 - 21))
//| def room(t):
//|     past = [x for x in exact if x <= t]
//|     if not past: return 30 - 15*exp(-t/tau)
//|     return 5 + 16*exp(-(t - past[-1])/tau) if len(past) % 2 else 30 - 11*exp(-(t - past[-1])/tau)
//! run --tol 1e-9 --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! changes on = exact +- 1e-4
//! final T = room(7200) +- 1e-6
//! events state = len(exact)
//! check max(col('T')) <= 21 + 1e-9 and min(col('T')[20:]) > 15
//! run --tol {1e-3,1e-5} --solver {auto,cvode,erk}
//! value len(changes('on')) = len(exact)
//! changes on = exact +- 2e4*tol
model Thermostat "Room, heater, hysteresis"
  parameter Real outside(unit = "degC") = 5;
  parameter Real power(unit = "W") = 2000;
  parameter Real capacity(unit = "J/K") = 1.5e5;
  parameter Real loss(unit = "W/K") = 80;
  Real T(start = 15, fixed = true, unit = "degC") "temperature of the room";
  Boolean on(start = true, fixed = true) "the heater is on";
equation
  on = pre(on) and not T > 21 or T < 19;
  capacity*der(T) = (if on then power else 0) - loss*(T - outside);
  annotation(experiment(StopTime = 7200));
end Thermostat;
