// Functions as arguments of functions (3.6, 12.4.2), partial application (12.4.2.1): by name, as an argument of the
// function around, bound in two steps, with arrays, records and functions as what is bound, as defaults; predefined
// functions; calls by the names of the type; several results; sizes that depend on what is bound; derivatives through
// all of it. Simpson's rule is exact for cubic polynomials.
//! class FunctionArguments.Use
//! run --stop 2 --tol 1e-9
//! final cube = (16 - 1)/4 +- 1e-12
//! final twice = 3.75 +- 1e-12
//! final sine = 2*(1 - cos(3*0.5))/3 +- 2e-4
//! final late = 2*(1 - cos(3*0.5))/3 +- 2e-4
//! final fallback = 1 - cos(0.5) +- 1e-5
//! final library = 1 - cos(0.5) +- 1e-5
//! final predefined = exp(0.5) - 1 +- 1e-4
//! final table = 3 + 5 + 7
//! final sized = 1 + 2 + 3 + 4 +- 1e-12
//! final fields = 2*1 + 3*1/2 +- 1e-12
//! final surface = 1/4 +- 1e-12
//! final named = 7 - 2*5
//! final quotient = 3
//! final rest = 2
//! final sum2 = 14
//! final w = 8 +- 1e-6
//! moving = 2 + 2*t +- 1e-12
//! area = (4*t)**4/4 +- 1e-4
//! rate = 4*(4*t)**3 +- 1e-3
package FunctionArguments
  partial function Law
    input Real u;
    output Real y;
  end Law;

  partial function Law2
    input Real u;
    input Real v;
    output Real y;
  end Law2;

  function simpson "integral of f from a to b"
    input Law f = sin;
    input Real a = 0;
    input Real b;
    output Real s;
  algorithm
    s := (b - a)/6*(f(a) + 4*f((a + b)/2) + f(b));
  end simpson;

  function inTwo "the same in two pieces: the function goes on to another one"
    input Law f;
    input Real a, b;
    output Real s;
  algorithm
    s := simpson(f, a, (a + b)/2) + simpson(b = b, a = (a + b)/2, f = f);
  end inTwo;

  function cubed
    extends Law;
  algorithm
    y := u^3;
  end cubed;

  function sinus
    input Real A "bound in front of what stays";
    input Real w;
    input Real x;
    output Real value;
  algorithm
    value := A*sin(w*x);
  end sinus;

  function difference
    extends Law2;
  algorithm
    y := u - v;
  end difference;

  function ofTwo "binds one of two, of a function that is an argument"
    input Law2 g;
    input Real v, a, b;
    output Real s;
  algorithm
    s := simpson(function g(v = v), a, b);
  end ofTwo;

  function product
    extends Law2;
  algorithm
    y := u*v;
  end product;

  function inner_
    input Real u;
    input Real a, b;
    input Law2 g;
    output Real y;
  algorithm
    y := simpson(function g(v = u), a, b);
  end inner_;

  function overSquare
    input Law2 g;
    output Real s;
  algorithm
    s := simpson(function inner_(a = 0, b = 1, g = g), 0, 1);
  end overSquare;

  function byName
    input Law2 g;
    output Real y;
  algorithm
    y := g(v = 2*5, u = 7);
  end byName;

  function weighted
    input Integer i;
    input Real k[:];
    input Integer more = 0 "has a default, so it need not be bound";
    output Real y;
  algorithm
    y := k[i] + 2*more;
  end weighted;

  partial function Pick
    input Integer i;
    output Real y;
  end Pick;

  function total
    input Pick pick;
    input Integer n;
    output Real y;
  algorithm
    y := 0;
    for i in 1:n loop
      y := y + pick(i);
    end for;
  end total;

  function upTo "n gives a size"
    input Real u;
    input Integer n;
    output Real y;
  protected
    Real x[n] = 1:n;
  algorithm
    y := u*sum(x);
  end upTo;

  record Line
    Real slope;
    Real offset;
  end Line;

  function onLine
    input Real u;
    input Line line;
    output Real y;
  algorithm
    y := line.offset + line.slope*u;
  end onLine;

  partial function Division
    input Integer a, b;
    output Integer q, r;
  end Division;

  function divide
    extends Division;
  algorithm
    q := div(a, b);
    r := rem(a, b);
  end divide;

  function both
    input Division d;
    output Integer q, r;
  algorithm
    (q, r) := d(17, 5);
  end both;

  function reduce
    input Law f;
    output Real y;
  algorithm
    y := sum(f({1, 2, 3}));
  end reduce;

  function square
    extends Law;
  algorithm
    y := u*u;
  end square;

  model Use
    parameter Real A = 2;
    Real cube = simpson(cubed, 1, 2);
    Real twice = inTwo(cubed, 1, 2);
    Real sine = inTwo(function sinus(A = A, w = 3), 0, 0.5);
    Real late = inTwo(f = function sinus(w = 3, A = A), a = 0, b = 0.5);
    Real moving = ofTwo(difference, -time, 0, 2) "binds what changes: the integral of u + time from 0 to 2";
    Real fallback = simpson(b = 0.5);
    Real library = simpson(function sinus(A = 1, w = 1), 0, 0.5);
    Real predefined = simpson(exp, 0, 0.5);
    Real table = total(function weighted(k = {3, 5, 7}), 3);
    Real sized = simpson(function upTo(n = 4), 0, sqrt(2));
    Real fields = simpson(function onLine(line = Line(3, 2)), 0, 1);
    Real surface = overSquare(product);
    Real named = byName(difference) + 0;
    Integer quotient, rest;
    Real sum2 = reduce(square);
    Real w(start = 0, fixed = true);
    Real area = simpson(function sinus(A = 1, w = 0), 0, w) + simpson(cubed, 0, w);
    Real rate = der(inTwo(cubed, 0, w));
  equation
    (quotient, rest) = both(divide);
    der(w) = 4;
  end Use;
end FunctionArguments;
