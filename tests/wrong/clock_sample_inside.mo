// sample(start, interval) makes events, and has no place in a clocked equation.
//! error S0611 6:12
model W
  Clock c = Clock(0.1);
  Real x = sample(time, c);
  Real y = if sample(0, 0.2) then x else 2*x;
end W;
