// A rod with two joints too many: the third constraint follows from the first two.
//! error S0312 12:3
//! says another constraint: z - x = 2
model M
  Real x(start = 1, fixed = true), y, z, f, g, h;
equation
  der(x) = f + h;
  der(y) = -f + g;
  der(z) = -g - h + sin(time);
  x - y = 1;
  z - x = 2;
  y - z = -3;
end M;
