// A body is caught, and two latches would both hold it, each with another speed: the equations do not decide.
//! options --stop 2
//! good
//! info R0230 12:3
//! warning R0258 13:3
model RunTwoModes
  Real v(start = 0, fixed = true), f, w, g1, g2;
  Boolean c = time > 1, p = v > 0.5, q = v < -0.5;
equation
  der(v) = f;
  w = 0.6 + g1 + g2;
  if c then v = w; else f = 0; end if;
  if p then w = 1; else g1 = 0; end if;
  if q then w = -1; else g2 = 0; end if;
end RunTwoModes;
