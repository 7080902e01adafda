// A scalar for an array of components without each.
//! error M0322 10:17
//! says each
model Part
  parameter Real k = 1;
  Real x = k;
end Part;

model M
  Part p[3](k = 2);
end M;
