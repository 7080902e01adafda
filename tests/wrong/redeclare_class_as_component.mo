// A class is redeclared as a component.
//! error M0233 14:16
model Base
  replaceable model Part
    Real x = 1;
  end Part;
  Part p;
end Base;
model Other
  Real x = 2;
end Other;

model M
  extends Base(redeclare Other Part);
end M;
