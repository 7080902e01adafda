// A chain of 400 first-order lags: sparse Jacobian. The end of the chain of n lags of time constant 1/n to a unit step
// is the Erlang distribution 1 - exp(-n t) sum_{k<n} (n t)^k/k!, summed here with logarithms.
//| def erlang(n, t):
//|     return 1 - sum(exp(k*log(n*t) - n*t - lgamma(k + 1)) for k in range(n)) if t > 0 else 0.0
//! run --stop 2 --step 0.1 --tol 1e-7 --solver {auto,cvode,ida,adams,erk}
//! x[400](1) = erlang(400, 1.0) +- 1e-4
//! x[400](1.1) = erlang(400, 1.1) +- 1e-4
//! final x[400] = 1 +- 1e-6
//! check j['states'] == 400
model ManyStates
  parameter Integer n = 400;
  Real x[n](each start = 0, each fixed = true);
equation
  der(x[1]) = n*(1 - x[1]);
  for i in 2:n loop
    der(x[i]) = n*(x[i - 1] - x[i]);
  end for;
end ManyStates;
