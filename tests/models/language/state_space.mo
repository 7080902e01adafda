// A linear system in matrix form: der(x) = A*x + B*u, y = C*x. With A = [0, 1; -2, -3], u = 1: y = 1/2 - exp(-t) +
// exp(-2t)/2.
//! run --stop 4 --step 0.2 --tol 1e-9 --solver {auto,cvode,ida}
//! y[1] = 0.5 - exp(-t) + exp(-2*t)/2 +- 1e-7
//! x[2] = exp(-t) - exp(-2*t) +- 1e-7
//! check j['states'] == 2
block StateSpace
  parameter Real A[:, size(A, 1)] = [0, 1; -2, -3], B[size(A, 1), :] = [0; 1], C[:, size(A, 1)] = [1, 0];
  Real x[size(A, 1)](each start = 0, each fixed = true);
  Real y[size(C, 1)];
  Real u[size(B, 2)] = {1};
equation
  der(x) = A*x + B*u;
  y = C*x;
end StateSpace;
