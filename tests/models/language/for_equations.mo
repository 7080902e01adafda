// for equations: nested, with ranges and steps, empty ones, over an array of values; and indices computed from
// parameters.
//! run --stop 1
//! final a[2,3] = 23
//! final a[3,1] = 31
//! final b[1] = 1
//! final b[3] = 3
//! final b[5] = 5
//! final b[2] = -2
//! final b[4] = -4
//! final c[1] = 100
//! final c[4] = 100 + 2 + 3 + 4
//! final d[2] = 40
model ForEquations
  parameter Integer n = 3;
  Real a[n, n], b[2*n - 1], c[n + 1], d[3];
equation
  for i in 1:n, j in 1:n loop
    a[i, j] = 10*i + j;
  end for;
  for i in 1:2:2*n - 1 loop
    b[i] = i;
  end for;
  for i in 2*n - 2:-2:2 loop
    b[i] = -i;
  end for;
  c[1] = 100;
  for i in 2:n + 1 loop
    c[i] = c[i - 1] + i;
  end for;
  for i in 5:4 loop
    d[i] = 1;
  end for;
  for i in {1, 3, 2} loop
    d[i] = 20*i;
  end for;
end ForEquations;
