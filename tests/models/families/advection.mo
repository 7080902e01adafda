// Advection in upwind differences: each cell is a first-order lag behind the one before, so the answer to a step at the
// inlet is the distribution of Erlang, 1 - exp(-a t) * sum over k < n of (a t)^k/k!, after n lags. One family and one
// single equation.
//| def erlang(n, a, t): return 1 - exp(-a*t)*sum((a*t)**k/factorial(k) for k in range(n))
//! run --tol 1e-9 --stop 0.8 --solver {auto,cvode,erk}
//! final u[1] = 1
//! final u[2] = erlang(1, 40, 0.8) +- 1e-7
//! final u[12] = erlang(11, 40, 0.8) +- 1e-7
//! final u[40] = erlang(39, 40, 0.8) +- 1e-7
//! value j["states"] = 39
//! value j["equations"] = 39
model Advection
  parameter Integer N = 40;
  parameter Real c = 1, dx = 1/N;
  Real u[N](each start = 0);
equation
  u[1] = 1;
  for i in 2:N loop
    der(u[i]) = -c*(u[i] - u[i - 1])/dx;
  end for;
end Advection;
