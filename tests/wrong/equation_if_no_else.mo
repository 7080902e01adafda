// An if-equation without else.
//! error M0411 7:3
//! says else
model M
  Real x;
equation
  if time > 1 then
    x = 1;
  end if;
end M;
