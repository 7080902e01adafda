// External "C" functions: of the mathematics library, by name and with a call of its own, with an Integer and with a
// result by reference.
//! class ExternalC.Use
//! run --stop 1 --tol 1e-9
//! final a = sin(1) +- 1e-15
//! final b = hypot(3, 4) +- 1e-15
//! final c = 5.0*2**3
//! final d = 3 +- 1e-15
//! final x = 1 - cos(1) +- 1e-7
//! final i = 2.25
//! final f = 0.75
package ExternalC
  function sine
    input Real x;
    output Real y;
    external "C" y = sin(x);
  end sine;
  function hypot
    input Real a, b;
    output Real c;
    external "C";
  end hypot;
  function ldexp
    input Real x;
    input Integer n;
    output Real y;
    external "C" y = ldexp(x, n);
  end ldexp;
  function root
    input Real x;
    output Real y;
    external "C" y = cbrt(x);
  end root;
  function parts
    input Real x;
    output Real fraction;
    output Real whole;
    external "C" fraction = modf(x, whole);
  end parts;
  model Use
    Real a = sine(time), b = hypot(3, 4), c = ldexp(5, 3), d = root(27);
    Real x(start = 0, fixed = true);
    Real f, w, i = w + 0.25;
  equation
    der(x) = sine(time);
    (f, w) = parts(2.75);
  end Use;
end ExternalC;
