// Something is redeclared that is not replaceable.
//! error M0215 14:16
model Part
  Real x = 1;
end Part;
model Other
  extends Part;
end Other;
model Base
  Part p;
end Base;

model M
  extends Base(redeclare Other p);
end M;
