// A rope becomes longer in no time: where on the larger circle the ball is then, no equation says.
//! options --stop 2
//! good
//! warning R0251 10:3
model RunConstraintJump
  Real x(start = 0.6, fixed = true), y(start = -0.8), u(start = 0, fixed = true), v, force, length;
equation
  der(x) = u; der(y) = v;
  der(u) = -force*x; der(v) = -force*y - 9.81;
  length = if time > 1 then 2 else 1;
  x^2 + y^2 = length^2;
end RunConstraintJump;
