// A component that is not there is used.
//! error M0321 10:12
model Part
  Real x = 1;
end Part;

model M
  parameter Boolean there = false;
  Part p if there;
  Real y = p.x;
end M;
