// x' = -x with every solver. Those that control their error keep exp(-t); those of fixed step h do exactly what their
// stability function says: x after n steps is R(-h)^n.
//| h = 0.02
//| R = {'euler': 1 - h, 'heun': 1 - h + h**2/2, 'rk4': 1 - h + h**2/2 - h**3/6 + h**4/24}
//! run --stop 5 --tol {1e-4,1e-6,1e-9} --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! x = exp(-t) +- 50*tol
//! final x = exp(-5) +- 20*tol
//! events state = 0
//! message none
//! check j['states'] == 1 and times[0] == 0 and times[-1] == 5
//! run --stop 5 --step 0.02 --solver {euler,heun,rk4}
//! x = R[solver]**round(t/h) +- 1e-13
//! check len(times) == 251
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
