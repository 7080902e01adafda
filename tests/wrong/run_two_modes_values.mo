// Two conditions that hold each other down: with z1 > 0 alone, z2 > 0 alone, or both, all equations and conditions
// hold. No state differs in the instant (E149).
//! options --stop 2
//! good
//! warning R0258 14:3
//! says what happens next is different in the second mode
model RunTwoModesValues
  Real z1, z2, w1, w2, s1, s2, x(start = 0, fixed = true);
  Boolean a = s1 > 0, b = s2 > 0;
equation
  w1 = z1 + 2*z2 - (time - 1);
  w2 = 2*z1 + z2 - (time - 1);
  der(x) = z1 - 3*z2;
  if a then w1 = 0; s1 = z1; else z1 = 0; s1 = -w1; end if;
  if b then w2 = 0; s2 = z2; else z2 = 0; s2 = -w2; end if;
end RunTwoModesValues;
