// Functions that return arrays of sizes that depend on their inputs, take matrices, call each other with slices, and
// have protected defaults.
//| A = [[4.0, 3.0, 2.0], [1.0, 5.0, 1.0], [2.0, 0.0, 6.0]]
//| det = 4*(30 - 0) - 3*(6 - 2) + 2*(0 - 10)
//! class FunctionArrays.Use
//! run --stop 1
//! final d = det +- 1e-12
//! final x[1] = 1 +- 1e-14
//! final x[2] = -2 +- 1e-14
//! final x[3] = 3 +- 1e-14
//! final rev[1] = 3
//! final conv[3] = 1*6 + 2*5 + 3*4
//! final conv[5] = 18
// of sizes that follow from a Real that nothing sets: 4 steps of 1/4
//! final steps[1] = 0.25 +- 1e-15
//! final steps[4] = 1 +- 1e-15
//! final cum[4] = 10
//! final tr = 15
package FunctionArrays
  function solve "Gauss with pivoting"
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(b, 1)];
    output Real det = 1;
  protected
    Real M[size(A, 1), size(A, 1)] = A;
    Real r[size(b, 1)] = b;
    Integer n = size(b, 1), p;
    Real row[size(b, 1)], h, f;
  algorithm
    for i in 1:n loop
      p := i;
      for k in i + 1:n loop
        if abs(M[k, i]) > abs(M[p, i]) then
          p := k;
        end if;
      end for;
      if p <> i then
        row := M[i, :];
        M[i, :] := M[p, :];
        M[p, :] := row;
        h := r[i];
        r[i] := r[p];
        r[p] := h;
        det := -det;
      end if;
      det := det*M[i, i];
      for k in i + 1:n loop
        f := M[k, i]/M[i, i];
        M[k, :] := M[k, :] - f*M[i, :];
        r[k] := r[k] - f*r[i];
      end for;
    end for;
    x := zeros(n);
    for i in n:-1:1 loop
      x[i] := (r[i] - M[i, :]*x)/M[i, i];
    end for;
  end solve;
  function reverse
    input Real v[:];
    output Real w[size(v, 1)];
  algorithm
    for i in 1:size(v, 1) loop
      w[i] := v[end + 1 - i];
    end for;
  end reverse;
  function convolve
    input Real a[:], b[:];
    output Real c[size(a, 1) + size(b, 1) - 1];
  algorithm
    c := zeros(size(c, 1));
    for i in 1:size(a, 1), k in 1:size(b, 1) loop
      c[i + k - 1] := c[i + k - 1] + a[i]*b[k];
    end for;
  end convolve;
  function cumulate
    input Real v[:];
    output Real c[size(v, 1)];
  algorithm
    c := {sum(v[1:i]) for i in 1:size(v, 1)};
  end cumulate;
  function trace
    input Real A[:, :];
    output Real t = sum(A[i, i] for i in 1:size(A, 1));
  algorithm
  end trace;
  function ramp
    input Integer n;
    output Real y[n];
  protected
    Real a = ceil(n/2), d = 1/(2*a);
    Real v[:] = 0 + d:d:1;
  algorithm
    y := v[1:n];
  end ramp;
  model Use
    parameter Real A[3, 3] = [4, 3, 2; 1, 5, 1; 2, 0, 6];
    Real x[3], d;
    Real rev[3] = reverse({1, 2, 3});
    Real conv[5] = convolve({1, 2, 3}, {4, 5, 6});
    Real cum[4] = cumulate({1, 2, 3, 4});
    Real tr = trace(A);
    Real steps[4] = ramp(4);
  equation
    (x, d) = solve(A, A*{1, -2, 3});
  end Use;
end FunctionArrays;
