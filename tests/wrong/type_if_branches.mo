// The branches of an if-expression differ in type.
//! error M0312 4:12
model M
  Real x = if time > 1 then 1 else true;
end M;
