// In each element of a family an array whose elements differ; only that one is taken apart. And families in elements
// that are apart.
connector Pin Real v; flow Real i; end Pin;
model R Pin p, n; parameter Real R = 1; equation p.v - n.v = R*p.i; p.i + n.i = 0; end R;
model G Pin p; equation p.v = 0; end G;
model S Pin p; parameter Real V = 1; equation p.v = V; end S;
model Leg parameter Integer k = 1; parameter Boolean extra = false; Pin a, b; R r[k]; R x(R = 7) if extra;
Real state(start = k, fixed = true);
equation connect(a, r[1].p); for i in 1:k - 1 loop connect(r[i].n, r[i + 1].p); end for; connect(r[k].n, b);
connect(a, x.p); connect(x.n, b); der(state) = -k*state + a.i; end Leg;
model Cell parameter Real V = 1; Leg leg[3](k = {1, 2, 3}, extra = {false, true, false}); S s(V = V); Pin out;
Real sum3 = leg[1].a.i + sum(leg.state) + leg[3].r[2].p.v; Real rs[2] = leg[2].r.p.v;
equation for i in 1:3 loop connect(leg[i].a, s.p); connect(leg[i].b, out); end for; end Cell;
model Uneven parameter Integer n = 2; R r[n](R = 1:n); Pin a; G g; equation for i in 1:n loop connect(r[i].p, a);
connect(r[i].n, g.p); end for; end Uneven;
model M
  Cell c[5](V = 1:5); R load[5](R = 2:6); G g; Uneven u[3](n = {2, 4, 3}); S s;
  Real one = c[3].leg[2].r[1].p.i, two = c[2].leg[3].r[3].n.v, t[5] = c.sum3, y = u[2].r[4].p.i;
  Real v5[5] = c.leg[2].a.i, v4 = sum(c[2:4].leg[3].r[2].p.v); Real w = sum(c[i].leg[2].a.i for i in 1:5);
equation
  connect(c.out, load.p); for i in 1:5 loop connect(load[i].n, g.p); end for;
  for i in 1:3 loop connect(u[i].a, s.p); end for;
end M;
