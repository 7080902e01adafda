// Modifications of arrays in arrays, enumerations, records and local packages; three dimensions from three levels.
record Data Real a; Real b; end Data;
type Mode = enumeration(off, on);
package P constant Real k = 3; end P;
model B parameter Real g = 2; parameter Real v[2] = {1, 2}; constant Integer n = 2; package L constant Real q = 5;
constant Real arr[3] = {1, 2, 3}; end L; 
  parameter Data dat = Data(1, 2); parameter Data many[2] = {Data(3, 4), Data(5, 6)};
  parameter Mode m = Mode.on; Mode mm = if time > 0.5 then m else Mode.off;
  Real x[n], s = L.q*g + L.arr[2] + sum(many.a) + dat.b; Real y = if m == Mode.on then g else 0; protected Real hid = g;
  
equation for i in 1:n loop x[i] = v[i]*g*time; end for; end B;
model A parameter Integer nb = 3; parameter Real h = 1; B b[nb](g = {h*i for i in 1:nb}, each v = {7, 8});
Real t = sum(b.s) + b[1].x[2]; Real u[nb] = b[:].y; end A;
model M
  A a[2](h = {10, 20}, b(dat(a = {{1, 2, 3}, {4, 5, 6}}, each b = 9),
      m = {{Mode.on, Mode.off, Mode.on}, {Mode.off, Mode.off, Mode.on}}));
  A one(b(v = {{1, 2}, {3, 4}, {5, 6}}, many = {{Data(i, j) for j in 1:2} for i in 1:3}));
  Real f[2, 3, 2] = a.b.x; Real e = a[1].b[2].x[1], ee = sum(a[:].b[2].x), g2 = sum(a.b[1:2].s);
  Real mx = max(a.b.dat.a); Data dd = a[2].b[3].dat; Data d3[2, 3] = a.b.dat;
  Real wa[2] = a.t; 
end M;
