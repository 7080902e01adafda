within Saltus.Control;
function chainGain "placeChains for a controllable pair"
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :];
  input Real re[size(A, 1)] "poles: real parts";
  input Real im[size(A, 1)] = zeros(size(A, 1)) "and imaginary parts";
  output Real K[size(B, 2), size(A, 1)];
protected
  Integer n = size(A, 1), m = size(B, 2), lengths[size(B, 2)], reals, pairs, chain = 0, room, degree, at;
  Real M[size(A, 1), size(A, 1)], C[size(A, 1), size(A, 1)];
  Real r[size(A, 1)], p[size(A, 1)], q[size(A, 1)], poly[size(A, 1) + 1], W[size(A, 1) + 1, size(A, 1)];
  Real Gamma[size(A, 1), size(B, 2)], Wanted[size(A, 1), size(A, 1)], row[size(A, 1)];
algorithm
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
end chainGain;
