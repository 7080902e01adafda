// Records: of parameters, of variables, nested, in arrays, as whole in equations and functions, with a constructor.
//! class Records.Use
//! run --stop 1 --tol 1e-9
//! final z.re = exp(-1)*cos(2) +- 1e-7
//! final z.im = exp(-1)*sin(2) +- 1e-7
//! final p.re = 3*1 - 4*2
//! final p.im = 3*2 + 4*1
//! final q[2].re = 2
//! final q[3].im = 30
//! final s.re = 6
//! final s.im = 60
//! final l.from.re = 0
//! final l.to.im = 4
//! final length = 5
package Records
  record C "a complex number"
    Real re;
    Real im;
  end C;
  record Line
    C from;
    C to;
  end Line;
  function product
    input C a;
    input C b;
    output C c;
  algorithm
    c := C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
  end product;
  function total
    input C a[:];
    output C c = C(0, 0);
  algorithm
    for i in 1:size(a, 1) loop
      c.re := c.re + a[i].re;
      c.im := c.im + a[i].im;
    end for;
  end total;
  model Use
    C z(re(start = 1, fixed = true), im(start = 0, fixed = true));
    C dz;
    parameter C k = C(re = -1, im = 2);
    C p = product(C(3, 4), C(im = 2, re = 1));
    C q[3];
    C s = total(q);
    Line l(from = C(0, 0));
    Real length = sqrt((l.to.re - l.from.re)^2 + (l.to.im - l.from.im)^2);
  equation
    der(z.re) = dz.re;
    der(z.im) = dz.im;
    dz = product(k, z);
    for i in 1:3 loop
      q[i] = C(i, 10*i);
    end for;
    l.to = C(3, 4);
  end Use;
end Records;
