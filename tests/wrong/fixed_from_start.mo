// Whether a start value is fixed must be known before the initial values are computed.
//! error S0206 5:8
model FixedFromStart
  parameter Boolean b(fixed = false);
  Real x(start = 1, fixed = b);
equation
  der(x) = 1;
initial equation
  b = true;
end FixedFromStart;
