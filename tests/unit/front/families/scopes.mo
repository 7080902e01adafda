// Inner and outer, redeclared classes, a short class that is an array, functions that take constants from around them,
// subscripts that are found in the run.
model World parameter Real g = 9.81; Real t = time; end World;
partial model Base outer World world; parameter Real m = 1; Real f; end Base;
model Mass extends Base; Real v(start = 0, fixed = true); equation m*der(v) = f; f = m*world.g; end Mass;
model Fix extends Base; equation f = 2*m + world.t; end Fix;
model Pair replaceable model T = Mass constrainedby Base; T t[2](m = {1, 2}); inner Real loc = sum(t.f); Inside ins[2];
end Pair;
model Inside outer Real loc; Real z = 2*loc; end Inside;
model Three = Mass[3](m = {4, 5, 6});
function sq input Real x; output Real y; algorithm y := x*x; end sq;
model WithConst constant Integer n = 2; parameter Real off = 0; function f input Real x; output Real y;
algorithm y := n*x; end f; Real y = f(time) + off; end WithConst;
model M
  inner World world(g = 10);
  Pair p[3](redeclare model T = Fix), q[2];
  Three th; Three th2[2];
  WithConst w[3](off = {1, 2, 3}); WithConst wn[2](n = {3, 4});
  Integer k = 1 + integer(time*2.5); parameter Integer idx[2] = {3, 1};
  Real pick = w[k].y, pk = w[idx[2]].y + sum(w[idx].y), fs[3] = sq(w.y), ch = sum(sq(w[i].y) for i in 1:3);
  Real wsum; Real aa[3];
algorithm
  wsum := 0; for i in 1:3 loop wsum := wsum + w[i].y; aa[i] := w[4 - i].y; end for;
  annotation(experiment(StopTime=0.7));
end M;
