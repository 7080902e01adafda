// A modifier for one element of an array.
//! error M0140 9:11
model Part
  parameter Real k[2] = {1, 2};
  Real x = k[1];
end Part;

model M
  Part p(k[1] = 3);
end M;
