// When, if, assert, initial equations and algorithms in components; parameters that choose a branch differ among
// elements.
model Cell
  parameter Real p = 1; parameter Real T = 0.1; parameter Boolean big = false; parameter Integer m = 2;
  Real x(start = p), y, w[m]; discrete Real d(start = 0); Integer k(start = 0); Boolean b; Real s;
  Real al, be; Real arr[3]; discrete Real st(start = 0, fixed = true);
initial equation
  x = 2*p;
equation
  der(x) = if x > 1 then -x else -0.5*x;
  if big then y = 2*x; else y = x + 1; end if;
  for i in 1:m loop w[i] = i*x; end for;
  b = x > p;
  when {x < p, time > T} then d = pre(d) + x; k = pre(k) + 1; elsewhen sample(0, T) then d = -1; k = pre(k) + 10;
  end when;
  assert(x > -1e9, "too small " + String(x));
  s = if noEvent(x > 0.5) then 1 else 0;
algorithm
  al := 0;
  for i in 1:3 loop al := al + i*x; arr[i] := al; end for;
  if al > 2 then be := al; else be := -al; end if;
algorithm
  when time > 0.55 then
    st := st + x;
  end when;
end Cell;
model M
  Cell c[4](p = {0.5, 1, 1.5, 2}, T = {0.1, 0.23, 0.31, 0.5}, big = {true, false, true, false});
  Cell e[2](each m = 3);
  Real q[4] = c.y; Real a = sum(c.arr); Integer ks = sum(c.k);
  annotation(experiment(StopTime = 1));
end M;
