within Saltus.Control;
function transmissionZeros "Where the pencil [A - s, B; C, D] loses rank"
  /* What would only make infinite zeros is taken out first by orthogonal compressions (Emami-Naeini and Van Dooren
     1982), from the side of the outputs and from that of the inputs. */
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :];
  input Real C[:, size(A, 1)];
  input Real D[size(C, 1), size(B, 2)];
  input Real tolerance = 1e-12 "of singular values, relative to the largest one of the system";
  output Integer count "how many there are";
  output Real re[size(A, 1)], im[size(A, 1)] "the first `count` of them are zeros";
protected
  Real Ar[:, :], Br[:, :], Cr[:, :], Dr[:, :], Ad[:, :], Bd[:, :], Cd[:, :], Dd[:, :], VT[:, :], U[:, :], sigma[:],
    least;
  Real alphaRe[:], alphaIm[:], beta[:], W[:, :], E[:, :], F[:, :];
  Integer n, m, info;
algorithm
  count := 0;
  re := zeros(size(A, 1));
  im := zeros(size(A, 1));
  least := tolerance*Matrices.norm([A, B; C, D]);
  (Ad, Bd, Cd, Dd) := dropInfinite(A, B, C, D, least);
  (Ar, Br, Cr, Dr) := dropInfinite(transpose(Ad), transpose(Cd), transpose(Bd), transpose(Dd), least);
  n := size(Ar, 1);
  m := size(Br, 2);
  if n > 0 and size(Cr, 1) == m then
    // D is invertible now: [C, D]*W = 0, and W carries the pencil
    W := [Cr, Dr; zeros(n, n + m)];
    (sigma, U, VT, info) := Matrices.LAPACK.dgesvd(W);
    W := transpose(VT[m + 1:n + m, :]);
    E := [Ar, Br]*W;
    F := W[1:n, :];
    (alphaRe, alphaIm, beta, info) := Matrices.LAPACK.dggev(E, F);
    assert(info == 0, "transmissionZeros: LAPACK's dggev did not converge");
    for i in 1:n loop
      re[i] := alphaRe[i]/beta[i];
      im[i] := alphaIm[i]/beta[i];
    end for;
    count := n;
  end if;
end transmissionZeros;
