// Inheritance: several levels, two bases, modifications of inherited components at every level; the outermost
// modification wins.
//! class Inheritance.Use
//! run --stop 1 --tol 1e-9
//! final a.x = exp(-2) +- 1e-7
//! final b.x = 5*exp(-3) +- 1e-6
//! final c.x = 7*exp(-4) +- 1e-6
//! final c.y = 70 +- 1e-12
//! final c.k = 4
//! final c.z = 1.25
package Inheritance
  partial model Base
    parameter Real k = 1;
    Real x(start = 1, fixed = true);
  end Base;
  partial model Scaled
    parameter Real gain = 1;
    Real y;
  end Scaled;
  model Decay
    extends Base(k = 2);
  equation
    der(x) = -k*x;
  end Decay;
  model Faster
    extends Decay(k = 3, x(start = 5));
  end Faster;
  model Use
    Decay a;
    Faster b;
    Both c;
  end Use;
  model Both
    extends Faster(x(start = 7), k = 4);
    extends Scaled(gain = 10);
    Real z = time + 0.25;
  equation
    y = gain*7;
  end Both;
end Inheritance;
