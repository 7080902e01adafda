// A class extends Real and has a component.
//! class M
//! error M0236 4:6
type T
  extends Real;
  Real x;
end T;

model M
  T t;
end M;
