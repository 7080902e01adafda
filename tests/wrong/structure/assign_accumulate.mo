// A sum is meant to grow with every step.
//! error S0111 8:3
//! says 'total' cancels out of this equation, and nothing else determines it
model M
  Real u = sin(time);
  Real total(start = 0);
equation
  total = total + u;
end M;
