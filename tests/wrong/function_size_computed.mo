// An external function cannot tell the size of its result afterwards.
//! error M0554 10:16
//! says is not declared
function f
  input Real x;
  output Real y[:];
  external "C" f(x, y, size(y, 1));
end f;
model M
  Real y = sum(f(time));
end M;
