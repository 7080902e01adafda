// Initial equations inside components: each tank starts in its own steady state, the chain is in rest until the inflow
// changes at t = 1. Then level' = (q - k level)/A with a closed form for the first tank.
//! class SteadyState.Use
//! run --stop 3 --step 0.5 --tol 1e-9
//! tank[1].level(0) = 2/0.5 +- 1e-9
//! tank[3].level(0.5) = 2/0.7 +- 1e-8
//! tank[1].level(2) = 6 + (4 - 6)*exp(-0.5) +- 1e-7
package SteadyState
  model Tank
    parameter Real k = 0.5, A = 1;
    Real level, qin, qout;
  initial equation
    der(level) = 0;
  equation
    A*der(level) = qin - qout;
    qout = k*level;
  end Tank;
  model Use
    Tank tank[3](k = {0.5, 0.6, 0.7});
  equation
    tank[1].qin = if time < 1 then 2 else 3;
    tank[2:3].qin = tank[1:2].qout;
  end Use;
end SteadyState;
