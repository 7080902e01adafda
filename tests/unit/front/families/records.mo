// Records as values and bindings, one modification for all elements and one for each, slices and reductions over
// components.
record Rec Real a; Real b[2]; end Rec;
function mk input Real x; output Rec r; algorithm r.a := x; r.b := {2*x, 3*x}; end mk;
model Sub
  parameter Real k = 1; parameter Rec p = Rec(1, {2, 3});
  Rec q; Real y; Real z[3];
  Rec f = mk(time*k);
equation
  q.a = k*time; q.b = p.b*time; y = q.a + sum(q.b) + p.a; z = {y, 2*y, 3*y};
end Sub;
model M
  parameter Integer n = 5;
  parameter Rec ps[n] = {Rec(i, {i, 2*i}) for i in 1:n};
  Sub s[n](k = {i^2 for i in 1:n}, p = ps);
  Sub t[2, 3](k = [1, 2, 3; 4, 5, 6], each p = Rec(7, {8, 9}));
  Real total = sum(s.y), most = max(s.z), tt = sum(t.z), e = s[end].y, sl = sum(s[2:4].q.b), one = t[2, 1].z[3];
  Real v[n] = s.y .* s.k; Real m[2, 3] = t.y; Real m2[3] = t[1, :].y; Real x[n, 2] = s.q.b;
  Rec rr = s[2].q; Rec ra[n] = s.q; Real c1 = s[1].f.a + s[n].f.b[2];
end M;
