// A loop and an equation both give the first element.
//! error S0102 10:5
//! says the equation x[1] = time is written twice
model M
  parameter Integer n = 10;
  Real x[n];
equation
  x[1] = time;
  for i in 1:n loop
    x[i] = i*time;
  end for;
end M;
