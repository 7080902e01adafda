// A redeclare of something that is not inherited.
//! error M0229 8:18
model Part
  Real x = 1;
end Part;

model M
  redeclare Part p;
end M;
