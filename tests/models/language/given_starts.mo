// Start values of single elements that are given from outside, beside array values of `start`, `each` and none at all;
// of components in arrays too. All rates are zero, so that the values at the end are the start values.
//! run -p x[2].start=5 -p y[1].start=6 -p s[2].q[1].start=7 -p z[2,1].start=8
//! final x[1] = 1
//! final x[2] = 5
//! final x[3] = 1
//! final y[1] = 6
//! final y[2] = 3
//! final z[2,1] = 8
//! final z[1,2] = 0
//! final s[1].q[1] = 4
//! final s[2].q[1] = 7
//! final s[2].q[2] = 5
model GivenStarts
  model Part
    Real q[2](start = {4, 5}, each fixed = true);
  equation
    der(q) = zeros(2);
  end Part;
  Real x[3](each start = 1, each fixed = true);
  Real y[2](start = {2, 3}, each fixed = true);
  Real z[2, 2](each fixed = true);
  Part s[2];
equation
  der(x) = zeros(3);
  der(y) = zeros(2);
  der(z) = zeros(2, 2);
end GivenStarts;
