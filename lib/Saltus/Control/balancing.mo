within Saltus.Control;
function balancing
  "Hankel singular values and the transformation to the first states of the balanced form: x = T*xb, xb = Ti*x"
  input Real A[:, size(A, 1)], B[size(A, 1), :], C[:, size(A, 1)];
  input Integer order;
  input Boolean sampled;
  output Real hankel[size(A, 1)];
  output Real T[size(A, 1), order], Ti[order, size(A, 1)];
protected
  Integer n = size(A, 1), info;
  Real W[size(A, 1), size(A, 1)], Lc[size(A, 1), size(A, 1)], Lo[size(A, 1), size(A, 1)], U[size(A, 1), size(A, 1)],
    VT[size(A, 1), size(A, 1)];
algorithm
  W := controllabilityGramian(A, B, sampled);
  Lc := halfOf(W);
  W := observabilityGramian(A, C, sampled);
  Lo := halfOf(W);
  (hankel, U, VT, info) := Matrices.LAPACK.dgesvd(transpose(Lo)*Lc);
  assert(info == 0, "balance: LAPACK's dgesvd did not converge");
  assert(order == 0 or hankel[max(1, order)] > 1e-14*hankel[1], "balance: inputs reach and outputs see only " +
    String(Matrices.rank(diagonal(hankel), 1e-14*hankel[1])) + " states; a system of order " + String(order) +
    " cannot be balanced");
  for i in 1:order loop
    T[:, i] := Lc*VT[i, :]/sqrt(hankel[i]);
    Ti[i, :] := U[:, i]*transpose(Lo)/sqrt(hankel[i]);
  end for;
end balancing;
