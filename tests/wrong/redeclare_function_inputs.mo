// A function is replaced by one with more inputs.
//! error M0216 9:26
//! says 'w'
model M
  model A replaceable function f input Real x; output Real y; algorithm y := x; end f;
    Real z = f(1);
  end A;
  function g input Real x; input Real w; output Real y; algorithm y := w*x; end g;
  A a(redeclare function f = g);
end M;
