// A family in which only differences have memory: d[i] = a[i] - b[i] falls as exp(-i*t), and a[i] + b[i] = 2*sin(t)
// says nothing about the past. Beside it a single difference, and a family over two iterators.
//! run --stop 2 --tol 1e-8 --solver {auto,ida}
//! a[1] = sin(t) + 0.5*exp(-t) +- 1e-5
//! a[3] = sin(t) + 0.5*exp(-3*t) +- 1e-5
//! b[2] = sin(t) - 0.5*exp(-2*t) +- 1e-5
//! c = 2 + 0.5*exp(-t) +- 1e-5
//! g[2,3] = 0.5*exp(-5*t) +- 1e-5
model MemoryOfDifferences
  parameter Integer n = 3;
  Real a[n], b[n], c, e, g[2, n], h[2, n];
initial equation
  for i in 1:n loop a[i] - b[i] = 1; end for;
  c - e = 1;
  for i in 1:2, j in 1:n loop g[i, j] - h[i, j] = 1; end for;
equation
  for i in 1:n loop
    der(a[i] - b[i]) = -i*(a[i] - b[i]);
    a[i] + b[i] = 2*sin(time);
  end for;
  der(c - e) = e - c;
  c + e = 4;
  for i in 1:2, j in 1:n loop
    der(g[i, j] - h[i, j]) = -(i + j)*(g[i, j] - h[i, j]);
    g[i, j] + h[i, j] = 0;
  end for;
end MemoryOfDifferences;
