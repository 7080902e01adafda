// Torricelli: sqrt(h) falls linearly and the tank is empty at t = 2 sqrt(h0)/k, where an event closes the valve; h is
// then exactly what it was.
//! run --stop 10 --tol 1e-9 --solver {auto,cvode,erk,ida}
//! h = (1 - 0.25*t)**2 if t < 4*0.9 else (0.1)**2 +- 1e-7
//! changes open = [4*0.9] +- 1e-6
//! final h = 0.01 +- 1e-9
model SquareRootOutflow
  Real h(start = 1, fixed = true);
  Boolean open(start = true, fixed = true);
equation
  der(h) = if open then -0.5*sqrt(h) else 0;
  open = pre(open) and not h < 0.01;
end SquareRootOutflow;
