// A function that touches zero and does not cross it, and one that starts at zero. x = (t - 1)^2 is never below 0 but
// below 1e-6 for 2e-3 s; z = t is positive from the start on.
//! run --stop 2 --tol 1e-10 --solver {auto,erk,cvode,adams}
//! final near = 1
//! final left = 1
//! changes left = [1.001] +- 1e-4
//! final started = True
model Tangent
  Real x(start = 1, fixed = true), v(start = -2, fixed = true), z(start = 0, fixed = true);
  Integer near(start = 0, fixed = true), left(start = 0, fixed = true);
  Boolean started = z > 0;
equation
  der(x) = v;
  der(v) = 2;
  der(z) = 1;
  when x < 1e-6 then
    near = pre(near) + 1;
  end when;
  when not x < 1e-6 then
    left = pre(left) + 1;
  end when;
end Tangent;
