// Differential equations in clocked partitions (16.8): each method by its formula, computed here once more.
//| h, n = 0.1, 20
//| def f(x, u, t): return -2*x + u + t
//| u = [sin(h*k) for k in range(n + 1)]
//| def steps(step):
//|     x, d, out = 1.0, None, []
//|     for k in range(n + 1):
//|         if k: x = step(x, d, k)
//|         d = f(x, u[k], h*k)
//|         out.append(x)
//|     return out
//| def rk(x, d, k):
//|     um, tm = (u[k - 1] + u[k])/2, h*k - h/2
//|     k1 = h*d; k2 = h*f(x + k1/2, um, tm); k3 = h*f(x + k2/2, um, tm); k4 = h*f(x + k3, u[k], h*k)
//|     return x + (k1 + 2*k2 + 2*k3 + k4)/6
//| ee = steps(lambda x, d, k: x + h*d)
//| ie = steps(lambda x, d, k: (x + h*(u[k] + h*k))/(1 + 2*h))
//| it = steps(lambda x, d, k: (x + h/2*(d + u[k] + h*k))/(1 + h))
//| mp = steps(lambda x, d, k: x + h*f(x + h/2*d, (u[k - 1] + u[k])/2, h*k - h/2))
//| rk4 = steps(rk)
//! run --stop 2
//! value [right('a.x', h*k) for k in range(n + 1)] = ee +- 1e-12
//! value [right('b.x', h*k) for k in range(n + 1)] = ie +- 1e-12
//! value [right('c.x', h*k) for k in range(n + 1)] = it +- 1e-12
//! value [right('d.x', h*k) for k in range(n + 1)] = mp +- 1e-12
//! value [right('e.x', h*k) for k in range(n + 1)] = rk4 +- 1e-12
//! value [right('g.x', h*k) for k in range(n + 1)] = ie +- 1e-12
//! run --stop 2 --step 0.05
//! y(1.05) = rk4[10] +- 1e-12
model Methods
  model Part
    parameter String method;
    Real x(start = 1, fixed = true), u;
    Clock c = Clock(Clock(1, 10), solverMethod = method);
  equation
    u = sample(sin(time), c);
    der(x) = -2*x + u + time;
  end Part;
  Part a(method = "ExplicitEuler"), b(method = "ImplicitEuler"), c(method = "ImplicitTrapezoid"),
    d(method = "ExplicitMidPoint2"), e(method = "ExplicitRungeKutta4");
  model Implicit                     // solved for der by nobody: a loop at each tick
    Real x(start = 1), u, w;
  equation
    u = sample(sin(time), Clock(Clock(1, 10), "ImplicitEuler"));
    w + 3*der(x) = -4*x + 2*u + 2*time;
    w = -der(x);
  end Implicit;
  Implicit g;
  Real y = hold(e.x);
end Methods;
