// A loop over a scalar.
//! error M0328 6:12
model M
  Real x[3];
equation
  for i in 3 loop
    x[i] = 1;
  end for;
end M;
