// sin(1/(1.1 - time)) goes round ever faster towards 1.1, but the branch that it stands in ends at 1 (E302). The
// integral up to there is that of sin(1/u) from 0.1 to 1.1, by Simpson's rule here.
//| n = 200000
//| f = lambda k: sin(1/(0.1 + k/n))
//| area = (f(0) + f(n) + 4*sum(f(k) for k in range(1, n, 2)) + 2*sum(f(k) for k in range(2, n, 2)))/(3*n)
//! run --stop 2 --solver {auto,cvode,adams,ida,erk,dirk,rodas,rk4}
//! final x = area +- 2e-5
//! final y = area*exp(-1) +- 2e-4
//! check j["steps"] < 5000
model BranchThatEnds
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = if time < 1 then sin(1/(1.1 - time)) else 0;
  der(y) = if time < 1 then sin(1/(1.1 - time)) else -y;
end BranchThatEnds;
