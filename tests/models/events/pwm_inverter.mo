// Sine-triangle modulation: a Boolean compares a sine in time with a triangle made by a clock; the average of the
// output over a period of the triangle is near to the sine. The switching times are the intersections, found here by
// bisection in each half period of the carrier.
//| T = 0.01
//| exact = []
//| for n in range(200):
//|     a, b = n*T/2, (n + 1)*T/2
//|     f = lambda s: 0.8*sin(2*pi*s) - ((4*(s - n//2*T)/T - 1) if n % 2 == 0 else (3 - 4*(s - n//2*T)/T))
//|     fa = f(a)
//|     for _ in range(80):
//|         m = (a + b)/2
//|         if (f(m) > 0) == (fa > 0): a = m
//|         else: b = m
//|     exact.append(b)
//! run --stop 1 --tol 1e-6 --solver {auto,cvode,erk}
//! changes on = exact +- 1e-9
model PwmInverter
  parameter Real T = 0.01;
  discrete Real t0(start = 0, fixed = true);
  Real carrier = if time - t0 < T/2 then 4*(time - t0)/T - 1 else 3 - 4*(time - t0)/T;
  Boolean on = 0.8*sin(2*3.141592653589793*time) > carrier;
  Real i(start = 0, fixed = true);
equation
  when sample(0, T) then
    t0 = time;
  end when;
  der(i) = (if on then 1 else -1) - i;
end PwmInverter;
