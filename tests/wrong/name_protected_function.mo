// A protected function is called from outside.
//! error M0207 13:14
model A
protected
  function f
    input Real x;
    output Real y = x;
  end f;
end A;

model M
  A a;
  Real x = a.f(1);
end M;
