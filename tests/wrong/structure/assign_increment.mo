// Somebody who programs writes x = x + 1.
//! error S0111 7:3
//! says 'x' cancels out of this equation, and nothing else determines it
model M
  Real x(start = 0);
equation
  x = x + 1;
end M;
