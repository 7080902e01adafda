within Saltus.Control;
function placeChains "K with the poles of A - B*K where they are wanted, by the canonical form of Luenberger"
  /* Each input gets a chain of integrators; chains are as equal in length as the system allows. Row c[i] sees input i after as many derivatives as its chain
     is long, and the feedback makes each chain a system of its own, with its share of the poles. If all poles are equal this K is the only one that
     uncouples the chains. For up to about ten states; place is the one for more. */
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :];
  input Real re[size(A, 1)] "poles: real parts";
  input Real im[size(A, 1)] = zeros(size(A, 1)) "imaginary parts; conjugate pairs";
  output Real K[size(B, 2), size(A, 1)];
protected
  Integer n = size(A, 1), m = size(B, 2), nc, lengths[size(B, 2)], reals, pairs, used = 0, chain = 0, room, degree, at;
  Real U[size(A, 1), size(A, 1)], M[size(A, 1), size(A, 1)], C[size(A, 1), size(A, 1)];
  Real r[size(A, 1)], p[size(A, 1)], q[size(A, 1)], poly[size(A, 1) + 1], W[size(A, 1) + 1, size(A, 1)];
  Real Gamma[size(A, 1), size(B, 2)], Wanted[size(A, 1), size(A, 1)], row[size(A, 1)];
algorithm
  (nc, U) := contr(A, B);
  checkPoles("placeChains", A, B, U, nc, re, im);
  (reals, pairs, r, p, q) := splitPoles("placeChains", re, im);
  (lengths, M) := chains(A, B);
  C := Matrices.solve(M, identity(n));
  Gamma := zeros(n, m);
  Wanted := zeros(n, n);
  poly := cat(1, {1}, zeros(n));
  degree := 0;
  at := 0;
  room := 0;
  for j in 1:m loop
    if lengths[j] > 0 then
      at := at + lengths[j];
      chain := chain + 1;
      row := C[at, :];
      for i in 1:lengths[j] loop
        W[degree + i, :] := row;
        if i == lengths[j] then
          Gamma[chain, :] := row*B;
        end if;
        row := row*A;
      end for;
      degree := degree + lengths[j];
      W[degree + 1, :] := row;
      room := room + lengths[j];
      // poles of this chain, pairs first; poly are the coefficients, lowest last
      while room > 1 and pairs > 0 loop
        poly := times(poly, -2*p[pairs], p[pairs]^2 + q[pairs]^2);
        pairs := pairs - 1;
        room := room - 2;
      end while;
      while room > 0 and reals > 0 loop
        poly := times(poly, -r[reals], 0);
        reals := reals - 1;
        room := room - 1;
      end while;
      if room == 0 then
        for i in 0:degree loop
          Wanted[chain, :] := Wanted[chain, :] + poly[degree - i + 1]*W[i + 1, :];
        end for;
        poly := cat(1, {1}, zeros(n));
        degree := 0;
      else
        // half of a pair is left over: the chain is fed by the next one, and both have its poles
        Wanted[chain, :] := row - C[nextEnd(lengths, j, at), :];
      end if;
    end if;
  end for;
  K := leastSquares(Gamma[1:chain, :], Wanted[1:chain, :]);
end placeChains;
