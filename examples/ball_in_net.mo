// A ball falls into a net, which has a mass of its own and hangs on springs. Ball and net go on together with the
// momentum of the ball: it falls with 0.5 kg at 6.26 m/s, and two thirds of the speed are left. The net throws the ball
// up again when it would have to hold it back, and catches it the next time. Energy is lost in each impact, and in the
// damping of the springs.
model BallInNet "Caught and thrown"
  parameter Real m(unit = "kg") = 0.5 "ball";
  parameter Real M(unit = "kg") = 0.25 "net";
  parameter Real k(unit = "N/m") = 100;
  parameter Real d(unit = "N.s/m") = 0.5;
  parameter Real g(unit = "m/s2") = 9.81;
  Real y(start = 2, fixed = true, unit = "m") "ball";
  Real v(start = 0, fixed = true, unit = "m/s");
  Real z(start = 0, fixed = true, unit = "m") "net";
  Real u(start = 0, fixed = true, unit = "m/s");
  Real F(unit = "N") "between the two";
  Boolean caught(start = false, fixed = true);
equation
  der(y) = v;
  der(z) = u;
  m*der(v) = F - m*g;
  M*der(u) = -F - k*z - d*u;
  caught = if pre(caught) then F >= 0 else y < z;
  if caught then
    y = z;
  else
    F = 0;
  end if;
  annotation(experiment(StopTime = 4));
end BallInNet;
