// Connections from inside of elements to a component far outside; arrays of one, of none, and of sizes that are
// computed.
connector Pin Real v; flow Real i; end Pin;
model World Pin port; parameter Real V = 2; equation port.v = V; end World;
model R Pin p, n; parameter Real R = 1; equation p.v - n.v = R*p.i; p.i + n.i = 0; end R;
model G Pin p; equation p.v = 0; end G;
model Cell outer World world; outer G g; parameter Integer k = 2; parameter Real Rv = 1; R r[k](each R = Rv); R none[0];
R few[k - 1]; Pin out; Real e = sum(none.p.v) + size(none, 1); 
equation for i in 1:k loop connect(r[i].p, world.port); end for; for i in 1:k - 1 loop connect(r[i].n, r[i + 1].n);
end for; connect(r[1].n, out);
connect(few.p, r[1:k - 1].n); for i in 1:k - 1 loop connect(few[i].n, g.p); end for; end Cell;
model M inner World world; inner G g; Cell c[5](Rv = 1:5); Cell one[1](each k = 3); Cell z[0];
Cell big[2, 2](each k = 4); R l[5]; Real e = sum(z.out.v) + sum(c.e); 
equation connect(c.out, l.p); for i in 1:5 loop connect(l[i].n, g.p); end for; end M;
