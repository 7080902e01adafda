// cardinality where it would decide what there is: a condition of a declaration, and a size.
//! error M0622 11:16
//! error M0622 12:27
package Places
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model M
    Pin p;
    Real a if (cardinality(p) > 0);
    parameter Integer n = cardinality(p);
    Real b[n];
  equation
    p.v = 1;
    b = fill(1, n);
  end M;
end Places;
