// A grid of capacitors with resistors in both directions.
connector Pin Real v; flow Real i; end Pin;
model R Pin p, n; parameter Real R = 1; equation p.v - n.v = R*p.i; p.i + n.i = 0; end R;
model C Pin p; parameter Real C = 1; Real v(start = 0, fixed = true); equation v = p.v; C*der(v) = p.i; end C;
model S Pin p; equation p.v = 1; end S;
model Grid
  parameter Integer n = 5, m = 4;
  R h[n, m - 1](R = {{i + j for j in 1:m - 1} for i in 1:n}), v[n - 1, m];
  C c[n, m](C = {{0.1*i + 0.01*j for j in 1:m} for i in 1:n});
  S s; R r0;
equation
  for i in 1:n loop
    for j in 1:m - 1 loop
      connect(c[i, j].p, h[i, j].p);
      connect(h[i, j].n, c[i, j + 1].p);
    end for;
  end for;
  for i in 1:n - 1, j in 1:m loop
      connect(c[i, j].p, v[i, j].p);
      connect(v[i, j].n, c[i + 1, j].p);
  end for;
  connect(s.p, r0.p); connect(r0.n, h[1, 1].p);
end Grid;
