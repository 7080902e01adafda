within Saltus;
package Matrices "Linear algebra on LAPACK"
  function solve "X of A*X = B"
    input Real A[:, size(A, 1)];
    input Real B[size(A, 1), :];
    output Real X[size(A, 1), size(B, 2)];
  protected
    Integer info;
  algorithm
    (X, info) := LAPACK.dgesv(A, B);
    assert(info == 0, "solve: the matrix is singular");
  end solve;

  function singularValues "Singular values, largest first"
    input Real A[:, :];
    output Real sigma[min(size(A, 1), size(A, 2))];
  protected
    Integer info;
    Real U[size(A, 1), size(A, 1)], VT[size(A, 2), size(A, 2)];
  algorithm
    if size(sigma, 1) > 0 then
      (sigma, U, VT, info) := LAPACK.dgesvd(A);
      assert(info == 0, "singularValues: LAPACK's dgesvd did not converge");
    end if;
  end singularValues;

  function norm "The largest singular value"
    input Real A[:, :];
    output Real value;
  protected
    Real sigma[min(size(A, 1), size(A, 2))];
  algorithm
    sigma := singularValues(A);
    value := if size(sigma, 1) > 0 then sigma[1] else 0;
  end norm;

  function rank "How many singular values count"
    input Real A[:, :];
    input Real tolerance = 0 "of singular values; 0: rounding decides";
    output Integer count;
  protected
    constant Real eps = 2.220446049250313e-16;
    Real sigma[min(size(A, 1), size(A, 2))], least;
  algorithm
    sigma := singularValues(A);
    least := if tolerance > 0 then tolerance else max(size(A))*eps*max(cat(1, sigma, {0}));
    count := 0;
    for i in 1:size(sigma, 1) loop
      count := count + (if sigma[i] > least then 1 else 0);
    end for;
  end rank;

  function eigenvalues "Real and imaginary parts of all eigenvalues"
    input Real A[:, size(A, 1)];
    output Real re[size(A, 1)], im[size(A, 1)];
  protected
    Integer info;
  algorithm
    (re, im, info) := LAPACK.dgeev(A);
    assert(info == 0, "eigenvalues: LAPACK's dgeev did not converge");
  end eigenvalues;

  function schur "Real Schur form: A = Z*T*transpose(Z) with Z orthogonal and blocks of one or two on the diagonal of T"
    input Real A[:, size(A, 1)];
    output Real T[size(A, 1), size(A, 1)], Z[size(A, 1), size(A, 1)];
    output Real re[size(A, 1)], im[size(A, 1)];
  protected
    Integer info;
  algorithm
    (T, Z, re, im, info) := LAPACK.dgees(A);
    assert(info == 0, "schur: LAPACK's dgees did not converge");
  end schur;

  function modeText "An eigenvalue as a text, for messages"
    input Real re, im;
    output String text;
  algorithm
    text := String(re, significantDigits = 5)
      + (if im == 0 then "" else " +- " + String(abs(im), significantDigits = 5) + "i");
  end modeText;

  function withoutDiagonal
    input Real A[:, size(A, 1)];
    output Real X[size(A, 1), size(A, 1)] = A;
  algorithm
    for i in 1:size(A, 1) loop
      X[i, i] := 0;
    end for;
  end withoutDiagonal;

  function isSymmetric
    input Real A[:, size(A, 1)];
    output Boolean yes = true;
  protected
    Real largest;
  algorithm
    largest := if size(A, 1) > 0 then max(abs(A)) else 0;
    for i in 1:size(A, 1) loop
      for j in 1:i - 1 loop
        if abs(A[i, j] - A[j, i]) > 1e-10*largest then
          yes := false;
        end if;
      end for;
    end for;
  end isSymmetric;

  function exponential "exp(A), by the Pade approximation of degree 13 with scaling and squaring"
    input Real A[:, size(A, 1)];
    output Real X[size(A, 1), size(A, 1)];
  protected
    constant Real b[14] = {64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0,
      129060195264000.0, 10559470521600.0,
      670442572800.0, 33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0, 1};
    Integer n = size(A, 1), squarings = 0;
    Real one, S[size(A, 1), size(A, 1)], A2[size(A, 1), size(A, 1)], A4[size(A, 1), size(A, 1)],
      A6[size(A, 1), size(A, 1)];
    Real U[size(A, 1), size(A, 1)], V[size(A, 1), size(A, 1)];
  algorithm
    one := 0 "the largest sum of a column";
    for j in 1:n loop
      one := max(one, sum(abs(A[:, j])));
    end for;
    assert(one < 1e6, "exponential: the matrix is too large (its norm is " + String(one) +
      "); exp of it has no accurate value");
    S := A;
    while one > 5.371920351148152 loop
      one := one/2;
      S := S/2;
      squarings := squarings + 1;
    end while;
    A2 := S*S;
    A4 := A2*A2;
    A6 := A2*A4;
    U := S*(A6*(b[14]*A6 + b[12]*A4 + b[10]*A2) + b[8]*A6 + b[6]*A4 + b[4]*A2 + b[2]*identity(n));
    V := A6*(b[13]*A6 + b[11]*A4 + b[9]*A2) + b[7]*A6 + b[5]*A4 + b[3]*A2 + b[1]*identity(n);
    X := solve(V - U, V + U);
    for i in 1:squarings loop
      X := X*X;
    end for;
  end exponential;

  function logarithm "The principal logarithm, by square roots and a quadrature of eight points"
    input Real A[:, size(A, 1)] "without eigenvalues on the negative real axis and at 0";
    output Real X[size(A, 1), size(A, 1)];
  protected
    constant Real node[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
    constant Real weight[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
    constant Real eps = 2.220446049250313e-16;
    Integer n = size(A, 1), roots = 0, rounds;
    Real Y[size(A, 1), size(A, 1)], Z[size(A, 1), size(A, 1)], next[size(A, 1), size(A, 1)], E[size(A, 1), size(A, 1)];
    Real Yi[size(A, 1), size(A, 1)], Zi[size(A, 1), size(A, 1)];
    Real re[size(A, 1)], im[size(A, 1)], change;
  algorithm
    (re, im) := eigenvalues(A);
    for i in 1:n loop
      assert(im[i] <> 0 or re[i] > 0, "logarithm: the eigenvalue " + modeText(re[i], im[i]) +
        " of the matrix has no real logarithm");
    end for;
    Y := A;
    while roots < 60 and norm(Y - identity(n)) > 0.2 loop
      Z := identity(n);
      change := 1;
      rounds := 0;
      while change > 4*n*eps and rounds < 50 loop
        Yi := solve(Y, identity(n));
        Zi := solve(Z, identity(n));
        next := (Y + Zi)/2;
        Z := (Z + Yi)/2;
        change := norm(next - Y)/norm(next);
        Y := next;
        rounds := rounds + 1;
        if rounds > 8 and change < 1e-12 then
          change := 0;
        end if;
      end while;
      roots := roots + 1;
    end while;
    E := Y - identity(n);
    X := zeros(n, n);
    for k in 1:4 loop
      Yi := solve(identity(n) + (1 + node[k])/2*E, E);
      Zi := solve(identity(n) + (1 - node[k])/2*E, E);
      X := X + weight[k]/2*(Yi + Zi);
    end for;
    X := 2^roots*X;
    Y := exponential(X);
    assert(norm(Y - A) <= 1e-6*norm(A),
      "logarithm: the matrix is too ill-conditioned for its logarithm to be accurate");
  end logarithm;
end Matrices;
