// A continuous plant with a sampled PI controller. The plant is linear, so its exact solution from tick to tick is a
// recursion.
//| def loop(n, T):
//|     x, xi, out = 1.0, 0.5, []
//|     for k in range(n + 1):
//|         e = 2 - x
//|         xi = xi + T*e
//|         u = 0.8*e + 1.5*xi
//|         out.append((x, xi, u))
//|         x = u + (x - u)*exp(-T)
//|     return out
//| s = loop(50, 0.1)
//! run --stop 5 --tol 1e-10
//! x(2) = s[20][0] +- 1e-8
//! x(5) = s[50][0] +- 1e-8
//! xi(1.23) = s[12][1] +- 1e-8
//! u(0.05) = s[0][2] +- 1e-12
//! changes xi = [0.1*k for k in range(51)] +- 1e-12
//! value [right('ud', 0.1*k) for k in range(51)] = [q[2] for q in s] +- 1e-7
//! events time = 51
model Controller
  Real x(start = 1, fixed = true), u;
  Real e, xi(start = 0.5), ud, Ts;
equation
  der(x) = -x + u;
  u = hold(ud);
  e = 2 - sample(x, Clock(1, 10));
  Ts = interval(e);
  xi = previous(xi) + Ts*e;
  ud = 0.8*e + 1.5*xi;
end Controller;
