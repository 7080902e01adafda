// The fixed start value of a variable that is another name of a derivative (T is -der(U)) holds in a model with modes
// too. A body with the heat U = 2*T + T^2/100 is cooled: (2 + T/50)*der(T) = -T, so 2*log(T) + T/50 = 2*log(100) + 2 -
// t. The switch beside it has nothing to do with that.
//! run --stop 3 --tol 1e-9 --solver {auto,cvode,ida}
//! value [2*log(T) + T/50 + t for T, t in zip(col('T'), times)] = [2*log(100) + 2]*len(times) +- 1e-6
//! final x = 0.5
model StartOfRate
  Real U, T(start = 100, fixed = true);
  Real x(start = 1, fixed = true), i;
equation
  U = 2*T + T^2/100;
  der(U) = -T;
  der(x) = -i;
  if time < 1 then i = 0; else x = 0.5; end if;
end StartOfRate;
