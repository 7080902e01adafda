// The car axis of the test set for IVP solvers (Mazzia and Magherini, Bari): a stiff axis on two springs over a bumpy
// road, index 3, one constraint that depends on time. All start values are fixed, more than the constraints leave free.
// Published values at the end.
//! run --stop 3 --tol 1e-9 --solver {auto,cvode,dirk}
//! final xl = 0.493455784275402809122e-1 +- 1e-6
//! final yl = 0.496989460230171153861 +- 1e-6
//! final xr = 0.104174252488542151681e1 +- 1e-6
//! final yr = 0.373911027265361256927 +- 1e-6
//! final ul = -0.770583684040972357970e-1 +- 1e-5
//! final vl = 0.744686658723778553466e-2 +- 1e-5
//! final ur = 0.175568157537232222276e-1 +- 1e-5
//! final vr = 0.770341043779251976443 +- 1e-5
//! final f1 = -0.473688659084893324729e-2 +- 1e-5
//! final f2 = -0.110468033125734368808e-2 +- 1e-5
//! value max(abs((a - c)**2 + (b - d)**2 - 1) for a, b, c, d in zip(col('xl'), col('yl'), col('xr'), col('yr'))) \
//!     = 0 +- 1e-12
model CarAxis
  parameter Real L = 1, L0 = 0.5, r = 0.1, w = 10, k = 10*1e-4/2;
  Real xl(start = 0, fixed = true), yl(start = 0.5, fixed = true), xr(start = 1, fixed = true),
      yr(start = 0.5, fixed = true);
  Real ul(start = -0.5, fixed = true), vl(start = 0, fixed = true), ur(start = -0.5, fixed = true),
      vr(start = 0, fixed = true);
  Real f1, f2, xb = sqrt(L^2 - yb^2), yb = r*sin(w*time), Ll = sqrt(xl^2 + yl^2), Lr = sqrt((xr - xb)^2 + (yr - yb)^2);
equation
  der(xl) = ul;
  der(yl) = vl;
  der(xr) = ur;
  der(yr) = vr;
  k*der(ul) = (L0 - Ll)*xl/Ll + f1*xb + 2*f2*(xl - xr);
  k*der(vl) = (L0 - Ll)*yl/Ll + f1*yb + 2*f2*(yl - yr) - k;
  k*der(ur) = (L0 - Lr)*(xr - xb)/Lr - 2*f2*(xl - xr);
  k*der(vr) = (L0 - Lr)*(yr - yb)/Lr - 2*f2*(yl - yr) - k;
  xl*xb + yl*yb = 0;
  (xl - xr)^2 + (yl - yr)^2 = L^2;
end CarAxis;
