within Saltus.Matrices;
package LAPACK "Routines of LAPACK, each under its own name; info is 0 where all is well"

  function dgebal "Scales a matrix by powers of two, so that its rows and columns have norms alike: D^-1*A*D"
    input Real A[:, size(A, 1)];
    output Real scale[size(A, 1)] "diagonal of D";
    output Integer info;
  protected
    Integer n = size(A, 1), ld = max(1, size(A, 1)), low, high;
    Real own[size(A, 1), size(A, 1)] = A;
  external "FORTRAN 77" dgebal("S", n, own, ld, low, high, scale, info) annotation(Library = "lapack");
  end dgebal;

  function dgesv "Solves A*X = B"
    input Real A[:, size(A, 1)];
    input Real B[size(A, 1), :];
    output Real X[size(A, 1), size(B, 2)] = B;
    output Integer info;
  protected
    Integer n = size(A, 1), columns = size(B, 2), ld = max(1, size(A, 1));
    Real own[size(A, 1), size(A, 1)] = A;
    Integer pivots[size(A, 1)];
  external "FORTRAN 77" dgesv(n, columns, own, ld, pivots, X, ld, info) annotation(Library = "lapack");
  end dgesv;

  function dgesvd "Singular values: A = U*diagonal(sigma)*VT"
    input Real A[:, :];
    output Real sigma[min(size(A, 1), size(A, 2))] "largest first";
    output Real U[size(A, 1), size(A, 1)];
    output Real VT[size(A, 2), size(A, 2)];
    output Integer info;
  protected
    Integer m = size(A, 1), n = size(A, 2), ldm = max(1, size(A, 1)), ldn = max(1, size(A, 2));
    Real own[size(A, 1), size(A, 2)] = A;
    Real work[10*(size(A, 1) + size(A, 2)) + 10];
    Integer room = size(work, 1);
  external "FORTRAN 77" dgesvd("A", "A", m, n, own, ldm, sigma, U, ldm, VT, ldn, work, room, info)
      annotation(Library = "lapack");
  end dgesvd;

  function dgeev "Eigenvalues"
    input Real A[:, size(A, 1)];
    output Real re[size(A, 1)], im[size(A, 1)];
    output Integer info;
  protected
    Integer n = size(A, 1), ld = max(1, size(A, 1)), one = 1;
    Real own[size(A, 1), size(A, 1)] = A;
    Real left[1, 1], right[1, 1];
    Real work[8*size(A, 1) + 8];
    Integer room = size(work, 1);
  external "FORTRAN 77" dgeev("N", "N", n, own, ld, re, im, left, one, right, one, work, room, info)
      annotation(Library = "lapack");
  end dgeev;

  function dggev "Eigenvalues (alphaRe + i*alphaIm)/beta of A - s*B; beta is 0 for those at infinity"
    input Real A[:, size(A, 1)];
    input Real B[size(A, 1), size(A, 1)];
    output Real alphaRe[size(A, 1)], alphaIm[size(A, 1)], beta[size(A, 1)];
    output Integer info;
  protected
    Integer n = size(A, 1), ld = max(1, size(A, 1)), one = 1;
    Real ownA[size(A, 1), size(A, 1)] = A, ownB[size(A, 1), size(A, 1)] = B;
    Real left[1, 1], right[1, 1];
    Real work[16*size(A, 1) + 16];
    Integer room = size(work, 1);
  external "FORTRAN 77" dggev("N", "N", n, ownA, ld, ownB, ld, alphaRe, alphaIm, beta, left, one, right, one, work,
      room, info)
    annotation(Library = "lapack");
  end dggev;

  function dgees "Real Schur form: A = Z*T*transpose(Z)"
    input Real A[:, size(A, 1)];
    output Real T[size(A, 1), size(A, 1)] = A;
    output Real Z[size(A, 1), size(A, 1)];
    output Real re[size(A, 1)], im[size(A, 1)];
    output Integer info;
  protected
    Integer n = size(A, 1), ld = max(1, size(A, 1)), none = 0, count;
    Real work[16*size(A, 1) + 16];
    Integer room = size(work, 1);
    Integer marks[size(A, 1) + 1];
  external "FORTRAN 77" dgees("V", "N", none, n, T, ld, count, re, im, Z, ld, work, room, marks, info)
      annotation(Library = "lapack");
  end dgees;

  function dtrsen "Moves the chosen eigenvalues of a Schur form to the top"
    input Integer chosen[:] "1 or 0; both of a pair";
    input Real T[size(chosen, 1), size(chosen, 1)];
    input Real Z[size(chosen, 1), size(chosen, 1)];
    output Real To[size(chosen, 1), size(chosen, 1)] = T;
    output Real Zo[size(chosen, 1), size(chosen, 1)] = Z;
    output Integer info;
  protected
    Integer n = size(chosen, 1), ld = max(1, size(chosen, 1)), count, one = 1;
    Real re[size(chosen, 1)], im[size(chosen, 1)], s, separation;
    Real work[size(chosen, 1) + 1];
    Integer room = size(work, 1), own[size(chosen, 1)] = chosen, numbers[1];
  external "FORTRAN 77" dtrsen("N", "V", own, n, To, ld, Zo, ld, re, im, count, s, separation, work, room, numbers, one,
      info)
    annotation(Library = "lapack");
  end dtrsen;

  function dgges "Generalised Schur form: A = Q*S*transpose(Z), B = Q*T*transpose(Z)"
    input Real A[:, size(A, 1)];
    input Real B[size(A, 1), size(A, 1)];
    output Real S[size(A, 1), size(A, 1)] = A;
    output Real T[size(A, 1), size(A, 1)] = B;
    output Real Q[size(A, 1), size(A, 1)], Z[size(A, 1), size(A, 1)];
    output Real alphaRe[size(A, 1)], alphaIm[size(A, 1)], beta[size(A, 1)];
    output Integer info;
  protected
    Integer n = size(A, 1), ld = max(1, size(A, 1)), none = 0, count;
    Real work[16*size(A, 1) + 32];
    Integer room = size(work, 1);
    Integer marks[size(A, 1) + 1];
  external "FORTRAN 77" dgges("V", "V", "N", none, n, S, ld, T, ld, count, alphaRe, alphaIm, beta, Q, ld, Z, ld, work,
      room, marks, info)
    annotation(Library = "lapack");
  end dgges;

  function dtgsen "Moves the chosen eigenvalues of a generalised Schur form to the top"
    input Integer chosen[:] "1 or 0; both of a pair";
    input Real S[size(chosen, 1), size(chosen, 1)], T[size(chosen, 1), size(chosen, 1)];
    input Real Q[size(chosen, 1), size(chosen, 1)], Z[size(chosen, 1), size(chosen, 1)];
    output Real Zo[size(chosen, 1), size(chosen, 1)] = Z;
    output Real alphaRe[size(chosen, 1)], alphaIm[size(chosen, 1)], beta[size(chosen, 1)];
    output Integer info;
  protected
    Integer n = size(chosen, 1), ld = max(1, size(chosen, 1)), none = 0, yes = 1, count;
    Real ownS[size(chosen, 1), size(chosen, 1)] = S, ownT[size(chosen, 1), size(chosen, 1)] = T;
    Real ownQ[size(chosen, 1), size(chosen, 1)] = Q, pl, pr, dif[2];
    Real work[4*size(chosen, 1) + 16];
    Integer room = size(work, 1), numbers[size(chosen, 1) + 6], count2 = size(numbers, 1),
        own[size(chosen, 1)] = chosen;
  external "FORTRAN 77" dtgsen(none, yes, yes, own, n, ownS, ld, ownT, ld, alphaRe, alphaIm, beta, ownQ, ld, Zo, ld,
      count, pl, pr, dif,
      work, room, numbers, count2, info) annotation(Library = "lapack");
  end dtgsen;

  function dtrsyl "Solves A*X + X*transpose(B) = scale*C for Schur forms A and B"
    input Real A[:, size(A, 1)], B[:, size(B, 1)];
    input Real C[size(A, 1), size(B, 1)];
    output Real X[size(A, 1), size(B, 1)] = C;
    output Real scale;
    output Integer info "1: an eigenvalue of A is nearly the negative of one of B";
  protected
    Integer m = size(A, 1), n = size(B, 1), plus = 1, ldm = max(1, size(A, 1)), ldn = max(1, size(B, 1));
  external "FORTRAN 77" dtrsyl("N", "T", plus, m, n, A, ldm, B, ldn, X, ldm, scale, info)
      annotation(Library = "lapack");
  end dtrsyl;
end LAPACK;
