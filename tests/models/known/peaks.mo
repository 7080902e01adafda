// Peaks a hundredth of a period wide, twenty of them. The mean of exp(K*(sin(t) - 1)) over a turn is exp(-K)*I0(K) with
// the modified Bessel function I0, computed by the trapezoidal rule, which is exact to the last digits for a periodic
// function: twenty turns give 0.915329377151664 for K = 3000.
//! run --stop 125.66370614359172 --step 10 --solver {auto,cvode,ida,dirk,rodas,adams} --tol {1e-4,1e-5,1e-6,1e-8}
//! q(125.66370614359172) = 0.915329377151664 +- 100*tol
//! message none
model Peaks
  Real q(start = 0, fixed = true), s(start = 0, fixed = true);
equation
  der(s) = cos(time) - s;
  der(q) = exp(3000*(sin(time) - 1));
end Peaks;
