// A for-equation that runs beyond an array.
//! error M0307 8:7
//! says 1:3
model M
  Real x[3];
equation
  for i in 1:4 loop
    x[i] = i;
  end for;
end M;
