// Functions inside nonlinear and linear loops: their derivatives are needed for Newton's method. f(x) = x^3 + x has the
// inverse that bisection gives; for the pair u = f(v) + 1, v = cos(u)/4 the reference iterates (a contraction).
//| def inverse(y):
//|     low, high = -10.0, 10.0
//|     for _ in range(200):
//|         m = (low + high)/2
//|         if m**3 + m < y: low = m
//|         else: high = m
//|     return m
//| u, v = 0.0, 0.0
//| for _ in range(1000): u, v = v**3 + v + 1, cos(u)/4
//! class FunctionLoops.Use
//! run --stop 3 --step 0.25 --tol 1e-9 --solver {auto,cvode,ida}
//! x = inverse(t) +- 1e-8
//! final u = u +- 1e-9
//! final v = v +- 1e-9
//! final s[1] = 1 +- 1e-9
//! final s[2] = 2 +- 1e-9
package FunctionLoops
  function f
    input Real x;
    output Real y;
  protected
    Real square;
  algorithm
    square := x*x;
    y := if x > 100 then 1e6 else square*x + x;
  end f;
  function pair
    input Real a, b;
    output Real r[2];
  algorithm
    r[1] := a*b;
    r[2] := a + b;
  end pair;
  model Use
    Real x(start = 0), u(start = 1), v(start = 0), s[2](start = {0.5, 2.5});
  equation
    f(x) = time;
    u = f(v) + 1;
    v = cos(u)/4;
    pair(s[1], s[2]) = {2, 3};
  end Use;
end FunctionLoops;
