// Something is redeclared that is not there.
//! error M0229 12:31
//! says did you mean 'part'?
model Part
  Real x = 1;
end Part;
model Base
  replaceable Part part;
end Base;

model M
  extends Base(redeclare Part prt);
end M;
