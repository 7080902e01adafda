within Spice;
model CoupledInductors "L and K: N coupled inductors, up to perfect coupling"
  parameter Integer N = 2 "number of inductors";
  parameter Real L[N] "inductances, H";
  parameter Real K[N, N] = identity(N) "couplings, symmetric, 1 on the diagonal";
  parameter Real IC[N] = zeros(N) "currents at the start, A";
  parameter Boolean UIC = false "start at IC";
  Interfaces.Pin p[N] "with the dots";
  Interfaces.Pin n[N];
  Real v[N] "p.v - n.v, V";
  Real i[N] "currents from p to n, A";
  Real m[N] "independent combinations of the fluxes";
protected
  final parameter Real C[N, N] = Functions.choleskyFactor(N, K) annotation(Evaluate = true);
  final parameter Real D[N] = sqrt(L);
equation
  for k in 1:N loop
    v[k] = p[k].v - n[k].v;
    p[k].i = i[k];
    n[k].i = -i[k];
    m[k] = sum(C[j, k]*D[j]*i[j] for j in k:N);
    v[k] = if initial() then (if UIC then D[k]*sum(C[k, j]*(m[j] - sum(C[l, j]*D[l]*IC[l] for l in j:N))
      for j in 1:k)/instant else 0) else D[k]*sum(C[k, j]*der(m[j]) for j in 1:k);
  end for;
end CoupledInductors;
