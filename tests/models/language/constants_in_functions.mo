// Constants of packages that functions read, in values of parameters and of other constants: each is computed before it
// is needed, whole arrays and what the bodies of functions name too. 2*3 + 3*2 + 4 = 16.
//! class ConstantsInFunctions.Use
//! run --stop 1 --tol 1e-9
//! final low = 16
//! final high = 16
//! final twice = 32
//! x = 16 + t +- 1e-9
package ConstantsInFunctions
  record Data
    Real a;
    Real b[2];
    Real c;
  end Data;

  function value
    input Real u;
    input Data d;
    output Real y;
  algorithm
    for i in 1:1 loop
      y := d.a*u + d.b[2]*2 + d.c;
    end for;
  end value;

  function ofData "names the constant in its body"
    input Real u;
    output Real y;
  algorithm
    for i in 1:1 loop
      y := value(u, data);
    end for;
  end ofData;

  constant Real double = ofData(3) + ofData(3);
  constant Data data = first;
  constant Data first = Data(2, {7, 3}, 4);

  model Use
    parameter Real u = 3;
    final parameter Real low = value(u, data);
    final parameter Real high = ofData(u);
    final parameter Real twice = double;
    Real x(start = low, fixed = true);
  equation
    der(x) = 1;
  end Use;
end ConstantsInFunctions;
