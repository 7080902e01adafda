// Two contradicting equations in the middle of a large model.
//! error S0102 13:3
//! says two equations determine 'x[250]': one of them is too many
model M
  parameter Integer n = 500;
  Real x[n], total;
equation
  x[1] = sin(time);
  for i in 2:n loop
    x[i] = x[i - 1] + 0.1*sin(x[i - 1]);
  end for;
  total = sum(x);
  x[250] = 2*x[249];
end M;
