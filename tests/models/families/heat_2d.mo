// Heat conduction in a rectangle whose edges are held at 0, the edges and corners as variables with equations of their
// own: the product of two sines decays with the sum of both eigenvalues. Families in two dimensions, beside families
// and single equations of the same array.
//| l1 = -2*50*(1 - cos(pi/7)); l2 = -2*50*(1 - cos(2*pi/10)); lam = l1 + l2
//| def T(i, j, t): return sin(pi*(i - 1)/7)*sin(2*pi*(j - 1)/10)*exp(lam*t)
//! run --tol 1e-9 --stop 0.01 --solver {auto,cvode}
//! final T[2,2] = T(2, 2, 0.01) +- 1e-7
//! final T[4,7] = T(4, 7, 0.01) +- 1e-7
//! final T[7,10] = T(7, 10, 0.01) +- 1e-7
//! final T[1,5] = 0
//! final T[8,11] = 0
//! final edge[3] = T(2, 3, 0.01) +- 1e-7
//! value j["states"] = 54
model Heat2D
  parameter Integer N = 8, M = 11;
  constant Real pi = 3.141592653589793;
  parameter Real k = 50;
  Real T[N, M];
  Real edge[M] "heat that flows into the first row";
initial equation
  for i in 2:N - 1, j in 2:M - 1 loop
    T[i, j] = sin(pi*(i - 1)/(N - 1))*sin(2*pi*(j - 1)/(M - 1));
  end for;
equation
  for i in 2:N - 1, j in 2:M - 1 loop
    der(T[i, j]) = k*(T[i - 1, j] + T[i + 1, j] + T[i, j - 1] + T[i, j + 1] - 4*T[i, j]);
  end for;
  for j in 2:M - 1 loop
    T[1, j] = 0*time;
    T[N, j] = 0*time;
  end for;
  for i in 2:N - 1 loop
    T[i, 1] = 0;
    T[i, M] = T[i, 1];
  end for;
  T[1, 1] = 0;
  T[1, M] = 0;
  T[N, 1] = 0;
  T[N, M] = T[1, 1];
  for j in 1:M loop
    edge[j] = T[2, j] - T[1, j];
  end for;
end Heat2D;
