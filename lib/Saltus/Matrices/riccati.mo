within Saltus.Matrices;
function riccati "The stabilising solution of a Riccati equation, by the ordered Schur form of its pencil"
  /* The pencil is that of the optimality conditions with state, costate and input, so R is not inverted (Van Dooren
     1981). It is scaled by powers of two that keep its structure, the inputs are taken out by an orthogonal
     transformation, and the eigenvalues inside of the border of stability are moved to the top: the first columns of Z
     are [U1; U2], and X = U2*inverse(U1). */
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :];
  input Real Q[size(A, 1), size(A, 1)];
  input Real R[size(B, 2), size(B, 2)];
  input Real S[size(A, 1), size(B, 2)];
  input Boolean sampled;
  output Real X[size(A, 1), size(A, 1)];
  output Real re[size(A, 1)], im[size(A, 1)] "poles of the closed loop";
protected
  Integer n = size(A, 1), m = size(B, 2), info, stable = 0;
  Integer chosen[2*size(A, 1)];
  Real H[2*size(A, 1) + size(B, 2), 2*size(A, 1) + size(B, 2)], J[2*size(A, 1) + size(B, 2), 2*size(A, 1) + size(B, 2)];
  Real scale[2*size(A, 1) + size(B, 2)], power;
  Real sigma[size(B, 2)], U[2*size(A, 1) + size(B, 2), 2*size(A, 1) + size(B, 2)], VT[size(B, 2), size(B, 2)];
  Real N[2*size(A, 1) + size(B, 2), 2*size(A, 1)];
  Real P[2*size(A, 1), 2*size(A, 1)], E[2*size(A, 1), 2*size(A, 1)], Z[2*size(A, 1), 2*size(A, 1)],
    Q2[2*size(A, 1), 2*size(A, 1)];
  Real alphaRe[2*size(A, 1)], alphaIm[2*size(A, 1)], beta[2*size(A, 1)];
algorithm
  if sampled then
    H := [A, zeros(n, n), B; -Q, identity(n), -S; transpose(S), zeros(m, n), R];
    J := [identity(n), zeros(n, n), zeros(n, m); zeros(n, n), transpose(A), zeros(n, m); zeros(m, n), -transpose(B),
      zeros(m, m)];
  else
    H := [A, zeros(n, n), B; -Q, -transpose(A), -S; transpose(S), transpose(B), R];
    J := [identity(2*n), zeros(2*n, m); zeros(m, 2*n + m)];
  end if;
  (scale, info) := LAPACK.dgebal(withoutDiagonal(abs(H) + abs(J)));
  for i in 1:n loop
    power := floor((log(scale[n + i]) - log(scale[i]))/(2*log(2)) + 0.5);
    scale[i] := 2^power;
    scale[n + i] := 2^(-power);
  end for;
  for i in 2*n + 1:2*n + m loop
    scale[i] := 1/scale[i];
  end for;
  for i in 1:2*n + m loop
    for j in 1:2*n + m loop
      H[i, j] := H[i, j]*scale[i]/scale[j];
      J[i, j] := J[i, j]*scale[i]/scale[j];
    end for;
  end for;
  (sigma, U, VT, info) := LAPACK.dgesvd(H[:, 2*n + 1:2*n + m]);
  N := U[:, m + 1:2*n + m];
  (P, E, Q2, Z, alphaRe, alphaIm, beta, info) := LAPACK.dgges(transpose(N)*H[:, 1:2*n], transpose(N)*J[:, 1:2*n]);
  assert(info == 0, "riccati: LAPACK's dgges did not converge");
  for i in 1:2*n loop
    chosen[i] := if (if sampled then alphaRe[i]^2 + alphaIm[i]^2 < beta[i]^2 else alphaRe[i]*beta[i] < 0) then 1 else 0;
    stable := stable + chosen[i];
  end for;
  assert(stable == n,
    "riccati: there is no stabilising solution; poles of the closed loop would be on the border of stability");
  (Z, alphaRe, alphaIm, beta, info) := LAPACK.dtgsen(chosen, P, E, Q2, Z);
  assert(info == 0, "riccati: the eigenvalues are too close to the border of stability to be put in order");
  (X, info) := LAPACK.dgesv(transpose(Z[1:n, 1:n]), transpose(Z[n + 1:2*n, 1:n]));
  assert(info == 0, "riccati: there is no stabilising solution; the pair (A, B) cannot be stabilised");
  for i in 1:n loop
    re[i] := alphaRe[i]/beta[i];
    im[i] := alphaIm[i]/beta[i];
    for j in 1:n loop
      X[i, j] := X[i, j]*scale[i]*scale[j];
    end for;
  end for;
  assert(norm(X - transpose(X)) <= 1e-5*norm(X),
    "riccati: no solution was found; the problem is too close to one that has none");
  X := (X + transpose(X))/2;
end riccati;
