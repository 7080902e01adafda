// A family that is kept whole beside a constraint of index 3, whose reduction needs derivatives that the model has no
// names for: der(z) and der(der(z)). The pendulum has the length 1 and keeps its energy: w^2/2 + v^2/2 + 9.81*y is
// 9.81*y at the start, where it is at rest, y = -0.8. u[i] = exp(-i*t).
//! run --stop 2 --tol 1e-8 --solver {auto,rodas,cvode,ida}
//! value [x**2 + y**2 for x, y in zip(col("x"), col("y"))] = [1]*len(times) +- 1e-7
//! value [(v*v + w*w)/2 + 9.81*y for v, w, y in zip(col("v"), col("w"), col("y"))] = [-9.81*0.8]*len(times) +- 1e-4
//! z = 2*right("y", t) +- 1e-12
//! u[1] = exp(-t) +- 1e-6
//! u[50] = exp(-50*t) +- 1e-6
model BesidePendulum
  parameter Integer n = 50;
  Real u[n](each start = 1, each fixed = true);
  Real x(start = 0.6, fixed = true), y(start = -0.8), v(start = 0, fixed = true), w, z, F;
equation
  for i in 1:n loop
    der(u[i]) = -i*u[i];
  end for;
  der(x) = v;
  der(y) = w;
  der(v) = F*x;
  der(w) = F*z/2 - 9.81;
  z = 2*y;
  x^2 + z^2/4 = 1;
end BesidePendulum;
