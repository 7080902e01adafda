// Charge says how the voltages jump; the heat is a product of an impulse and a voltage that jumps.
//! options --stop 2
//! good
//! warning R0231 14:3
//! info R0230 14:3
model RunJumpUndetermined
  Real v1(start = 4, fixed = true), v2(start = 0, fixed = true), i, vs, heat(start = 0, fixed = true);
  Boolean closed = time > 1;
equation
  1*der(v1) = -i;
  3*der(v2) = i;
  der(heat) = vs*i;
  vs = v1 - v2;
  if closed then
    vs = 0;
  else
    i = 0;
  end if;
end RunJumpUndetermined;
