// A ball is dropped from 10 m and keeps 90 % of its speed at each bounce.
//
// You will see that the arcs of its height get smaller and quicker. Each contact is an event: the ball meets the floor
// at exactly sqrt(2*h/g) = 1.427843 s, and not at the end of some step. The bounces accumulate near 27.1 s; try --stop
// 30 to see what Saltus says about it.
model BouncingBall "A ball that bounces on the floor"
  parameter Real e = 0.9 "coefficient of restitution";
  parameter Real g(unit = "m/s2") = 9.81 "gravity";
  Real h(start = 10, fixed = true, unit = "m") "height";
  Real v(start = 0, fixed = true, unit = "m/s") "speed upwards";
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 12, Tolerance = 1e-8));
end BouncingBall;
