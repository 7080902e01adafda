// Elements that differ in structure: conditional connectors and sizes. These arrays are taken apart, the others are
// families.
connector Pin Real v; flow Real i; end Pin;
model R0 Pin p; equation p.v = 2*p.i; end R0;
model Load parameter Boolean has = true; parameter Integer n = 1; Pin p; Pin q if has; Real x[n];
R0 r; equation connect(p, r.p); connect(p, q); x = fill(p.v, n); end Load;
model S Pin p; parameter Real V = 1; equation p.v = V; end S;
model M
  Load l[3](has = {true, false, true}, n = {1, 2, 3});
  Load g[3](each has = false, each n = 2);
  S s[3](V = {1, 2, 3}), s2; R0 ex[2];
equation
  connect(s.p, l.p);
  
  connect(l[1].q, ex[1].p); connect(l[2].q, ex[2].p); connect(l[3].q, ex[2].p);
  for i in 1:3 loop connect(g[i].p, s2.p); end for;
end M;
