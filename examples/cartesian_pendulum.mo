// A pendulum in Cartesian coordinates: two equations of motion and the length of the rod. The rod ties the coordinates
// to each other, so not all four quantities can be given at the start. No equation determines the force of the rod
// until the length has been differentiated twice (the index is 3). `saltus check` tells what was done about it.
//
// No two of the four quantities can be the states all the way round: x and vx do not determine y and vy at the sides,
// and y and vy do not determine x and vx at the bottom and the top. All four stay states, and are put back onto the rod
// after each step: its length is right to 1e-15 at every point.
//
// The pendulum has enough speed to go over the top. The speed there follows from the energy: vx^2 = 45 - 4*g*L, so 2.4
// m/s.
model CartesianPendulum "Over the top, without an angle"
  parameter Real L(unit = "m") = 1;
  parameter Real m(unit = "kg") = 1;
  parameter Real g(unit = "m/s2") = 9.81;
  Real x(start = 0, unit = "m"), y(start = -L, unit = "m");
  Real vx(start = sqrt(45), fixed = true, unit = "m/s"), vy(unit = "m/s");
  Real F(unit = "N") "force of the rod";
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x/L;
  m*der(vy) = -F*y/L - m*g;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 5));
end CartesianPendulum;
