within Saltus.Matrices;
function discreteLyapunov "X of A*X*transpose(A) - X + Q = 0, by the Schur form, one block column after another"
  input Real A[:, size(A, 1)];
  input Real Q[size(A, 1), size(A, 1)];
  output Real X[size(A, 1), size(A, 1)];
protected
  Integer n = size(A, 1), k, info;
  Real T[size(A, 1), size(A, 1)], Z[size(A, 1), size(A, 1)], F[size(A, 1), size(A, 1)];
  Real one[size(A, 1), 1], two[2*size(A, 1), 1], known[size(A, 1), 2];
algorithm
  (T, Z) := schur(A);
  F := transpose(Z)*Q*Z;
  X := zeros(n, n);
  k := n;
  // (T*X*transpose(T))[:, k] has the columns from k on; those behind k are known
  while k >= 1 loop
    if k > 1 and T[k, max(1, k - 1)] <> 0 then
      known := F[:, k - 1:k] + T*X*transpose(T[k - 1:k, :]);
      (two, info) := LAPACK.dgesv([T[k - 1, k - 1]*T - identity(n), T[k - 1, k]*T; T[k, k - 1]*T,
        T[k, k]*T - identity(n)],
        -[known[:, 1:1]; known[:, 2:2]]);
      X[:, k - 1] := two[1:n, 1];
      X[:, k] := two[n + 1:2*n, 1];
      k := k - 2;
    else
      (one, info) := LAPACK.dgesv(T[k, k]*T - identity(n), -(F[:, k:k] + T*X*transpose(T[k:k, :])));
      X[:, k] := one[:, 1];
      k := k - 1;
    end if;
    assert(info == 0, "discreteLyapunov: there is no unique solution; two eigenvalues of A have the product 1");
  end while;
  X := Z*X*transpose(Z);
  if isSymmetric(Q) then
    X := (X + transpose(X))/2;
  end if;
end discreteLyapunov;
