within Saltus.Control;
function dropInfinite "One side of the reduction of transmissionZeros: D has full row rank after it"
  input Real A[:, size(A, 1)], B[size(A, 1), :], C[:, size(A, 1)], D[size(C, 1), size(B, 2)];
  input Real least "singular values that count are larger";
  output Real Ar[:, :], Br[:, :], Cr[:, :], Dr[:, :];
protected
  Integer n, p, m = size(B, 2), sigma, rho, nu, info;
  Boolean done = false;
  Real U[:, :], V[:, :], VT[:, :], values[:], Ct[:, :], Dt[:, :], An[:, :], Bn[:, :];
algorithm
  Ar := A;
  Br := B;
  Cr := C;
  Dr := D;
  while not done loop
    n := size(Ar, 1);
    p := size(Cr, 1);
    if n == 0 or p == 0 then
      done := true;
    else
      sigma := 0;
      Ct := Cr;
      Dt := Dr;
      if m > 0 then
        (values, U, VT, info) := Matrices.LAPACK.dgesvd(Dr);
        sigma := Matrices.rank(diagonal(values), least);
        Ct := transpose(U)*Cr;
        Dt := transpose(U)*Dr;
      end if;
      rho := 0;
      if sigma < p then
        (values, U, VT, info) := Matrices.LAPACK.dgesvd(Ct[sigma + 1:p, :]);
        rho := Matrices.rank(diagonal(values), least);
      end if;
      if rho == 0 then
        Cr := Ct[1:sigma, :];
        Dr := Dt[1:sigma, :];
        done := true;
      else
        // states that the rest of C sees are tied: they become outputs
        nu := n - rho;
        V := transpose([VT[rho + 1:n, :]; VT[1:rho, :]]);
        An := transpose(V)*Ar*V;
        Bn := transpose(V)*Br;
        Cr := [An[nu + 1:n, 1:nu]; Ct[1:sigma, :]*V[:, 1:nu]];
        Dr := [Bn[nu + 1:n, :]; Dt[1:sigma, :]];
        Ar := An[1:nu, 1:nu];
        Br := Bn[1:nu, :];
      end if;
    end if;
  end while;
end dropInfinite;
