within Saltus.Matrices;
function leastSquares "The X with the least A*X - B, and of these the least X"
  input Real A[:, :];
  input Real B[size(A, 1), :];
  output Real X[size(A, 2), size(B, 2)];
protected
  constant Real eps = 2.220446049250313e-16;
  Integer info, n = min(size(A, 1), size(A, 2));
  Real sigma[min(size(A, 1), size(A, 2))], U[size(A, 1), size(A, 1)], VT[size(A, 2), size(A, 2)];
algorithm
  X := zeros(size(A, 2), size(B, 2));
  if n > 0 then
    (sigma, U, VT, info) := LAPACK.dgesvd(A);
    assert(info == 0, "leastSquares: LAPACK's dgesvd did not converge");
    for k in 1:n loop
      if sigma[k] > max(size(A))*eps*sigma[1] then
        for i in 1:size(A, 2) loop
          for j in 1:size(B, 2) loop
            X[i, j] := X[i, j] + VT[k, i]*(U[:, k]*B[:, j])/sigma[k];
          end for;
        end for;
      end if;
    end for;
  end if;
end leastSquares;
