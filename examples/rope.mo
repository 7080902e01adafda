// A stone on a rope, thrown upwards: it is not fast enough for a full turn, so the rope goes slack, and the stone flies
// freely until the rope catches it.
//
// While the rope is taut, two states are enough, the angle and its rate. While the stone flies, there are four: its
// position and its velocity. The rope goes slack when its force reaches zero, at the height 0.8 L for this throw. The
// flight is a parabola. When it ends, the part of the velocity that points along the rope is lost; `reinit` says so. Of
// 21.6 J, 14.1 J are left after the first flight and 8.2 J after the second; then the stone swings. If it is thrown
// with 3.5 instead of 4.4, it falls to the lowest point, and keeps one part in 28.
//
// The angle has no equation while the stone flies. It keeps its last value.
model Rope "Two states or four"
  parameter Real L(unit = "m") = 1;
  parameter Real m(unit = "kg") = 1;
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real throw = 4.4 "square of the first speed, in units of g*L; between 2 and 5 the rope goes slack";
  Real phi(start = 0, fixed = true, unit = "rad") "angle from below";
  Real w(start = sqrt(throw*g/L), fixed = true, unit = "rad/s");
  Real x(unit = "m"), y(unit = "m"), vx(unit = "m/s"), vy(unit = "m/s");
  Real r(unit = "m") "distance";
  Real F(unit = "N") "force of the rope";
  Real energy(unit = "J") = m*(vx^2 + vy^2)/2 + m*g*(y + L);
  Boolean taut(start = true, fixed = true);
equation
  taut = if pre(taut) then F >= 0 else r > L;
  if taut then
    der(phi) = w;
    L*der(w) = -g*sin(phi);
    x = L*sin(phi);
    y = -L*cos(phi);
    vx = L*w*cos(phi);
    vy = L*w*sin(phi);
    r = L;
    F = m*(L*w^2 + g*cos(phi));
  else
    der(x) = vx;
    der(y) = vy;
    der(vx) = 0;
    der(vy) = -g;
    r = sqrt(x^2 + y^2);
    F = 0;
  end if;
  when taut then
    reinit(phi, atan2(x, -y));
    reinit(w, (x*vy - y*vx)/L^2);
  end when;
  annotation(experiment(StopTime = 4, Tolerance = 1e-8));
end Rope;
