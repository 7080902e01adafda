// A comparison is written with =.
//! error M0134 8:12
//! says ==
model M
  parameter Integer n = 1;
  Real x;
equation
  x = if n = 1 then 1 else 2;
end M;
