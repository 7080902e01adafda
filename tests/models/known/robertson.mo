// Robertson's reaction. At t = 40 the reference of the IVP test set, which the method Radau IIA of order 5 in
// 800 geometric steps (computed apart) confirms to eleven digits; at 4e10 the reference solution with
// which CVODE's own example cvRoberts compares; at 1e11 the one of the IVP test set of Bari.
//! run --solver {auto,cvode,ida,dirk,rodas}
//! final y3 = 9.9999994791631752e-01 +- 1e-6
//! value final['y1'] + final['y2'] + final['y3'] = 1 +- 1e-9
//! check j['steps'] < 5000
//! run --stop 40 --tol 1e-8 --solver {auto,cvode,ida,dirk,rodas}
//! final y1 = 0.7158270687193941 +- 1e-6
//! final y2 = 0.9185534764557338e-5 +- 1e-11
//! final y3 = 0.2841637457458413 +- 1e-6
model Robertson "A stiff chemical reaction"
  Real y1(start = 1, fixed = true);
  Real y2(start = 0, fixed = true, nominal = 1e-6);
  Real y3(start = 0, fixed = true);
equation
  der(y1) = -0.04*y1 + 1e4*y2*y3;
  der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
  der(y3) = 3e7*y2^2;
  annotation(experiment(StopTime = 4e10, Tolerance = 1e-6));
end Robertson;
