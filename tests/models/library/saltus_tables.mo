// Tables of one, two and three variables. One variable: the samples (0, 4), (1, 7), (2, 6), (4, 5), whose values
// between them were computed by hand from the formulas of the papers that the methods are of, and by SciPy (splines,
// akima). Two and three variables: f = (1 + 2 u1)(3 - u2)(2 + u3) is linear in each variable, so every grid gives it
// exactly.
//| at = (0.25, 0.5, 0.75, 1.25, 1.5, 1.75, 2.5, 3, 3.5)
//| known = {"k": (5.302734, 6.203125, 6.751953, 6.998047, 6.796875, 6.447266, 5.015625, 4.25, 4.109375),
//|          "na": (4.999660, 5.899457, 6.599524, 7.038383, 6.801630, 6.414062, 5.407609, 5.108696, 5.005435),
//|          "cl": (4.376065, 5.252841, 6.253196, 7.211293, 6.985795, 6.517401, 5.306818, 5.022727, 4.977273),
//|          "a": (5.197917, 6.194444, 6.843750, 6.791667, 6.5, 6.208333, 5.710938, 5.423611, 5.174479),
//|          "fb": (5.171875, 6.125, 6.765625, 6.876202, 6.586538, 6.253606, 5.664663, 5.368590, 5.138221),
//|          "s": (5.171875, 6.125, 6.765625, 6.882812, 6.604167, 6.273438, 5.625, 5.333333, 5.125),
//|          "l": (4.75, 5.5, 6.25, 6.75, 6.5, 6.25, 5.75, 5.5, 5.25),
//|          "f": (4, 4, 4, 7, 7, 7, 6, 6, 6), "c": (7, 7, 7, 6, 6, 6, 5, 5, 5), "n": (4, 7, 7, 7, 6, 6, 6, 5, 5)}
//! class SaltusTables.One
//! run
//! check all(abs(right(name + ".y", t) - y) < 1e-6 for name, ys in known.items() for t, y in zip(at, ys))
//! changes f.y = [1, 2, 4] +- 1e-12
//! changes c.y = [0, 1, 2] +- 1e-12
//! changes n.y = [0.5, 1.5, 3] +- 1e-12
//! value [right(b + ".y", -1) for b in "zlxr"] = [0, 4, 1, 5.5] +- 1e-12
//! value [right(b + ".y", 5) for b in "zlxr"] = [0, 5, 4.5, 7] +- 1e-12
//! r.y(4-) = 5 +- 1e-9
//! r.y(4) = 4 +- 1e-9
//! r.y(8) = 4 +- 1e-9
//! changes z.y = [0, 4] +- 1e-12
//! value [right("fz.y", -1), right("fz.y", 5)] = [0, 5] +- 0
//! class SaltusTables.Grids
//! run
//! bi.y = (1 + 2*sin(t))*(3 - 2*cos(2*t)) +- 1e-12
//! tri.y = (1 + 2*sin(t))*(3 - 2*cos(2*t))*(2 + t/3) +- 1e-12
//! value [right("held.y", 3), right("ended.y", 3), right("lined.y", 3), right("again.y", 3)] = [12, 0, 16, 8] +- 1e-12
//! class SaltusTables.Driven
//! run --tol 1e-9
//! x = x_later(t) +- 1e-6
//| def x_later(t):       # x' = 4 + 3 x up to x = 1, then 8 - x up to x = 2, then 7 - x/2
//|     t1 = log(7/4.0)/3
//|     t2 = t1 + log(7/6.0)
//|     return (4*exp(3*t) - 4)/3 if t < t1 else 8 - 7*exp(-(t - t1)) if t < t2 else 14 - 12*exp(-(t - t2)/2)
//! class SaltusTables.Falling
//! run
//! status failed
//! message R0204 the samples of a table must rise
package SaltusTables
  import Saltus.Tables.*;

  model One
    parameter Real X[:] = {0, 1, 2, 4}, Y[:] = {4, 7, 6, 5};
    Lookup f(X = X, Y = Y, between = Between.floor, u = time), c(X = X, Y = Y, between = Between.ceil, u = time);
    Lookup n(X = X, Y = Y, between = Between.nearest, u = time), l(X = X, Y = Y, u = time);
    Lookup k(X = X, Y = Y, between = Between.notAKnot, u = time), na(X = X, Y = Y, between = Between.natural, u = time);
    Lookup cl(X = X, Y = Y, between = Between.clamped, u = time), a(X = X, Y = Y, between = Between.akima, u = time);
    Lookup fb(X = X, Y = Y, between = Between.fritschButland, u = time);
    Lookup s(X = X, Y = Y, between = Between.steffen, u = time);
    Lookup z(X = X, Y = Y, left = Beyond.zero, right = Beyond.zero, u = time);
    Lookup x(X = X, Y = Y, left = Beyond.line, right = Beyond.line, u = time);
    Lookup r(X = X, Y = Y, left = Beyond.repeat, right = Beyond.repeat, u = time);
    Lookup fz(X = X, Y = Y, between = Between.floor, left = Beyond.zero, right = Beyond.zero, u = time);
    annotation(experiment(StartTime = -5, StopTime = 9, Interval = 0.25));
  end One;

  model Grids
    parameter Real X1[:] = {-1, -0.2, 0.5, 1}, X2[:] = {-3, 0, 0.7, 2}, X3[:] = {0, 0.1, 4};
    Lookup2D bi(X1 = X1, X2 = X2, Y = {{(1 + 2*p)*(3 - q) for q in X2} for p in X1}, u = {sin(time), 2*cos(2*time)});
    Lookup3D tri(X1 = X1, X2 = X2, X3 = X3, Y = {{{(1 + 2*p)*(3 - q)*(2 + r) for r in X3} for q in X2} for p in X1},
      u = {sin(time), 2*cos(2*time), time/3});
    // (1 + u1)(3 - u2) beyond the end of u1, at u2 = -1
    parameter Real Y[3, 2] = {{4*p, 3*p} for p in {1, 2, 3}};
    Lookup2D held(X1 = {0, 1, 2}, X2 = {-1, 0}, Y = Y, u = {time, -1});
    Lookup2D ended(X1 = {0, 1, 2}, X2 = {-1, 0}, Y = Y, u = {time, -1}, right = {Beyond.zero, Beyond.hold});
    Lookup2D lined(X1 = {0, 1, 2}, X2 = {-1, 0}, Y = Y, u = {time, -1}, right = {Beyond.line, Beyond.hold});
    Lookup2D again(X1 = {0, 1, 2}, X2 = {-1, 0}, Y = Y, u = {time, -1}, right = {Beyond.repeat, Beyond.hold});
    annotation(experiment(StopTime = 4));
  end Grids;

  model Driven "A table over a state: its corners are events"
    Real x(start = 0, fixed = true);
    Lookup rate(X = {0, 1, 2, 4}, Y = {4, 7, 6, 5}, u = x);
  equation
    der(x) = rate.y;
    annotation(experiment(StopTime = 0.5));
  end Driven;

  model Falling
    Lookup l(X = {0, 2, 1}, Y = {1, 2, 3}, u = time);
  end Falling;
end SaltusTables;
