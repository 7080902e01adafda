// A slider-crank, whose angles are projected onto r*sin(phi) = l*sin(psi), beside a switch that has nothing to do with
// it. The derivative of psi has no name in the model, and goes over to the next mode (E241): nothing moves, and the
// energy is kept. A limit of a parameter is told, though the first mode is searched for: closed at the start, the
// voltages contradict it.
//| def most(values): return max(abs(v) for v in values)
//! run --stop 3 --tol 1e-9 -p l={0.5,1.5} --solver {auto,cvode}
//! value most(e - col('energy')[0] for e in col('energy')) = 0 +- 1e-5
//! message R0108 'limited' is 4, above its max 3
//! final v1 = 1 +- 1e-9
model MechanismBeside
  parameter Real r = 0.5, l = 0.5, J = 1, m = 2, limited(max = 3) = 4;
  Real phi(start = 0.3, fixed = true), w(start = 3, fixed = true), psi(start = 0.1), x, v, fx, fy;
  Real energy = J*w^2/2 + m*v^2/2;
  Real v1(start = 4, fixed = true), v2(start = 0, fixed = true), i;
  Boolean closed = mod(time, 0.2) < 0.1;
equation
  der(phi) = w;
  x = r*cos(phi) + l*cos(psi);
  r*sin(phi) = l*sin(psi);
  v = der(x);
  m*der(v) = fx;
  J*der(w) = r*sin(phi)*fx + r*cos(phi)*fy;
  0 = l*sin(psi)*fx - l*cos(psi)*fy;
  der(v1) = -i;
  3*der(v2) = i;
  if closed then v1 = v2; else i = 0; end if;
end MechanismBeside;
