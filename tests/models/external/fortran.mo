// FORTRAN 77: everything goes by pointer, matrices column by column, start values of outputs and locals are there
// before the call. LAPACK is Saltus' own. The system [1, 2; 3, 4]*x = {5, 11 + t} has the solution x = {1 + t, 2 -
// t/2}; [4, 1; 2, 3] has the eigenvalues 2 and 5.
//! class Fortran.Use
//! run --stop 1
//! x[1] = 1 + t +- 1e-12
//! x[2] = 2 - 0.5*t +- 1e-12
//! final info = 0
//! value sorted([final["re[1]"], final["re[2]"]]) = [2, 5] +- 1e-12
//! value [final["im[1]"], final["im[2]"]] = [0, 0]
//! final norm = 7
//! class Fortran.Refused
//! run --stop 1
//! status failed
//! message R0320 argument 1 of LAPACK's DGESV has a value that is not allowed
package Fortran
  function solve
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    input Integer n = size(A, 1);
    output Real x[size(A, 1)] = b;
    output Integer info;
  protected
    Integer one = 1;
    Real LU[size(A, 1), size(A, 1)] = A;
    Integer pivots[size(A, 1)];
  external "FORTRAN 77" dgesv(n, one, LU, n, pivots, x, n, info) annotation(Library = "lapack");
  end solve;
  function eigenvalues
    input Real A[:, size(A, 1)];
    output Real re[size(A, 1)], im[size(A, 1)];
    output Integer info;
  protected
    Integer n = size(A, 1);
    Real work[8*size(A, 1)];
    Integer room = size(work, 1);
    Real own[size(A, 1), size(A, 1)] = A;
    Real left[1, 1], right[size(A, 1), size(A, 1)];
  external "FORTRAN 77" dgeev("N", "V", n, own, n, re, im, left, 1, right, n, work, room, info)
      annotation(Library = "lapack");
  end eigenvalues;
  function columnNorm "the largest sum of absolute values in a column"
    input Real A[:, :];
    output Real norm;
  protected
    Real work[1];
  external "FORTRAN 77" norm = dlange("1", size(A, 1), size(A, 2), A, size(A, 1), work) annotation(Library = "lapack");
  end columnNorm;
  model Use
    parameter Real A[2, 2] = [1, 2; 3, 4];
    Real x[2];
    Integer info;
    Real re[2], im[2], norm = columnNorm([1, -2; 3, 5]);
  equation
    (x, info) = solve(A, {5, 11 + time});
    (re, im) = eigenvalues([4, 1; 2, 3]);
  end Use;
  model Refused
    parameter Integer n = -1;
    Real x[2] = solve([1, 2; 3, 4], {5, 11}, n);
  end Refused;
end Fortran;
