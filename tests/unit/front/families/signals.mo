// Blocks with hierarchical signals, connected one to many, as a whole, in part and backwards.
connector In = input Real; connector Out = output Real;
block Gain parameter Real k = 1; In u; Out y; equation y = k*u; end Gain;
block Lag parameter Real T = 1; In u; Out y; Real x(start = 0, fixed = true); equation T*der(x) = u - x; y = x; end Lag;
block Mux parameter Integer n = 3; In u[n]; Out y; equation y = sum(u); end Mux;
block Hier parameter Integer n = 2; In u; Out y; Gain g[n](k = {2 + i for i in 1:n}); Lag l;
equation connect(u, g[1].u); for i in 1:n - 1 loop connect(g[i].y, g[i + 1].u); end for; connect(g[n].y, l.u);
connect(l.y, y); end Hier;
block Src Out y; equation y = sin(time); end Src;
model M
  parameter Integer n = 6;
  Src s; Hier h[n](n = fill(3, n)); Mux m(n = n); Gain gg[n](k = 1:n); Mux m2(n = 2*n);
equation
  for i in 1:n loop connect(s.y, h[i].u); end for;
  connect(h.y, m.u);
  connect(h.y, gg.u);
  connect(gg.y, m2.u[1:n]);
  connect(h[n:-1:1].y, m2.u[n + 1:2*n]);
  annotation(experiment(StopTime=2));
end M;
