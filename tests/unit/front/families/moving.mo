// Events of elements written outside of them, delays and samples inside, start values as arrays.
class Cell parameter Real a = 1; Real x(start = 1, fixed = true), y; Integer k(start = 0, fixed = true);
Boolean on(start = false, fixed = true); Real dl, z; discrete Real h(start = 0, fixed = true);
equation der(x) = -a*x + z; dl = delay(x, 0.1); y = 2*x;
  when sample(0, 0.25) then h = x + pre(h); end when; 
end Cell;
model M
  Cell c[3](a = {1, 2, 3}, x(start = {1, 2, 3})); Cell d[2, 2](a = [1, 2; 3, 4], each x(start = 0.5));
  Real y[3], w[3], q(start = 0, fixed = true); Real sum3 = sum(c[i].x*d[1, 1].x for i in 1:3);
initial algorithm
equation
  c.z = {0.1, 0.2, 0.3};
  d.z = [0, 1; 2, 3]*0.01;
  y = der(c.x); w = pre(c.h) + c.dl;
  der(q) = c[1].x + c[3].y;
  for i in 1:3 loop
    when c[i].x < 0.5*i then c[i].k = pre(c[i].k) + 1; c[i].on = not pre(c[i].on); reinit(c[i].x, 1 + i); end when;
  end for;
  for i in 1:2, j in 1:2 loop d[i, j].k = if d[i, j].x > 0.2 then i else j; end for;
  for i in 1:2 loop d[i, 1].on = d[i, 2].x > d[i, 1].x; d[i, 2].on = false; end for;
  annotation(experiment(StopTime = 2));
end M;
