// Enumerations as dimensions, transposed and reversed connections, a connection that depends on the index.
type Color = enumeration(red, green, blue);
connector Pin Real v; flow Real i; end Pin;
model R Pin p, n; parameter Real R = 1; parameter String name = "x"; equation p.v - n.v = R*p.i; p.i + n.i = 0; end R;
model S Pin p; parameter Real V = 1; equation p.v = V; end S;
model G Pin p; equation p.v = 0; end G;
model M
  R r[Color](R = {1, 2, 3}, name = {"a", "b", "c"}); S s[3](V = {1, 2, 3}); G g;
  R t[4]; R u[4]; R w[2, 3](R = [1, 2, 3; 4, 5, 6]); R wt[3, 2];
  Real c = r[Color.green].p.i; Integer n1 = size(w, 1), n2 = size(w, 2), nn = size(r, 1);
equation
  for k in Color loop connect(r[k].p, s[Integer(k)].p); connect(r[k].n, g.p); end for;
  connect(t[4:-1:1].n, u.p);
  for i in 1:4 loop connect(t[i].p, s[1].p); connect(u[5 - i].n, g.p); end for;
  for i in 1:2, j in 1:3 loop connect(w[i, j].n, wt[j, i].p); end for;
  connect(w[1, :].p, s.p); connect(w[2, 1].p, s[1].p); connect(w[2, 2:3].p, s[2:3].p);
  for i in 1:3 loop if i < 3 then connect(wt[i, 1].n, g.p); else connect(wt[i, 1].n, s[1].p); end if;
  connect(wt[i, 2].n, g.p); end for;
end M;
