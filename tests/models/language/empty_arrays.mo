// Matrices without elements put together: the result has none either, in models and in functions that are called with
// nothing.
//! class Empty.Use
//! run --stop 0
//! final y = 3
//! final z = 10
package Empty
  function total
    input Real a[:, size(a, 1)];
    output Real y;
  protected
    Real h[2*size(a, 1), 2*size(a, 1)] = [a, -a; a, transpose(a)];
  algorithm
    y := 3 + sum(h);
  end total;
  model Use
    Real y = total(fill(0.0, 0, 0));
    Real z = total([1, 2; 3, 0.5]) + 0*y - 6;
  end Use;
end Empty;
