within Saltus.Control;
function placeTwo "F with two eigenvalues of T + G*F, by their sum and product: the smaller one of two ways"
  input Real T[2, 2], G[2, :];
  input Real trace, det;
  output Real F[size(G, 2), 2];
protected
  Integer info, m = size(G, 2);
  Real sigma[min(2, size(G, 2))], U[2, 2], VT[size(G, 2), size(G, 2)], b[2], c[2], d, k[2], D[2, 2], M[2, 2], have,
      want, Other[size(G, 2), 2];
  Boolean found = false;
algorithm
  (sigma, U, VT, info) := Matrices.LAPACK.dgesvd(G);
  F := zeros(m, 2);
  // by the strongest combination of inputs: Ackermann's formula for two states
  b := G*VT[1, :];
  c := T*b;
  d := b[1]*c[2] - b[2]*c[1];
  if abs(d) > 1e-14*(b*b)*sqrt(sum(T.^2)) then
    k := {-b[2], b[1]}*(T*T - trace*T + det*identity(2))/d;
    F := -matrix(VT[1, :])*transpose(matrix(k));
    found := true;
  end if;
  // by two combinations, where there are two: the matrix with these eigenvalues that is like T
  if m > 1 then
    if sigma[min(2, m)] > 1e-10*sigma[1] then
      D := T - (T[1, 1] + T[2, 2])/2*identity(2);
      have := D[1, 1]^2 + D[1, 2]*D[2, 1];
      want := trace^2/4 - det;
      if have*want > 0 then
        M := sqrt(want/have)*D;
      elseif want < 0 then
        M := [0, sqrt(-want); -sqrt(-want), 0];
      else
        M := [sqrt(want), D[1, 2]; 0, -sqrt(want)];
      end if;
      M := transpose(U)*(M + trace/2*identity(2) - T);
      Other := transpose(VT[1:2, :])*[M[1:1, :]/sigma[1]; M[2:2, :]/sigma[min(2, m)]];
      if not found or sum(Other.^2) < sum(F.^2) then
        F := Other;
        found := true;
      end if;
    end if;
  end if;
  assert(found, "place: the pair (A, B) is too close to one that is not controllable");
end placeTwo;
