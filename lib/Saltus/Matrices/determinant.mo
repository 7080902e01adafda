within Saltus.Matrices;
function determinant "By elimination with pivots"
  input Real A[:, size(A, 1)];
  output Real value = 1;
protected
  Integer n = size(A, 1), pivot;
  Real U[size(A, 1), size(A, 1)] = A, row[size(A, 1)];
algorithm
  for k in 1:n loop
    pivot := k;
    for i in k + 1:n loop
      if abs(U[i, k]) > abs(U[pivot, k]) then
        pivot := i;
      end if;
    end for;
    if pivot <> k then
      row := U[k, :];
      U[k, :] := U[pivot, :];
      U[pivot, :] := row;
      value := -value;
    end if;
    value := value*U[k, k];
    if U[k, k] <> 0 then
      for i in k + 1:n loop
        U[i, :] := U[i, :] - U[i, k]/U[k, k]*U[k, :];
      end for;
    end if;
  end for;
end determinant;
