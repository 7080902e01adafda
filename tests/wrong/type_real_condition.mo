// A Real as a condition.
//! error M0309 7:6
//! says Boolean
model M
  Real x;
equation
  if time then
    x = 1;
  else
    x = 2;
  end if;
end M;
