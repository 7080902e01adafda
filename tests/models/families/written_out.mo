// Families that cannot stay whole give the same answers: a tridiagonal system over the array, a nonlinear equation at
// each point, a function of the whole array, a start value and an initial equation for one element. Beside them
// families that stay, one of them with an event at each point.
//| # a[i-1] - 2 a[i] + a[i+1] = 2 with a[1] = 0 and a[9] = 64 is solved by (i - 1)^2
//! run --stop 1 --tol 1e-9
//! final a[2] = 1 +- 1e-9
//! final a[5] = 16 +- 1e-9
//! final a[8] = 49 +- 1e-9
//! value final["c[3]"] + exp(final["c[3]"]) = 3 + 3 +- 1e-9
//! value final["c[7]"] + exp(final["c[7]"]) = 7 + 3 +- 1e-9
//! final h[2] = 0.75 - 0.05 +- 1e-7
//! events state = 7
//! final norm = sqrt(sum(i**2 for i in range(1, 9)))*exp(-1) +- 1e-7
//! final x[5] = 5*exp(-1) +- 1e-7
//! final z[4] = 4*exp(-2) +- 1e-7
//! final z[5] = 70*exp(-2) +- 1e-6
model WrittenOut
  function length
    input Real v[:];
    output Real l;
  algorithm
    l := 0;
    for i in 1:size(v, 1) loop
      l := l + v[i]^2;
    end for;
    l := sqrt(l);
  end length;
  parameter Integer N = 8;
  Real a[N + 1], c[N](each start = 1), h[N](each start = 0, each fixed = true),
      x[N](start = {i for i in 1:N}, each fixed = true), norm;
  Real z[N];
initial equation
  for i in 1:4 loop
    z[i] = i;
  end for;
  for i in 6:N loop
    z[i] = i;
  end for;
  der(z[5]) = -140;
equation
  a[1] = 0;
  a[N + 1] = 64*time^0;
  for i in 2:N loop
    a[i - 1] - 2*a[i] + a[i + 1] = 2*time^0;
  end for;
  for i in 1:N loop
    c[i] + exp(c[i]) = i + 3*time^0;
    der(h[i]) = if h[i] < 0.25*i/2 then 1 else 0.6;
    der(x[i]) = -x[i];
    der(z[i]) = -2*z[i];
  end for;
  norm = length(x);
end WrittenOut;
