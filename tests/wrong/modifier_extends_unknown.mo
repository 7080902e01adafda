// A wrong modifier on extends.
//! error M0211 9:16
model Base
  parameter Real k = 1;
  Real x = k;
end Base;

model M
  extends Base(kk = 2);
end M;
