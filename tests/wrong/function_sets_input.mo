// An input is assigned to.
//! error M0562 8:3
//! says 'u'
function f
  input Real u;
  output Real y;
algorithm
  u := 2;
  y := u;
end f;

model M
  Real x = f(time);
end M;
