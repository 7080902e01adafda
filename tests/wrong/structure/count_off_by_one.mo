// A loop that stops one short.
//! error S0101 6:8
//! says the model has 1 equation too few: nothing determines 'x[10]'
model M
  parameter Integer n = 10;
  Real x[n];
equation
  x[1] = time;
  for i in 2:n - 1 loop
    x[i] = 0.5*x[i - 1];
  end for;
end M;
