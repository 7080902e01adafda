// A condition that is not known when translating.
//! error M0314 10:13
//! says u
model Part
  Real x = 1;
end Part;

model M
  Real u = time;
  Part p if u > 1;
end M;
