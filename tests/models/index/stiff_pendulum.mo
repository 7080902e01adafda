// A pendulum in Cartesian coordinates with a sensor a hundred thousand times faster than it: auto goes over to cvode,
// and every implicit solver keeps the length. The sensor lags by 1e-5 s: z = x - 1e-5*u, up to 1e-9.
//! run --stop 10 --tol 1e-7 --solver {auto,cvode,dirk,ida}
//! value max(abs(a*a + b*b - 1) for a, b in zip(col('x'), col('y'))) = 0 +- 1e-12
//! value max(abs(e - col('energy')[0]) for e in col('energy')) = 0 +- 1e-3
//! value max(abs(z - x + 1e-5*u) for z, x, u in list(zip(col('z'), col('x'), col('u')))[1:]) = 0 +- 1e-6
//! check solver != 'auto' or 'cvode' in j['solver'] or 'rodas' in j['solver']
model StiffPendulum
  Real x(start = 0.8, fixed = true), y(start = -1), u(start = 0, fixed = true), v, F, z(start = 0.8, fixed = true);
  Real energy = (u^2 + v^2)/2 + 9.81*y;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x;
  der(v) = -F*y - 9.81;
  x^2 + y^2 = 1;
  der(z) = -1e5*(z - x);
end StiffPendulum;
