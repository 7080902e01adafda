// Attributes may depend on parameters: start, min, max, nominal; an unfixed start of a state is used when nothing else
// is said.
//! run --stop 1 --tol 1e-9
//! x(0) = 6
//! y(0) = 2.5
//! final z = 3
//! run --stop 1 -p k=5
//! x(0) = 15
model UnitsAttributes
  parameter Real k(unit = "1/s", min = 0, max = 10) = 2;
  Real x(start = 3*k, fixed = true, min = -100, max = 100, nominal = 10*k, unit = "m", displayUnit = "mm",
      quantity = "Length");
  Real y(start = 2.5) "not fixed, and used all the same";
  Real z(quantity = "Number", stateSelect = StateSelect.never) = 3;
equation
  der(x) = -k*x;
  der(y) = 0;
end UnitsAttributes;
