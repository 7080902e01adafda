within Saltus.Matrices;
function complexDeterminant "By elimination with pivots: real and imaginary part"
  input Real A[:, size(A, 1)] "Real parts";
  input Real B[size(A, 1), size(A, 1)] "Imaginary parts";
  output Real value[2] = {1, 0};
protected
  Integer n = size(A, 1), pivot;
  Real U[size(A, 1), size(A, 1)] = A, V[size(A, 1), size(A, 1)] = B, row[size(A, 1)], size2, re, im;
algorithm
  for k in 1:n loop
    pivot := k;
    for i in k + 1:n loop
      if U[i, k]^2 + V[i, k]^2 > U[pivot, k]^2 + V[pivot, k]^2 then
        pivot := i;
      end if;
    end for;
    if pivot <> k then
      row := U[k, :];
      U[k, :] := U[pivot, :];
      U[pivot, :] := row;
      row := V[k, :];
      V[k, :] := V[pivot, :];
      V[pivot, :] := row;
      value := -value;
    end if;
    value := {value[1]*U[k, k] - value[2]*V[k, k], value[1]*V[k, k] + value[2]*U[k, k]};
    size2 := U[k, k]^2 + V[k, k]^2;
    if size2 > 0 then
      for i in k + 1:n loop
        re := (U[i, k]*U[k, k] + V[i, k]*V[k, k])/size2;
        im := (V[i, k]*U[k, k] - U[i, k]*V[k, k])/size2;
        row := U[i, :] - re*U[k, :] + im*V[k, :];
        V[i, :] := V[i, :] - re*V[k, :] - im*U[k, :];
        U[i, :] := row;
      end for;
    end if;
  end for;
end complexDeterminant;
