// Matrix algebra and comprehensions inside and over elements.
partial function F input Real x; output Real y; end F;
model A parameter Integer order = 2; parameter Real c[order + 1] = {i for i in 1:order + 1}; Real p;
Real x[order](each start = 1, each fixed = true); Real m[order, order] = matrix(x)*transpose(matrix(x)); Real det = x*x;
Real u[:] = c[1:order];
equation p = sum(c[i]*time^(i - 1) for i in 1:order + 1); der(x) = -x; end A;
model M A a[3](c = {{i, 2*i, 3*i} for i in 1:3}); A b[2](each order = 3); Real y[3], q; Real mat[3, 2] = a.x;
Real mm[2, 2] = a[2].m; Real v[2] = a[1].m*a[2].x; Real cat1[6] = cat(1, a[1].x, a[2].x, a[3].x);
Real mx = max(a[i].p for i in 1:3); Real vv[3] = {a[i].p + a[4 - i].p for i in 1:3};
equation y = a.p + vector(a.det); q = product(a.p); end M;
