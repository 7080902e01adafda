// An else if where elseif is meant.
//! error M0122 14:1
//! says elseif
model M
  Real x;
equation
  if time > 2 then
    x = 1;
  else if time > 1 then
    x = 2;
  else
    x = 3;
  end if;
end M;
