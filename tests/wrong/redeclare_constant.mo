// A constant is redeclared.
//! error M0244 9:16
model Base
  replaceable constant Real k = 1;
  Real x = k;
end Base;

model M
  extends Base(redeclare constant Real k = 2);
end M;
