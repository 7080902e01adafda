// A rope of length 1 is held taut while the ball is at a distance of 0.63: where on the circle the ball would be then,
// no equation says (E121).
//! options --stop 0.5
//! good
//! info R0230 14:3
//! warning R0250 14:3
model RunPositionJump
  Real x(start = 0.6, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true), v(start = 0, fixed = true),
      force;
  Boolean taut = time > 0.2;
equation
  der(x) = u; der(y) = v;
  der(u) = -force*x; der(v) = -force*y - 9.81;
  if taut then
    x^2 + y^2 = 1;
  else
    force = 0;
  end if;
end RunPositionJump;
