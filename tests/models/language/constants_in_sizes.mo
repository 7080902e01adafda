// A constant whose value needs a function with an array whose size is computed by another function, which names a
// constant that is declared later and is computed by C: the size is known when it is needed. w has integer(2*1.5 + 0.5)
// = 3 elements.
//! class ConstantsInSizes.Use
//! run --stop 1 --tol 1e-9
//! final twice = 4
//! x = 4 + t +- 1e-9
package ConstantsInSizes
  function measured
    input Real u;
    output Real y;
  external "C" y = measured(u) annotation(Include = "static double measured(double u) { return u; }");
  end measured;
  function count
    input Real u;
    output Integer y;
  algorithm
    y := integer(u*k + 0.5);
  end count;
  function filled
    input Real u;
    output Real y;
  protected
    Real w[count(u)];
  algorithm
    w[3] := u;
    y := 2*w[3];
  end filled;
  constant Real double = filled(2);
  constant Real k = measured(1.5);

  model Use
    final parameter Real twice = double;
    Real x(start = twice, fixed = true);
  equation
    der(x) = 1;
  end Use;
end ConstantsInSizes;
