// Two classes contain each other.
//! class A
//! error M0217 9:5
model A
  B b;
end A;

model B
  A a;
end B;
