// Arrays of operator records (3.6, chapter 14): sums (also of nothing, '0'), products of vectors and matrices,
// operators element by element, a function of a record called with an array, numbers that become records. Beside: the
// same with complex numbers of Python.
//| x = [1 + 2j, 3 + 4j, 1]
//| A = [[1, 2], [3, 1j]]
//! class OperatorRecords.Use
//! run --stop 1
//! final s.re = sum(x).real
//! final s.im = sum(x).imag
//! final s2.re = sum(z*z for z in x).real
//! final s2.im = sum(z*z for z in x).imag
//! final p.im = 6
//! final d.re = -9
//! final d.im = 28
//! final v[1].im = (A[0][0]*x[0] + A[0][1]*x[1]).imag
//! final v[2].re = (A[1][0]*x[0] + A[1][1]*x[1]).real
//! final B[1,2].im = (A[0][0]*A[0][1] + A[0][1]*A[1][1]).imag
//! final B[2,2].re = (A[1][0]*A[0][1] + A[1][1]*A[1][1]).real
//! final e.re = 0
//! final y[2].im = 8
//! final z[2].re = -3
//! final w[2].im = 8
//! final w2[1].im = 4
//! final t = "1+j2"
//! final b = True
//! u.re(0.9) = 1
//! u.im(0.1) = 2
package OperatorRecords
  operator record C
    Real re; Real im;
    encapsulated operator 'constructor'
      function fromReal input Real re; input Real im = 0; output .OperatorRecords.C r(re = re, im = im);
      algorithm end fromReal;
    end 'constructor';
    encapsulated operator function '0' output .OperatorRecords.C r; algorithm r := .OperatorRecords.C(0, 0); end '0';
    encapsulated operator '+'
      function add input .OperatorRecords.C a; input .OperatorRecords.C b; output .OperatorRecords.C r;
      algorithm r := .OperatorRecords.C(a.re + b.re, a.im + b.im); end add;
    end '+';
    encapsulated operator '*'
      function mul input .OperatorRecords.C a; input .OperatorRecords.C b; output .OperatorRecords.C r;
      algorithm r := .OperatorRecords.C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re); end mul;
    end '*';
    encapsulated operator '-'
      function neg input .OperatorRecords.C a; output .OperatorRecords.C r;
      algorithm r := .OperatorRecords.C(-a.re, -a.im); end neg;
      function sub input .OperatorRecords.C a; input .OperatorRecords.C b; output .OperatorRecords.C r;
      algorithm r := .OperatorRecords.C(a.re - b.re, a.im - b.im); end sub;
    end '-';
    encapsulated operator function 'String' input .OperatorRecords.C a; output String s;
    algorithm s := String(a.re) + "+j" + String(a.im); end 'String';
    encapsulated operator function '==' input .OperatorRecords.C a; input .OperatorRecords.C b; output Boolean r;
    algorithm r := a.re == b.re and a.im == b.im; end '==';
  end C;
  function total input C x[:]; output C s; algorithm s := sum(x); end total;
  function f input C x; input Real k; output C y; output Real n; algorithm y := C(k*x.re, k*x.im); n := k; end f;
  model Use
    C x[3] = {C(1, 2), C(3, 4), C(time)};
    C s = sum(x);
    C s2 = sum(x[i]*x[i] for i in 1:3);
    C p = total(x);
    C d = x*x "scalar product";
    C A[2,2] = {{C(1), C(2)}, {C(3), C(0,1)}};
    C v[2] = A*x[1:2];
    C B[2,2] = A*A;
    C e = sum(fill(C(1), 0));
    C y[3] = f(x, 2) "vectorised with a record";
    C z[3] = -x;
    C w[3] = 2*x;
    C w2[3] = x + x;
    String t = String(C(1, 2));
    Boolean b = C(1, 2) == C(1, 2);
    C u = if time > 0.5 then C(1) else 2*C(0, 1);
  end Use;
end OperatorRecords;
