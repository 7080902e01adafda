within Saltus.Control;
function contr "How many states inputs reach, and an orthogonal U that puts them first (staircase form)"
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :];
  input Real tolerance = 1e-12 "of singular values, relative to those of A and of B";
  output Integer nc;
  output Real U[size(A, 1), size(A, 1)] "transpose(U)*A*U = [Ac, *; 0, An], transpose(U)*B = [Bc; 0]";
protected
  Integer n = size(A, 1), r, info;
  Real H[size(A, 1), size(A, 1)], Q[size(A, 1), size(A, 1)], F[:, :], sigma[:], P[:, :], VT[:, :], least;
algorithm
  nc := 0;
  U := identity(n);
  H := A;
  F := B;
  least := tolerance*Matrices.norm(B);
  r := if n > 0 and size(B, 2) > 0 then 1 else 0;
  while nc < n and r > 0 loop
    (sigma, P, VT, info) := Matrices.LAPACK.dgesvd(F);
    assert(info == 0, "contr: LAPACK's dgesvd did not converge");
    r := 0;
    for i in 1:size(sigma, 1) loop
      r := r + (if sigma[i] > least then 1 else 0);
    end for;
    if r > 0 then
      Q := identity(n);
      Q[nc + 1:n, nc + 1:n] := P;
      H := transpose(Q)*H*Q;
      U := U*Q;
      F := H[nc + r + 1:n, nc + 1:nc + r];
      nc := nc + r;
      least := tolerance*Matrices.norm(A);
    end if;
  end while;
end contr;
