model Controller "Holds a pendulum upright: the force on its cart from the angle and its rate"
  input Real theta(unit = "rad"), omega(unit = "rad/s"), y(unit = "m"), v(unit = "m/s");
  output Real F(unit = "N");
  parameter Real k[4] = {60, 18, 6, 8} "gains of angle, rate, place and speed";
equation
  F = k[1]*theta + k[2]*omega + k[3]*y + k[4]*v;
end Controller;
