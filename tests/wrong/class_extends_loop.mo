// Two classes extend each other.
//! class A
//! error M0218 9:11
model A
  extends B;
end A;

model B
  extends A;
end B;
