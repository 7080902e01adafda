// A sampler that only watches: the staircase holds the value of the last tick, and the solution is the same as without
// it.
//! run --stop 3 --step 0.05 --tol 1e-9 --solver {auto,cvode,adams}
//! x = exp(-t) +- 1e-6
//! value [right('held', 0.5*k) for k in range(6)] = [exp(-0.5*k) for k in range(6)] +- 1e-6
//! value [right('held', 0.5*k + 0.45) for k in range(6)] = [exp(-0.5*k) for k in range(6)] +- 1e-6
//! value [right('before', 0.5*k) for k in range(1, 6)] = [exp(-0.5*(k - 1)) for k in range(1, 6)] +- 1e-6
model ZeroOrderHold
  Real x(start = 1, fixed = true);
  discrete Real held(start = 0, fixed = true), before(start = 0, fixed = true);
equation
  der(x) = -x;
  when sample(0, 0.5) then
    held = x;
    before = pre(held);
  end when;
end ZeroOrderHold;
