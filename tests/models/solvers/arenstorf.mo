// Arenstorf's orbit: a satellite that returns to its start after T = 17.0652165601579625588917206249 (Hairer, Norsett,
// Wanner). Close encounters amplify errors by about a million.
//| T = 17.0652165601579625588917206249
//! run --stop $(T) --tol {1e-11,1e-12} --solver {adams,erk}
//! final x = 0.994 +- 1e6*tol
//! final y = 0 +- 1e6*tol
//! value min(col('x')) = -1.25 +- 0.1
model Arenstorf
  constant Real mu = 0.012277471, nu = 1 - mu;
  Real x(start = 0.994, fixed = true), y(start = 0, fixed = true);
  Real u(start = 0, fixed = true), v(start = -2.00158510637908252240537862224, fixed = true);
  Real d1 = ((x + mu)^2 + y^2)^1.5, d2 = ((x - nu)^2 + y^2)^1.5;
equation
  der(x) = u;
  der(y) = v;
  der(u) = x + 2*v - nu*(x + mu)/d1 - mu*(x - nu)/d2;
  der(v) = y - 2*u - nu*y/d1 - mu*y/d2;
end Arenstorf;
