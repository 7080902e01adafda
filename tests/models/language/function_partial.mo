// Partial derivatives of functions, der(f, x) and der(f, x, y) (3.6, 12.7.2): of formulas, loops, arrays, given
// derivatives, with records and defaults, differentiated again, as arguments of functions, and in values of parameters.
//! class FunctionPartial.Use
//! run --stop 1 --tol 1e-9
//! gx = 2*(1 + t)*3 + cos(1 + t) +- 1e-12
//! gxy = 2*(1 + t) +- 1e-12
//! gxx = 2*3 - sin(1 + t) +- 1e-12
//! rate = (2*3 - sin(1 + t)) +- 1e-9
//! poly = 3*t**2 + 2*t +- 1e-12
//! v[1] = 2*t +- 1e-12
//! v[2] = 1
//! given = 42
//! area = (16 - 1) - 0 +- 1e-9
//! final low = 2*2*3 + cos(2) +- 1e-12
//! final deflt = 5
package FunctionPartial
  function g
    input Real x, y;
    output Real z;
  algorithm
    z := x^2*y + sin(x);
  end g;
  function g_x = der(g, x) "by x";
  function g_xy = der(g, x, y);
  function g_xx = der(g_x, x);

  function horner
    input Real c[:];
    input Real x;
    output Real y = 0;
  algorithm
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
    end for;
  end horner;
  function slope = der(horner, x);

  function pair
    input Real x;
    output Real v[2];
  algorithm
    v := {x^2, x};
  end pair;
  function pair_x = der(pair, x);

  function known
    input Real x;
    output Real y;
  algorithm
    y := x;
    annotation(derivative = known_der);
  end known;
  function known_der
    input Real x, x_der;
    output Real y_der;
  algorithm
    y_der := 42*x_der;
  end known_der;
  function known_x = der(known, x);

  partial function Law
    input Real x;
    output Real y;
  end Law;
  function simpson
    input Law f;
    input Real a, b;
    output Real s;
  algorithm
    s := (b - a)/6*(f(a) + 4*f((a + b)/2) + f(b));
  end simpson;
  function fourth
    extends Law;
  algorithm
    y := x^4;
  end fourth;
  function fourth_x = der(fourth, x);

  function scaled
    input Real x;
    input Real k = 5;
    output Real y;
  algorithm
    y := k*x;
  end scaled;
  function scaled_x = der(scaled, x);

  model Use
    Real x = 1 + time;
    Real gx = g_x(x, 3);
    Real gxy = g_xy(x, 3);
    Real gxx = g_xx(x = x, y = 3);
    Real rate = der(gx);
    Real poly = slope({1, 0, 1, 1}, time);
    Real v[2] = pair_x(time);
    Real given = known_x(time);
    Real area = simpson(fourth_x, 1, 2);
    parameter Real low = g_x(2, 3);
    Real deflt = scaled_x(time);
  end Use;
end FunctionPartial;
