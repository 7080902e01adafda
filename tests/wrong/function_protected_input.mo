// An input of a function is declared in its protected section.
//! error M0559 8:26
//! says protected
model M
  function f
    input Real a;
    output Real b;
    protected input Real c;
  algorithm
    b := a + c;
  end f;
  Real x = f(2);
end M;
