// A variable is inherited and declared with another type.
//! error M0225 9:11
model Base
  Real x = 1;
end Base;

model M
  extends Base;
  Integer x = 2;
end M;
