// Two else in one if.
//! error M0125 10:3
model M
  Real x;
equation
  if time > 1 then
    x = 1;
  else
    x = 2;
  else
    x = 3;
  end if;
end M;
