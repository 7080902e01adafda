// The unknown cancels out.
//! error S0111 8:3
//! says 'x' cancels out of this equation, and nothing else determines it
model M
  Real x, y;
equation
  y = sin(time);
  x + y = x - y + 2*y + 1;
end M;
