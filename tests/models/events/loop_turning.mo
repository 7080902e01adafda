// Loops that rates read, near a point at which two solutions almost meet, and with a fast change. y = arcsin(0.99999
// sin t); y goes from -1 to 1 at 5.05.
//! class Arc
//! run --stop 40 --solver {auto,cvode,rodas}
//! y = asin(0.99999*sin(t)) +- 1e-4
//! class Fast
//! run --stop 10 --solver {auto,cvode,rodas}
//! final y = 1 +- 1e-6
//! final q = -0.1 +- 1e-4
model Arc
  Real p(start = 0, fixed = true), q(start = 0, fixed = true), y(start = 0);
equation
  der(p) = 1;
  sin(y) = 0.99999*sin(p);
  der(q) = y;
end Arc;

model Fast
  Real q(start = 0, fixed = true), y(start = -1);
equation
  (y - tanh(1e5*(time - 5.05)))*(y - 3)*(y + 3) = 0;
  der(q) = y;
end Fast;
