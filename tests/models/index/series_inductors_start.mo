// Two coils in series: they have one current, and each of them says by an initial equation that it is zero. A source of
// 1 V and R = 2: i = (1 - exp(-2*t/(L1 + L2)))/2.
//! run
//! i1 = (1 - exp(-2*t/0.75))/2 +- 1e-5
//! i2 = -(1 - exp(-2*t/0.75))/2 +- 1e-5
model M
  parameter Real L1 = 0.5, L2 = 0.25, R = 2;
  Real i1, i2, v1, v2;
initial equation
  i1 = 0;
  i2 = 0;
equation
  L1*der(i1) = v1;
  L2*der(i2) = v2;
  i1 + i2 = 0;
  1 = v1 - v2 + R*i1;
end M;
