// replaceable and redeclare: of components, of classes, of packages with functions, with constrainedby and its
// modifications.
//! class Redeclare.Use
//! run --stop 1 --tol 1e-9
//! final a.law.y = 2 +- 1e-12
//! final b.law.y = 1 +- 1e-12
//! final c.y = 6
//! final d.y = 9
//! final e.law.y = 5*5 +- 1e-12
//! final f.law.k = 8
//! final g.y = 30
package Redeclare
  partial model Law
    parameter Real k = 1;
    input Real u;
    output Real y;
  end Law;
  model Linear
    extends Law;
  equation
    y = k*u;
  end Linear;
  model Square
    extends Law;
  equation
    y = (k*u)^2;
  end Square;
  model Holder
    replaceable Linear law constrainedby Law(k = 1);
    parameter Real u = 1;
  equation
    law.u = u;
  end Holder;
  package Medium
    replaceable function f
      input Real x;
      output Real y;
    algorithm
      y := 2*x;
    end f;
  end Medium;
  package Other
    extends Medium;
    redeclare function f
      input Real x;
      output Real y;
    algorithm
      y := 3*x;
    end f;
  end Other;
  model WithMedium
    replaceable package M = Medium;
    Real y = M.f(3);
  end WithMedium;
  model WithType
    replaceable model Part = Linear;
    Part part(u = 3, k = 10);
    Real y = part.y;
  end WithType;
  model Use
    Holder a(u = 2);
    Holder b(redeclare Square law);
    WithMedium c;
    WithMedium d(redeclare package M = Other);
    Holder e(redeclare Square law(k = 5));
    Holder f(law(k = 8));
    WithType g;
  end Use;
end Redeclare;
