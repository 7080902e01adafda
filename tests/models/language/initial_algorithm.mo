// An initial algorithm sets parameters that are not fixed, and start values that depend on parameters.
//! run --stop 1 --tol 1e-9
//! final total = 55
//! x(0) = 55
//! final x = 55*exp(-1) +- 1e-6
//! y(0) = 7
//! run --stop 1 -p a=5
//! y(0) = 11
model InitialAlgorithm
  parameter Integer total(fixed = false);
  parameter Real a = 3;
  parameter Real b = 2*a;
  Real x(start = total, fixed = true), y(start = b + 1, fixed = true);
initial algorithm
  total := 0;
  for i in 1:10 loop
    total := total + i;
  end for;
equation
  der(x) = -x;
  der(y) = 0;
end InitialAlgorithm;
