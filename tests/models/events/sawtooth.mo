// mod(time, T) is a sawtooth; its integral over n periods is n T^2/2. The events are exact in time, and so is the
// triangle of it.
//! run --stop 3 --tol 1e-8 --solver {auto,cvode,erk,adams}
//! final area = 6*0.5**2/2 +- 1e-7
//! value max(col('y')) = 0.5 +- 1e-9
//! changes y = [0.5*k for k in range(1, 7)] +- 1e-12
model Sawtooth
  Real y = mod(time, 0.5);
  Real area(start = 0, fixed = true);
equation
  der(area) = y;
end Sawtooth;
