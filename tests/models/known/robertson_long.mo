// Robertson's reaction with nominal values of the size that the small quantities have at the end, so that their digits
// count too. References as in robertson.answers: CVODE's cvRoberts at 4e10, the IVP test set at 1e11.
//! run --stop 4e10 --tol 1e-8 --solver {cvode,ida}
//! final y1 = 5.2083474251394888e-08 +- 1e-4*5.2e-8
//! final y2 = 2.0833390772616859e-13 +- 1e-4*2.1e-13
//! final y3 = 9.9999994791631752e-01 +- 1e-8
//! run --stop 1e11 --tol 1e-8 --solver {cvode,ida}
//! final y1 = 0.2083340149701255e-7 +- 1e-4*2.1e-8
//! final y2 = 0.8333360770334713e-13 +- 1e-4*8.4e-14
//! final y3 = 0.9999999791665050 +- 1e-8
model RobertsonLong
  Real y1(start = 1, fixed = true, nominal = 1e-8);
  Real y2(start = 0, fixed = true, nominal = 1e-14);
  Real y3(start = 0, fixed = true);
equation
  der(y1) = -0.04*y1 + 1e4*y2*y3;
  der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
  der(y3) = 3e7*y2^2;
end RobertsonLong;
