within Saltus.Control;
function balance "The balanced form of a stable system, in which each state is as easy to reach as to see"
  input Real A[:, size(A, 1)] "stable";
  input Real B[size(A, 1), :];
  input Real C[:, size(A, 1)];
  input Boolean sampled = false;
  output Real Ab[size(A, 1), size(A, 1)], Bb[size(A, 1), size(B, 2)], Cb[size(C, 1), size(A, 1)];
  output Real hankel[size(A, 1)] "Hankel singular values, largest first";
protected
  Real T[size(A, 1), size(A, 1)], Ti[size(A, 1), size(A, 1)];
algorithm
  (hankel, T, Ti) := balancing(A, B, C, size(A, 1), sampled);
  Ab := Ti*A*T;
  Bb := Ti*B;
  Cb := C*T;
end balance;
