// As run_two_modes_values, from the start on, and beside thirty diodes that have nothing to do with it.
//! options --stop 0.1
//! good
//! warning R0258 12:3
model RunTwoModesBegin
  Real z1, z2, w1, w2, s1, s2;
  Real u[30], i[30], s[30];
  Boolean a = s1 > 0, b = s2 > 0, on[30];
equation
  w1 = z1 + 2*z2 - 1;
  w2 = 2*z1 + z2 - 1;
  if a then w1 = 0; s1 = z1; else z1 = 0; s1 = -w1; end if;
  if b then w2 = 0; s2 = z2; else z2 = 0; s2 = -w2; end if;
  for k in 1:30 loop
    u[k] = sin(time + k) - 0.1*i[k];
    on[k] = s[k] > 0;
    if on[k] then u[k] = 0; s[k] = i[k]; else i[k] = 0; s[k] = u[k]; end if;
  end for;
end RunTwoModesBegin;
