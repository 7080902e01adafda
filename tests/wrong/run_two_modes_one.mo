// One switch alone, with a resistance that is negative: i = 0 with v = -1 agrees, and v = 0 with i = 1 too (E149).
//! options --stop 1
//! good
//! warning R0258 12:3
//! says 'v' has another value in the second mode
model RunTwoModesOne
  Real v, i, s, x(start = 0, fixed = true);
  Boolean on = s >= 0;
equation
  v = i - 1 - x;
  der(x) = i;
  if on then v = 0; s = i; else i = 0; s = v; end if;
end RunTwoModesOne;
