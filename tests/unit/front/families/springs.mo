// Flanges with arrays in them; a chain inside of a model of which there are three.
connector F parameter Integer n = 2; Real x[n]; flow Real f[n]; end F;
model Spring F a, b; parameter Real c = 1; equation a.f = c*(a.x - b.x); a.f + b.f = zeros(2); end Spring;
model Mass F a; parameter Real m = 1; Real v[2](each start = 0, each fixed = true);
Real x[2](start = {1, 0}, each fixed = true); equation a.x = x; der(x) = v; m*der(v) = a.f; end Mass;
model Wall F a; equation a.x = {0, 0}; end Wall;
model M parameter Integer n = 4; Spring s[n + 1](c = fill(2, n + 1));
Mass m[n](m = 1:n, x(start = {{i, 2*i} for i in 1:n})); Wall l, r; Real e = sum(m[i].m*m[i].v*m[i].v/2 for i in 1:n);
equation connect(l.a, s[1].a); connect(s[1:n].b, m.a); connect(m.a, s[2:n + 1].a); connect(s[n + 1].b, r.a);
end M;
model Two parameter Integer n = 4; M q[3]; Real x = q[2].m[3].x[2]; Real all = sum(q.m.x); end Two;
