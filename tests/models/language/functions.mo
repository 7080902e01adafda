// Functions: recursion, several results, default and named arguments, arrays of any size, local arrays, early return.
//! class Functions.Use
//! run --stop 1 --tol 1e-9
//! final fib = 610
//! final q = 17//5
//! final r = 17 % 5
//! final only = 3
//! final second = 2
//! final dflt = 2*3 + 1
//! final named = 2*5 + 7
//! final mean = 3.5
//! final horner = 2*3**3 + 0*9 - 3 + 5
//! final table[2,3] = 2*30
//! final norm = 13
//! final clipped = 1
//! final x = exp(-1) +- 1e-7
//! final ack = 9
package Functions
  function fibonacci
    input Integer n;
    output Integer f;
  algorithm
    if n < 2 then
      f := n;
      return;
    end if;
    f := fibonacci(n - 1) + fibonacci(n - 2);
  end fibonacci;
  function divide
    input Integer a, b;
    output Integer q, r;
  algorithm
    q := div(a, b);
    r := a - b*q;
  end divide;
  function line
    input Real x;
    input Real k = 2;
    input Real d = 1;
    output Real y = k*x + d;
  algorithm
  end line;
  function mean
    input Real v[:];
    output Real m;
  algorithm
    m := sum(v)/size(v, 1);
  end mean;
  function horner
    input Real c[:], x;
    output Real y = 0;
  algorithm
    for i in 1:size(c, 1) loop
      y := y*x + c[i];
    end for;
  end horner;
  function outerProduct
    input Real a[:], b[:];
    output Real m[size(a, 1), size(b, 1)];
  algorithm
    for i in 1:size(a, 1) loop
      for k in 1:size(b, 1) loop
        m[i, k] := a[i]*b[k];
      end for;
    end for;
  end outerProduct;
  function norm
    input Real v[:];
    output Real n;
  protected
    Real squares[size(v, 1)];
  algorithm
    squares := v .^ 2;
    n := sqrt(sum(squares));
  end norm;
  function clip
    input Real u, low = -1, high = 1;
    output Real y;
  algorithm
    y := if u > high then high elseif u < low then low else u;
  end clip;
  function ackermann
    input Integer m, n;
    output Integer a;
  algorithm
    a := if m == 0 then n + 1 elseif n == 0 then ackermann(m - 1, 1) else ackermann(m - 1, ackermann(m, n - 1));
  end ackermann;
  function rate
    input Real x;
    output Real d;
  algorithm
    d := -x;
  end rate;
  model Use
    Integer fib = fibonacci(15);
    Integer q, r, only = divide(17, 5), second;
    Real dflt = line(3), named = line(d = 7, x = 5);
    Real mean = Functions.mean({1, 2, 4, 7});
    Real horner = Functions.horner({2, 0, -1, 5}, 3);
    Real table[2, 3] = outerProduct({1, 2}, {10, 20, 30});
    Real norm = Functions.norm({3, 4, 12});
    Real clipped = clip(5*time);
    Integer ack = ackermann(2, 3);
    Real x(start = 1, fixed = true);
  equation
    (q, r) = divide(17, 5);
    (, second) = divide(17, 5);
    der(x) = rate(x);
  end Use;
end Functions;
