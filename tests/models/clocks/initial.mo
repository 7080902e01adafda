// Initial equations of partitions that are integrated from tick to tick hold at their first tick: x = 3, and der(z) =
// 0, which is z = 2.
//| h = 0.1
//| x = [3.0]; z = [2.0]
//| for k in range(10): x.append((x[-1] + h)/(1 + h)); z.append(z[-1] + h*(2 - z[-1]))
//! run --stop 1
//! value [right('x', h*k) for k in range(11)] = x +- 1e-12
//! value [right('z', h*k) for k in range(11)] = z +- 1e-12
//! value [right('q', h*k) for k in range(11)] = [4/1.1**k for k in range(11)] +- 1e-12
model Initial
  Real x, u, z(start = 9), w, v, y, q;
initial equation
  y = 8;
  x = 3;
  der(z) = 0;
equation
  u = sample(1, Clock(Clock(1, 10), "ImplicitEuler"));
  der(x) = u - x;
  w = sample(2, Clock(Clock(1, 10), "ExplicitEuler"));
  der(z) = w - z;
  v = sample(0, Clock(Clock(1, 10), "ImplicitEuler"));
  der(q) = v - q;
  y = 2*q;
end Initial;
