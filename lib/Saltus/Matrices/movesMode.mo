within Saltus.Matrices;
function movesMode "Has [A - s, B] full rank at an eigenvalue s of A?"
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :];
  input Real re, im;
  output Boolean yes;
protected
  constant Real eps = 2.220446049250313e-16;
  Integer n = size(A, 1), m = size(B, 2);
  Real M[size(A, 1), size(A, 1)];
  Real sigma[2*size(A, 1)];
algorithm
  M := A - re*identity(n);
  sigma := singularValues([M, im*identity(n), B, zeros(n, m); -im*identity(n), M, zeros(n, m), B]);
  yes := sigma[2*n] > 10*n*eps*(norm(A) + norm(B));
end movesMode;
