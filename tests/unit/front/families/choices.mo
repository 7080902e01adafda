// Branches, subscripts and values that have to be known for each element; calls with arrays as results.
function two input Real x; input Real v[2]; output Real a; output Real b[2]; algorithm a := x + v[1]; b := {x, v[2]};
end two;
model E
  parameter Integer kind = 1; parameter Real tab[3] = {1, 2, 3}; parameter Integer j = 2;
  Real x(start = 1), y, a, b[2], c[3]; Real u[3] = {time, 2*time, 3*time}; Real z = u[j] + tab[j];
equation
  if kind == 1 then der(x) = -x; y = 1; elseif kind == 2 then x = 2; y = time; else der(x) = 1; y = x; end if;
  (a, b) = two(x, {y, z});
  c = u*2 + {1, 2, 3};
end E;
model H
  parameter Integer kind = 1; parameter Real tab[3] = {1, 2, 3}; parameter Integer j = 2;
  Real x(start = 1), y, a, b[2], c[3]; Real u[3] = {time, 2*time, 3*time}; Real z = u[j] + tab[j];
equation
  if kind == 1 then der(x) = -x; y = 1; elseif kind == 2 then x = 2; y = time; else der(x) = 1; y = x; end if;
  a = x + y; b = {x, z};
  c = u*2 + {1, 2, 3};
end H;
model M
  E e[4](kind = {1, 2, 3, 1}, j = {1, 2, 3, 1}, u = {{i*time, i, time} for i in 1:4});
  H f[2](each kind = 2);
  H h[4](kind = {1, 2, 3, 1}, j = {1, 2, 3, 1}, u = {{i*time, i, time} for i in 1:4});
  Real s1 = time, s2 = 2*time;
  H g[2](each kind = 1, u = {{s1, s2, s1}, {s2, s1, s2}}, z = {s1, s2});
  annotation(experiment(StopTime=1));
end M;
