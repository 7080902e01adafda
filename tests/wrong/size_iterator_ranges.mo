// An iterator without a range subscripts arrays of different sizes.
//! error M0332 6:7
model M
  Real x[3], y[4];
equation
  for i loop
    x[i] = y[i];
  end for;
  y = fill(1, 4);
end M;
