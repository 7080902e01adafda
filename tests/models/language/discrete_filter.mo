// A discrete filter in state form with arrays: x[n+1] = A x[n] + B u[n], in a when clause with array equations. The
// second-order recursion is Fibonacci's.
//| f = [1, 1]
//| while len(f) < 40: f.append(f[-1] + f[-2])
//! run --stop 20
//! final x[1] = f[21]
//! final x[2] = f[20]
//! final n = 20
model DiscreteFilter
  parameter Real A[2, 2] = [1, 1; 1, 0];
  discrete Real x[2](start = {1, 1}, each fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when sample(1, 1) then
    x = A*pre(x);
    n = pre(n) + 1;
  end when;
end DiscreteFilter;
