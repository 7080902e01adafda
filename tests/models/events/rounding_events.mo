// floor, ceil, integer, div, mod and rem of a state have events where they jump; sign and abs are noEvent by the
// specification. x = t - 2.5 for 5 s.
//! run --stop 5 --tol 1e-9 --solver {auto,cvode,erk}
//! changes f = [0.5, 1.5, 2.5, 3.5, 4.5] +- 1e-8
//! changes c = [0.5, 1.5, 2.5, 3.5, 4.5] +- 1e-8
//! changes i = [0.5, 1.5, 2.5, 3.5, 4.5] +- 1e-8
//! changes d = [0.5, 4.5] +- 1e-8
//! final s = 1
//! s(0) = -1
//! final f = 2
//! final c = 3
//! final m = 0.5 +- 1e-8
//! final r = 0.5 +- 1e-8
//! m(0) = 1.5 +- 1e-12
//! r(0) = -0.5 +- 1e-12
//! f(0) = -3
//! c(0) = -2
//! d(0) = -1
//! d(2) = 0
//! final a = 2.5 +- 1e-8
// mod is the remainder with the sign of the divisor and rem the one with the sign of the dividend (fmod).
//! value sum(abs(m - v % 2.0) for m, v in zip(col('m'), col('x')) if abs(v % 2.0) > 1e-6 \
//!     and abs(v % 2.0 - 2) > 1e-6) = 0 +- 1e-9
//! value sum(abs(m - fmod(v, 2.0)) for m, v in zip(col('r'), col('x')) if abs(abs(v) - 2) > 1e-6) = 0 +- 1e-9
model RoundingEvents
  Real x(start = -2.5, fixed = true);
  Real f = floor(x), c = ceil(x), m = mod(x, 2), r = rem(x, 2), d = div(x, 2), a = abs(x);
  Integer i = integer(x);
  Real s = sign(x);
equation
  der(x) = 1;
end RoundingEvents;
