within Saltus.Control;
function reduce "A stable system with fewer states: those of the balanced form with the largest Hankel singular values"
  /* The error of the transfer matrix is at most twice the sum of the Hankel singular values that are left out. */
  input Real A[:, size(A, 1)] "stable";
  input Real B[size(A, 1), :];
  input Real C[:, size(A, 1)];
  input Real D[size(C, 1), size(B, 2)];
  input Integer order "how many states are kept";
  input Boolean keepGain = false
    "true: steady gains are kept, and the other states are in equilibrium; false: they are left out";
  input Boolean sampled = false;
  output Real Ar[order, order], Br[order, size(B, 2)];
  output Real Cr[size(C, 1), order], Dr[size(C, 1), size(B, 2)];
  output Real hankel[size(A, 1)] "Hankel singular values of the whole system";
protected
  Integer n = size(A, 1), r = order, all;
  Real T[:, :], Ti[:, :], Ab[:, :], Bb[:, :], Cb[:, :], E[:, :];
algorithm
  assert(order >= 0 and order <= n, "reduce: a system of " + String(n) + " states has no " + String(order) +
    " states to keep");
  all := if keepGain then n else r;
  (hankel, T, Ti) := balancing(A, B, C, all, sampled);
  Ab := Ti*A*T;
  Bb := Ti*B;
  Cb := C*T;
  Ar := Ab[1:r, 1:r];
  Br := Bb[1:r, :];
  Cr := Cb[:, 1:r];
  Dr := D;
  if all > r then
    E := Matrices.solve((if sampled then identity(max(0, n - r)) else zeros(max(0, n - r), max(0, n - r)))
      - Ab[r + 1:n, r + 1:n], [Ab[r + 1:n, 1:r], Bb[r + 1:n, :]]);
    Ar := Ar + Ab[1:r, r + 1:n]*E[:, 1:r];
    Br := Br + Ab[1:r, r + 1:n]*E[:, r + 1:r + size(B, 2)];
    Cr := Cr + Cb[:, r + 1:n]*E[:, 1:r];
    Dr := Dr + Cb[:, r + 1:n]*E[:, r + 1:r + size(B, 2)];
  end if;
end reduce;
