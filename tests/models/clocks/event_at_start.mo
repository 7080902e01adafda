// An event clock whose condition is true when the run begins: it has not become true there, so the first tick is where
// it becomes true again. sin(t) > -0.5 turns true at 11*pi/6 and 23*pi/6. (E38)
//! run --stop 13 --tol 1e-9
//! final n = 2
//! changes n = [11*pi/6, 23*pi/6] +- 1e-5
model M
  Real x(start = 0, fixed = true);
  Integer n(start = 0);
  Real late(start = 0);
  Clock c = Clock(sin(x) > -0.5);
equation
  der(x) = 1;
  when c then
    n = previous(n) + 1;
    late = sample(x);
  end when;
end M;
