// States that begin where initial equations put them: used by external_initial.cosy. Alone, with u = 0: y = 3 exp(-t).
//! run --stop 2 --tol 1e-8
//! y = 3*exp(-t) +- 1e-6
//! z = 0.5 +- 1e-9
model Starts
  input Real u;
  output Real y, z;
initial equation
  y = 3;
  der(z) = 0;
equation
  der(y) = -y + u;
  der(z) = 2 - 4*z + u;
end Starts;
