within Saltus.Control;
function halfOf "L of W = L*transpose(L), for a matrix that is symmetric and not negative"
  input Real W[:, size(W, 1)];
  output Real L[size(W, 1), size(W, 1)];
protected
  Real sigma[size(W, 1)], U[size(W, 1), size(W, 1)], VT[size(W, 1), size(W, 1)];
algorithm
  (sigma, U, VT) := Matrices.LAPACK.dgesvd(W);
  L := U*diagonal(sqrt(sigma));
end halfOf;
