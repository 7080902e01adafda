// What C returns is a scalar; an array is an argument.
//! error M0558 7:16
model W
  function f
    input Real x;
    output Real y[2];
  external "C" y = g(x);
  end f;
  Real x[2] = f(time);
end W;
