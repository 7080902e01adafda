// A delay in a branch that does not hold between 1 and 3: nobody follows x for it meanwhile.
//! options --stop 4
//! good
//! warning R0293 13:5
//! says from time 1 to 3
model M
  Real x, y;
  Integer m;
equation
  x = time;
  m = if time < 1 then 0 elseif time < 3 then 1 else 2;
  if m == 1 then x + y = 100; else
    y = delay(x, 0.5); end if;
end M;
