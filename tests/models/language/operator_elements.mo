// An operator record whose '*' is declared for vectors too: v*w is that function, v .* w goes by elements (3.6, 14.5).
// The numbers are products of complex numbers, worked out by hand: (1 + 2j)*(1 - j) = 3 + j.
//! class OperatorElements.Use
//! run --stop 1
//! final a[1].re = 3
//! final a[1].im = 1
//! final a[3].re = 4
//! final a[3].im = -3
//! final b.re = 9
//! final b.im = 1
//! final c[3].re = -4
//! final d.im = 2
//! final e[2].re = 6
package OperatorElements
  operator record C
    Real re, im;
    encapsulated operator function 'constructor'
      import OperatorElements.C;
      input Real re;
      input Real im = 0;
      output C r(re = re, im = im);
    algorithm
    end 'constructor';
    encapsulated operator '*'
      import OperatorElements.C;
      function multiply
        input C a, b;
        output C c = C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
      algorithm
      end multiply;
      function scalarProduct
        input C a[:], b[size(a, 1)];
        output C c;
      algorithm
        c := C(0);
        for i in 1:size(a, 1) loop
          c := C(c.re + a[i].re*b[i].re - a[i].im*b[i].im, c.im + a[i].re*b[i].im + a[i].im*b[i].re);
        end for;
      end scalarProduct;
    end '*';
  end C;
  function conj
    input C a;
    output C b = C(a.re, -a.im);
  algorithm
  end conj;
  model Use
    C v[3] = {C(1, 2), C(2, 3), C(3, 4)}, i[3] = {C(1, 1), C(1, 0), C(0, 1)};
    C a[3], b, c[3], d, e[3];
  equation
    a = v .* conj(i);
    b = v*conj(i);
    c = v .* i;
    d = v[1] .* i[2];
    e = C(3) .* v;
  end Use;
end OperatorElements;
