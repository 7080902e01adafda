// A step of the rate that is a hundred thousandth of a step of the solver wide. Solvers that remember earlier steps
// have it in their memory when they come out of it; they begin anew there (E301). By symmetry the integral is 0, and
// with the lag it is that of a jump, but for terms of 1e-7.
//! run --stop 1 --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! final x = 0 +- 1e-5
//! final y = 1 - 2*exp(-0.5) + exp(-1) +- 1e-5
model SteepInTime
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = tanh((time - 0.5)/1e-7);
  der(y) = tanh((time - 0.5)/1e-7) - y;
end SteepInTime;
