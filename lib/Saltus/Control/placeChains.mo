within Saltus.Control;
function placeChains "K with the poles of A - B*K where they are wanted, by the canonical form of Luenberger"
  /* Each input gets a chain of integrators; chains are as equal in length as the system allows. Row c[i] sees input i
     after as many derivatives as its chain is long, and the feedback makes each chain a system of its own, with its
     share of the poles. If all poles are equal this K is the only one that uncouples the chains. For up to about ten
     states; place is the one for more. */
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :];
  input Real re[:] "poles: real parts; as many as there are states, or as many as inputs reach";
  input Real im[size(re, 1)] = zeros(size(re, 1)) "imaginary parts; conjugate pairs";
  output Real K[size(B, 2), size(A, 1)];
protected
  Integer nc;
  Real U[size(A, 1), size(A, 1)], V[:, :], Ac[:, :], Bc[:, :], Kc[:, :];
algorithm
  (nc, U) := contr(A, B);
  checkPoles("placeChains", A, B, U, nc, re, im);
  V := U[:, 1:nc];
  Ac := transpose(V)*A*V;
  Bc := transpose(V)*B;
  Kc := chainGain(Ac, Bc, re, im);
  K := Kc*transpose(V);
end placeChains;
