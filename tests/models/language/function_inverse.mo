// Inverse annotations (3.6, 12.8): y = f(x, k) is solved for x by the function that is given, also under other
// operations and where the inverse takes its arguments by name and in another order. x^3 + x has the real root of
// Cardano's formula; `marked` has an inverse that is deliberately off by 100, which shows that it is used, and that it
// is not where the equation is solved for y.
//! class FunctionInverse.Use
//! run --stop 1
//| def cardano(v):
//|     d = (v*v/4 + 1/27)**0.5
//|     return (v/2 + d)**(1/3) - (d - v/2)**(1/3)
//! root = cardano(2 + t) +- 1e-12
//! final off = 1 + 7 + 100
//! final right = 8
//! final inside = 100 + (3 - 1)/2
package FunctionInverse
  function cubic
    input Real x;
    input Real k = 1;
    output Real y;
  algorithm
    y := x;
    for i in 1:2 loop
      y := y*x;
    end for;
    y := y + k*x;
    annotation(inverse(x = root(k = k, value = y)));
  end cubic;

  function root
    input Real value, k;
    output Real x;
  protected
    Real d;
  algorithm
    d := sqrt(value^2/4 + k^3/27);
    x := (value/2 + d)^(1/3) - (d - value/2)^(1/3);
    annotation(inverse(value = cubic(x, k)));
  end root;

  function marked
    input Real x;
    output Real y;
  algorithm
    y := 0;
    for i in 1:2 loop
      y := y + x/2;
    end for;
    annotation(inverse(x = unmarked(y)));
  end marked;

  function unmarked
    input Real y;
    output Real x;
  algorithm
    x := y + 100;
  end unmarked;

  model Use
    Real x, z, off, right, inside;
    Real root = x;
  equation
    cubic(x) = 2 + time;
    z = marked(7);
    1 + z = marked(off);
    right = marked(z) + 1;
    3 = 2*marked(inside) + 1;
  end Use;
end FunctionInverse;
