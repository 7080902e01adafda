// A class inside of a component is given a value.
//! error M0262 7:7
//! says redeclare function f
model M
  model A function f input Real x; output Real y; algorithm y := x; end f;
  end A;
  A a(f = 3);
end M;
