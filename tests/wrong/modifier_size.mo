// An array of another size for an array of components.
//! error M0322 9:17
model Part
  parameter Real k = 1;
  Real x = k;
end Part;

model M
  Part p[3](k = {1, 2});
end M;
