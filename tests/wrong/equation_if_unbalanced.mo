// The branches of an if-equation have different numbers of equations.
//! error M0410 9:3
model M
  Real x, y;
equation
  if time > 1 then
    x = 1;
    y = 2;
  else
    x = 1;
  end if;
end M;
