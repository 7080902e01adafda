// No mode agrees with its conditions at the start.
//! run
//! error R0208 9:3
//! says at time 0
model M
  Real v, i;
equation
  1 = v + i;
  if i < 0.5 then
    v = 0;
  else
    i = 0;
  end if;
end M;
