// Each mode asks for the other: the switch is closed while its current is negative, which it is only when it is open.
//! run
//! error R0208 11:3
//! says no mode agrees with its own conditions
//! says else
model M
  Real v, i;
  Real x(start = -1, fixed = true);
equation
  der(x) = 1;
  if i - v < x then
    v = 0;
  else
    i = 0;
  end if;
  1 = v + i;
end M;
