// A stiff system that is switched: x' = -1e6 (x - s(t)) with a square wave s: x follows within microseconds; y
// integrates x, so y = t/2 on average. At the end of each half period x is s to e^-100; y gets the area minus the lag
// 1e-6 at each edge: up and down cancel.
//! run --stop 2 --step 0.05 --tol 1e-7 --solver {auto,cvode,ida,dirk,rodas}
//! x(0.95) = 0 +- 1e-6
//! x(0.45) = 1 +- 1e-6
//! final y = 1 +- 1e-5
//! events state = 0
//! check j['steps'] < 20000
model StiffSwitch
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Real s = if mod(time, 1) < 0.5 then 1 else 0;
equation
  der(x) = -1e6*(x - s);
  der(y) = x;
end StiffSwitch;
