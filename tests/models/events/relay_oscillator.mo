// A relay with hysteresis and an integrator: a triangular wave. x goes between -1 and 1 with the slopes +-1/T: period 4
// T, exactly.
//| T = 0.3
//| exact = [T + 2*T*k for k in range(200) if T + 2*T*k < 30]
//! run --stop 30 --tol {1e-3,1e-6,1e-9} --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! changes up = exact +- 1e-9*30
//! check abs(max(col('x')) - 1) < 1e-9
//! run --stop 30 --step 0.07 --solver {euler,heun,rk4}
//! changes up = exact +- 1e-9
model RelayOscillator
  parameter Real T = 0.3;
  Real x(start = 0, fixed = true);
  Boolean up(start = true, fixed = true);
equation
  der(x) = if up then 1/T else -1/T;
  up = x < -1 or pre(up) and not x > 1;
end RelayOscillator;
