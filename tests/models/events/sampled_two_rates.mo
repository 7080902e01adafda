// A cascade of two sampled controllers, inner 0.05 s and outer 0.2 s, on an integrator: against the exact recursion
//   y[n+1] = y[n] + T u[n], u[n] = k (w - y[n]), w = c (r - y[n]) at every fourth tick (which the inner one sees at
//   once).
//| Y, y, w, r = [], 0.0, 0.0, 1.0
//| for n in range(41):
//|     if n % 4 == 0: w = 0.8*(r - y) + y
//|     Y.append(y)
//|     y += 0.05*4*(w - y)
//! run --stop 2 --step 0.05 --tol 1e-9 --solver {auto,cvode,erk,ida}
//! value [right('y', n*0.05) for n in range(41)] = Y +- 1e-7
model SampledTwoRates
  Real y(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  der(y) = u;
  when sample(0, 0.05) then
    u = 4*(w - y);
  end when;
  when sample(0, 4*0.05) then
    w = 0.8*(1 - y) + y;
  end when;
end SampledTwoRates;
