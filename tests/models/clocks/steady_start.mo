// A steady initial state that depends on a value held from a clock. Before the first tick the held value is the start
// value, so der(x) = 0 gives x = sin(0.1)/1.31, whatever start value x has. The clock ticks at 0 then, y becomes
// 0.5*0.1 + 0.5*tanh(1.12), and x goes from there to sin(y)/1.31.
//| first, held = sin(0.1)/1.31, 0.05 + 0.5*tanh(1.12)
//! run --stop 0.9 --tol 1e-8 --solver {auto,cvode,dirk}
//! x(0-) = first +- 1e-12
//! final h = held +- 1e-12
//! x = sin(held)/1.31 + (first - sin(held)/1.31)*exp(-1.31*t) +- 1e-6
model SteadyStart
  Real u;
  Real y(start = 0.1);
  Real h = hold(y);
  Real x(start = -0.943);
initial equation
  der(x) = 0;
equation
  u = sample(1.12, Clock(1, 1));
  y = 0.5*previous(y) + 0.5*tanh(u);
  der(x) = -1.31*x + sin(h);
end SteadyStart;
