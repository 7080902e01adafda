// An if-equation has no end.
//! error M0122 11:1
//! says end if
model M
  Real x(start = 1, fixed = true);
equation
  if time > 1 then
    der(x) = 1;
  else
    der(x) = -1;
end M;
