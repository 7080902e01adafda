// The cup-and-ball of Benveniste, Caillaud and others (Structural methods for handling mode changes in multimode DAE
// systems): a ball on a string, in Cartesian coordinates, with the tension lambda and the slack s in one
// complementarity, and no reinit. The ball flies on a parabola until the string is taut, which is found here by
// bisection. What points along the string is lost there, and the rest, x*w - y*u, is kept (E100); from then on the
// energy stays.
//| g = 9.81
//| def place(t): return 0.5 + 1.5*t, -0.2 + t - g*t*t/2
//| lo, hi = 0.0, 1.0
//| for k in range(200):
//|     mid = (lo + hi)/2
//|     lo, hi = (mid, hi) if place(mid)[0]**2 + place(mid)[1]**2 < 1 else (lo, mid)
//| T = lo
//| X, Y = place(T)
//| turns = X*(1 - g*T) - Y*1.5
//| E = turns**2/2 + g*Y
//! run --stop 4 --tol 1e-9 --solver {auto,cvode,rodas}
//! check abs(changes("taut")[0] - T) < 1e-7
//! check abs(right("u", changes("taut")[0]) + Y*turns) < 1e-7
//! check abs(right("w", changes("taut")[0]) - X*turns) < 1e-7
//! check abs(final["x"]**2 + final["y"]**2 - 1) < 1e-9
//! check abs(final["u"]**2/2 + final["w"]**2/2 + g*final["y"] - E) < 1e-5
//! value j["search"]["jumps"] = 1
//! message R0230 u from 1.5 to
model CupAndBall
  parameter Real L = 1, g = 9.81;
  Real x(start = 0.5, fixed = true), y(start = -0.2, fixed = true), u(start = 1.5, fixed = true),
      w(start = 1, fixed = true);
  Real lambda, s;
  Boolean taut(start = false, fixed = true);
equation
  der(x) = u;
  der(y) = w;
  der(u) = -lambda*x;
  der(w) = -lambda*y - g;
  taut = s <= 0;
  if taut then
    L^2 - (x^2 + y^2) = 0;
    s = -lambda;
  else
    lambda = 0;
    s = L^2 - (x^2 + y^2);
  end if;
end CupAndBall;
