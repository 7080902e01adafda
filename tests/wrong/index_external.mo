// A constraint with a function in C, of which nobody knows the derivative.
//! error S0304 13:3
//! says function 'M.f'
model M
  function f
    input Real x;
    output Real y;
    external "C" y = cbrt(x);
  end f;
  Real x(start = 1, fixed = true), y, g;
equation
  der(x) = g;
  y = f(x);
  der(y) = -g - x;
end M;
