// A step of steps, integer(ceil(u)): where u has the next whole number, rounding may leave the inner step on its old
// side, and the run found the same moment again and again. The times are those of a search by bisection.
//| def u(t): return (1.222 + 0.251*t + 1.105*sin(0.782*t))*(-0.207 - 0.5*t + 1.574*sin(3.278*t))
//| def cut(t): return int(u(t))
//| def between(a, b):
//|     while b - a > 1e-13:
//|         m = (a + b)/2
//|         a, b = (m, b) if cut(m) == cut(a) else (a, m)
//|     return b
//| turns = [between(k*1e-4, (k + 1)*1e-4) for k in range(40000) if cut(k*1e-4) != cut((k + 1)*1e-4)]
//! class Product
//! run --stop 4 --tol 1e-9
//! changes p.n = turns +- 1e-9
//! final p.n = cut(4)
//! message none
model Product
  Saltus.Diagrams.Math.RoundProduct p(mode = Saltus.Diagrams.Math.Rounding.fix);
equation
  p.u = {1.222 + 0.251*time + 1.105*sin(0.782*time), -0.207 - 0.5*time + 1.574*sin(3.278*time)};
end Product;
