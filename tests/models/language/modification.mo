// Modifications: nested, each, final, of arrays of components, of attributes, of a whole record, from the enclosing
// scope.
//! class Modification.Use
//! run --stop 1
//! final a[1].r.p = 10
//! final a[2].r.p = 20
//! final a[3].r.p = 30
//! final a[2].q = 7
//! final b.r.p = 3
//! final b.r.s = 4
//! final b.q = 12
//! final c.v[2] = 5
//! final c.v[3] = 5
//! final d.v[1] = 2
//! final d.v[3] = 6
//! final sum_of_all = 10 + 20 + 30 + 3*7
package Modification
  record R
    parameter Real p = 1;
    parameter Real s = 2;
  end R;
  model Part
    R r;
    parameter Real q = r.p*r.s;
  end Part;
  model Vector
    parameter Real v[3] = {0, 0, 0};
  end Vector;
  model Use
    parameter Real scale = 10;
    Part a[3](r(p = {scale, 2*scale, 3*scale}), each q = 7);
    Part b(r = R(p = 3, s = 4));
    Vector c(v = fill(5, 3));
    Vector d(final v = {2*i for i in 1:3});
    Real sum_of_all = sum(a.r.p) + sum(a.q);
  end Use;
end Modification;
