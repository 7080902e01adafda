within Saltus.Matrices;
function lyapunov "X of A*X + X*transpose(A) + Q = 0 (Bartels and Stewart)"
  input Real A[:, size(A, 1)];
  input Real Q[size(A, 1), size(A, 1)];
  output Real X[size(A, 1), size(A, 1)];
protected
  Real T[size(A, 1), size(A, 1)], Z[size(A, 1), size(A, 1)], re[size(A, 1)], im[size(A, 1)], scale, least;
  Integer info, first, second;
algorithm
  (T, Z, re, im) := schur(A);
  (X, scale, info) := LAPACK.dtrsyl(T, T, -transpose(Z)*Q*Z);
  if size(A, 1) > 0 then
    (first, second, least) := closest(re, im);
    assert(info == 0 and scale > 0 and least > 1e-14*norm(A),
      "lyapunov: there is no unique solution; the eigenvalues " + modeText(re[first], im[first]) + " and " +
      modeText(re[second], im[second]) + " of A have the sum 0");
  end if;
  X := Z*X*transpose(Z)/scale;
  if isSymmetric(Q) then
    X := (X + transpose(X))/2;
  end if;
end lyapunov;
