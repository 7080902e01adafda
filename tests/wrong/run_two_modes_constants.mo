// As run_two_modes_one, of constants alone: in each mode the condition is a constant, and agrees with the mode (E149).
//! options --stop 1
//! good
//! warning R0258 12:3
//! says 'v' has another value in the second mode
model RunTwoModesConstants
  constant Real E = 1;
  Real v, i, s;
  Boolean on = s > 0;
equation
  v = i - E;
  if on then v = 0; s = i; else i = 0; s = v; end if;
end RunTwoModesConstants;
