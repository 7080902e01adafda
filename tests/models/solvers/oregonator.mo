// The Oregonator, stiff and oscillating over six decades. Reference at t = 360 from the IVP test set.
//! run --stop 360 --tol {1e-7,1e-9} --solver {auto,cvode,ida}
//! final a = 0.1000814870318523e1 +- 2e3*tol
//! final b = 0.1228178521549917e4 +- 2e6*tol
//! final c = 0.1320554942846706e3 +- 2e5*tol
model Oregonator
  Real a(start = 1, fixed = true), b(start = 2, fixed = true), c(start = 3, fixed = true);
equation
  der(a) = 77.27*(b + a*(1 - 8.375e-6*a - b));
  der(b) = (c - (1 + a)*b)/77.27;
  der(c) = 0.161*(a - c);
end Oregonator;
