within Saltus.Control;
function place "K with the poles of A - B*K where they are wanted, by the Schur form (Varga 1981)"
  /* The last block of the Schur form gets one or two poles by the smallest feedback that gives them, with all inputs;
     then it is moved to the top, and the next one is last. All transformations are orthogonal, a pole may be repeated
     as often as one likes, and any number of inputs will do. States that no input reaches are taken out before. */
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :];
  input Real re[:] "poles: real parts; as many as there are states, or as many as inputs reach";
  input Real im[size(re, 1)] = zeros(size(re, 1)) "imaginary parts; conjugate pairs";
  output Real K[size(B, 2), size(A, 1)];
protected
  Integer n, nc, k, left, reals, pairs, b, info, m = size(B, 2);
  Real U[size(A, 1), size(A, 1)], r[size(re, 1)], p[size(re, 1)], q[size(re, 1)];
  Real T[:, :], Z[:, :], Ac[:, :], Bc[:, :], G[:, :], F[:, :], Kc[:, :], t[2, 2], z[2, 2], G2[2, size(B, 2)],
      F2[size(B, 2), 2];
  Real x1, y1, x2, y2;
  Integer chosen[:];
algorithm
  (nc, U) := contr(A, B);
  checkPoles("place", A, B, U, nc, re, im);
  (reals, pairs, r, p, q) := splitPoles("place", re, im);
  n := nc;
  Ac := transpose(U[:, 1:n])*A*U[:, 1:n];
  Bc := transpose(U[:, 1:n])*B;
  Kc := zeros(m, n);
  (T, Z) := Matrices.schur(Ac);
  G := transpose(Z)*Bc;
  left := n;
  while left > 0 loop
    if reals == 0 and not isPair(T, n) then
      // only pairs are left to be placed: single blocks go to the bottom
      chosen := fill(1, n);
      k := n;
      while k > n - left loop
        if isPair(T, k) then
          k := k - 2;
        else
          chosen[k] := 0;
          k := k - 1;
        end if;
      end while;
      (T, Z, info) := Matrices.LAPACK.dtrsen(chosen, T, Z);
      assert(info == 0, "place: poles are too close to each other to be put in order");
      G := transpose(Z)*Bc;
    end if;
    b := if reals == 0 or (isPair(T, n) and left > 1) then 2 else 1;
    F := zeros(m, n);
    if b == 1 then
      (x1, reals, r) := takeNearest(r, reals, T[n, n]);
      x2 := sum(G[n, :].^2);
      assert(x2 > 1e-28*sum(Bc.^2), "place: the pair (A, B) is too close to one that is not controllable");
      F[:, n] := G[n, :]*((x1 - T[n, n])/x2);
    else
      x1 := (T[n - 1, n - 1] + T[n, n])/2;
      y1 := sqrt(max(0, T[n - 1, n - 1]*T[n, n] - T[n - 1, n]*T[n, n - 1] - x1^2));
      if pairs > 0 then
        (x1, y1, pairs, p, q) := takeNearestPair(p, q, pairs, x1, y1);
        x2 := x1;
        y2 := x1^2 + y1^2;
      else
        (x1, reals, r) := takeNearest(r, reals, x1);
        (x2, reals, r) := takeNearest(r, reals, x1);
        y2 := x1*x2;
      end if;
      t := T[n - 1:n, n - 1:n];
      G2 := G[n - 1:n, :];
      F2 := placeTwo(t, G2, x1 + x2, y2);
      F[:, n - 1:n] := F2;
    end if;
    Kc := Kc - F*transpose(Z);
    T := T + G*F;
    chosen := fill(0, n);
    chosen[n - b + 1:n] := fill(1, b);
    if b == 2 then
      t := T[n - 1:n, n - 1:n];
      (t, z) := Matrices.schur(t);
      T[:, n - 1:n] := T[:, n - 1:n]*z;
      T[n - 1:n, n - 1:n] := t;
      Z[:, n - 1:n] := Z[:, n - 1:n]*z;
    end if;
    (T, Z, info) := Matrices.LAPACK.dtrsen(chosen, T, Z);
    assert(info == 0, "place: poles are too close to each other to be put in order");
    G := transpose(Z)*Bc;
    left := left - b;
  end while;
  K := Kc*transpose(U[:, 1:n]);
end place;
