// elseif is spelled as in another language.
//! error M0136 9:3
//! says elseif
model M
  Real x;
equation
  if time > 2 then
    x = 1;
  elsif time > 1 then
    x = 2;
  else
    x = 3;
  end if;
end M;
