// A replacement lacks what the constraining class has.
//! error M0216 15:32
//! says x
model Part
  Real x = 1;
end Part;
model Other
  Real y = 1;
end Other;
model Base
  replaceable Part p;
end Base;

model M
  extends Base(redeclare Other p);
end M;
