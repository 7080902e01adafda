within Modelica.Math;
package Matrices "Functions of matrices"
  function isEqual "Whether two matrices have the same size, and elements that differ by at most eps"
    extends Modelica.Icons.Function;
    input Real M1[:, :];
    input Real M2[:, :];
    input Real eps(min = 0) = 0;
    output Boolean result;
  algorithm
    result := size(M1, 1) == size(M2, 1) and size(M1, 2) == size(M2, 2);
    for i in 1:min(size(M1, 1), size(M2, 1)) loop
      for j in 1:min(size(M1, 2), size(M2, 2)) loop
        result := result and abs(M1[i, j] - M2[i, j]) <= eps;
      end for;
    end for;
  end isEqual;

  function solve "x of A*x = b"
    extends Modelica.Icons.Function;
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(b, 1)];
  algorithm
    x := vector(Saltus.Matrices.solve(A, matrix(b)));
  end solve;

  function solve2 "X of A*X = B"
    extends Modelica.Icons.Function;
    input Real A[:, size(A, 1)];
    input Real B[size(A, 1), :];
    output Real X[size(B, 1), size(B, 2)];
  algorithm
    X := Saltus.Matrices.solve(A, B);
  end solve2;

  function inv "The inverse of a matrix"
    extends Modelica.Icons.Function;
    input Real A[:, size(A, 1)];
    output Real invA[size(A, 1), size(A, 2)];
  algorithm
    invA := Saltus.Matrices.solve(A, identity(size(A, 1)));
  end inv;

  function equalityLeastSquares "The x for which |A*x - a| is least among those with B*x = b"
    extends Modelica.Icons.Function;
    input Real A[:, :];
    input Real a[size(A, 1)];
    input Real B[:, size(A, 2)];
    input Real b[size(B, 1)];
    output Real x[size(A, 2)];
  protected
    Integer n = size(A, 2);
    Integer p = size(B, 1);
    Real both[n + p];
  algorithm
    both := solve([transpose(A)*A, transpose(B); B, zeros(p, p)], cat(1, transpose(A)*a, b));
    x := both[1:n];
  end equalityLeastSquares;

  function norm "The norm of a matrix: 1, 2 or infinite"
    extends Modelica.Icons.Function;
    input Real A[:, :];
    input Real p(min = 1) = 2;
    output Real result = 0.0;
  algorithm
    if p == 2 then
      result := Saltus.Matrices.norm(A);
    elseif p == 1 then
      result := max(sum(abs(A[:, j])) for j in 1:size(A, 2));
    elseif p == Modelica.Constants.inf then
      result := max(sum(abs(A[i, :])) for i in 1:size(A, 1));
    else
      assert(false, "A norm of matrices is for p = 1, 2 or inf, and p is " + String(p));
    end if;
  end norm;

  function exp "The exponential of A*T"
    extends Modelica.Icons.Function;
    input Real A[:, size(A, 1)];
    input Real T = 1;
    output Real phi[size(A, 1), size(A, 1)];
  algorithm
    phi := Saltus.Matrices.exponential(A*T);
  end exp;
end Matrices;
