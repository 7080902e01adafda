// A function without outputs has no value.
//! error M0533 10:12
function f
  input Real u;
algorithm
  assert(u > -1, "negative");
end f;

model M
  Real x = f(time);
end M;
