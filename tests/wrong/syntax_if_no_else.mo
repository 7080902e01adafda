// An if-expression without else.
//! error M0135 7:25
//! says else
model M
  Real x;
equation
  x = if time > 1 then 2;
end M;
