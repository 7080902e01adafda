within Saltus.Control;
function chains "Lengths of the chains A^k*b[j], taken by power first, and a matrix of them"
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :];
  output Integer lengths[size(B, 2)] = zeros(size(B, 2));
  output Real M[size(A, 1), size(A, 1)] "controllable pairs only";
protected
  Integer n = size(A, 1), m = size(B, 2), count = 0, column = 0;
  Real basis[size(A, 1), size(A, 1)], now[size(A, 1), size(B, 2)], v[size(A, 1)], size1;
  Real expected[size(B, 2)] "how long the next vector of a chain may be";
  Boolean alive[size(B, 2)] = fill(true, size(B, 2));
algorithm
  basis := zeros(n, n);
  now := B;
  size1 := Matrices.norm(A);
  expected := fill(Matrices.norm(B), m);
  for power in 1:n loop
    for j in 1:m loop
      if alive[j] and count < n then
        v := now[:, j];
        for again in 1:2 loop
          v := v - basis*(transpose(basis)*v);
        end for;
        if sqrt(v*v) > 1e-10*expected[j] then
          count := count + 1;
          basis[:, count] := v/sqrt(v*v);
          lengths[j] := lengths[j] + 1;
          expected[j] := size1*sqrt(now[:, j]*now[:, j]);
          now[:, j] := A*now[:, j];
        else
          alive[j] := false;
        end if;
      end if;
    end for;
  end for;
  assert(count == n, "placeChains: the pair (A, B) is too close to one that is not controllable; use place");
  for j in 1:m loop
    v := B[:, j];
    for k in 1:lengths[j] loop
      column := column + 1;
      M[:, column] := v;
      v := A*v;
    end for;
  end for;
end chains;
