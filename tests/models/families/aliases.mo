// Arrays that are equal element by element are one array, also with the other sign and as a derivative; references
// beside an alias, and to a single element of it, reach the same values. x'' = -x by way of four arrays.
//! run --stop 1 --tol 1e-9
//! final x[3] = 3*cos(1) +- 1e-7
//! final minus[3] = -final["x[3]"]
//! final speed[9] = -9*sin(1) +- 1e-7
//! final again[9] = final["speed[9]"]
//! final next[4] = final["x[5]"]
//! final last = final["x[10]"]
//! final zero[4] = 0
//! final difference[2] = final["x[2]"] - final["x[1]"]
//! final difference[1] = final["x[1]"]
//! value j["states"] = 20
model Aliases
  parameter Integer N = 10;
  Real x[N](start = {i for i in 1:N}, each fixed = true), minus[N], speed[N],
      again[N](each start = 0, each fixed = true), next[N - 1], zero[N];
  Real difference[N], last;
equation
  minus = -x;
  speed = der(x);
  again = speed;
  zero = zeros(N);
  for i in 1:N loop
    der(again[i]) = minus[i] + zero[i];
  end for;
  for i in 1:N - 1 loop
    next[i] = -minus[i + 1];
  end for;
  last = next[N - 1];
  difference[1] = x[1];
  for i in 2:N loop
    difference[i] = minus[i - 1] - minus[i];
  end for;
end Aliases;
