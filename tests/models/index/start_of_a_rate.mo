// What had better be a state is one, with the start value that was given, also where it is a name of a rate:
// (2 + T/50)*der(T) = -T, so 2*log(T) + T/50 + t stays what it is at the start, where T = 100 and U = 300.
//! class Energy
//! run --stop 2 --solver {auto,cvode,dirk,ida}
//! value 2*log(final["T"]) + final["T"]/50 = 2*log(100) + 2 - 2 +- 1e-4
//! T(0) = 100 +- 1e-9
//! U(0) = 300 +- 1e-9
//! class Always
//! run --stop 2
//! value 2*log(final["a.T"]) + final["a.T"]/50 = 2*log(100) + 2 - 2 +- 1e-4
//! a.T(0) = 100 +- 1e-9
// the start value of the other variable that is given still wins
//! class Given
//! run --stop 0.1
//! a.U(0) = 50 +- 1e-9
//! b.T(0) = 100 +- 1e-9
model Energy
  Real U, T(start = 100, stateSelect = StateSelect.prefer);
equation
  U = 2*T + T^2/100;
  der(U) = -T;
end Energy;
model Always
  Energy a(T(stateSelect = StateSelect.always));
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Always;
model Given
  Energy a(U(start = 50)), b;
end Given;
