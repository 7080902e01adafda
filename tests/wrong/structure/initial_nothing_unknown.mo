// An initial equation between numbers and parameters determines nothing.
//! error S0202 9:3
//! says the initial equation p = 3 determines nothing
//! says fixed = false
model InitialNothingUnknown
  parameter Real p = 2;
  Real x(start = 1, fixed = true);
initial equation
  p = 3;
equation
  der(x) = -p*x;
end InitialNothingUnknown;
