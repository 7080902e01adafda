// Arrays in arrays, plugs of pins, a star, a bus bar along one array, elements that are listed.
connector Pin Real v; flow Real i; end Pin;
connector Plug parameter Integer m = 3; Pin pin[m]; end Plug;
model Res Pin p, n; parameter Real R = 1; equation p.v - n.v = R*p.i; p.i + n.i = 0; end Res;
model G Pin p; equation p.v = 0; end G;
model MultiR parameter Integer m = 3; parameter Real R[m] = fill(1, m); Plug a(final m = m), b(final m = m);
Res r[m](R = R);
equation connect(a.pin, r.p); connect(r.n, b.pin); end MultiR;
model Src parameter Integer m = 3; Plug a(final m = m); equation for k in 1:m loop a.pin[k].v = k + sin(time); end for;
end Src;
model Star parameter Integer m = 3; Plug a(final m = m); Pin n; equation for j in 1:m loop connect(a.pin[j], n);
end for; end Star;
model M
  MultiR x[4](R = {{i*10 + j for j in 1:3} for i in 1:4}); Src s; Star st; G g; Res bus[5]; Res tail[2];
equation
  connect(s.a, x[1].a);
  for i in 1:3 loop connect(x[i].b, x[i + 1].a); end for;
  connect(x[end].b, st.a); connect(st.n, g.p);
  for i in 1:4 loop connect(bus[i].p, bus[i + 1].p); end for;
  connect(bus[1].p, x[2].b.pin[3]);
end M;
model M2
  MultiR x[4](R = {{i*10 + j for j in 1:3} for i in 1:4}); Src s; Star st; G g; Res bus[5]; Res tail[2];
equation
  connect(s.a, x[1].a);
  for i in 1:3 loop connect(x[i].b, x[i + 1].a); end for;
  connect(x[end].b, st.a); connect(st.n, g.p);
  for i in 1:4 loop connect(bus[i].p, bus[i + 1].p); end for;
  connect(bus[1].p, x[2].b.pin[3]);
  connect(bus[{1, 3, 5}].n, bus[{2, 4, 2}].n);
  connect(bus[1].n, tail[1].p); connect(bus[3].n, tail[2].p); for i in 1:2 loop connect(tail[i].n, g.p); end for;
end M2;
