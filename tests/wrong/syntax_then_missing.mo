// A then is missing.
//! error M0135 7:14
//! says then
model M
  Real x;
equation
  if time > 2
    x = 1;
  else
    x = 3;
  end if;
end M;
