// Two classes of the same name in one file.
//! class A
//! error M0232 8:7
model A
  Real x = 1;
end A;

model A
  Real y = 2;
end A;
