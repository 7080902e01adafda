// A type that has a component: only classes that extend a predefined type are types.
//! error M0241 6:8
model TypeWithComponent
  type T
    "a text"
  Real x;
  end T;
  T t;
end TypeWithComponent;
