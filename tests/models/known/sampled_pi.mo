// A sampled PI controller on a first-order plant against the exact discretisation y[n+1] = a y[n] + (1 - a) u[n], a =
// exp(-T/tau).
//| T, k, Ti, a = 0.1, 2, 0.8, exp(-0.1)
//| Y, U, y, integral = [], [], 0.0, 0.0
//| for n in range(61):
//|     r = 1 if n >= 5 else 0
//|     integral += T*(r - y)/Ti
//|     u = k*((r - y) + integral)
//|     Y.append(y); U.append(u)
//|     y = a*y + (1 - a)*u
//! run --step 0.1 --tol {1e-6,1e-9} --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! value [right('y', n*T) for n in range(61)] = Y +- 1e2*tol
//! value [right('u', n*T) for n in range(61)] = U +- 5e2*tol
//! value [left('u', n*T) for n in range(1, 61)] = U[:-1] +- 5e2*tol
//! check set(changes('u')) <= {n*T for n in range(61)}
//! check j['events']['state'] == 0
model SampledPI "Digital controller, continuous plant"
  parameter Real T(unit = "s") = 0.1 "sample interval";
  parameter Real k = 2;
  parameter Real Ti(unit = "s") = 0.8;
  parameter Real tau(unit = "s") = 1 "time constant of the plant";
  Real y(start = 0, fixed = true) "output of the plant";
  discrete Real u(start = 0, fixed = true) "control signal";
  discrete Real integral(start = 0, fixed = true);
  Real setpoint = if time >= 0.5 then 1 else 0;
equation
  tau*der(y) = u - y;
  when sample(0, T) then
    integral = pre(integral) + T*(setpoint - y)/Ti;
    u = k*((setpoint - y) + integral);
  end when;
  annotation(experiment(StopTime = 6));
end SampledPI;
