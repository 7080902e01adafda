// A disk rolls on a floor, leans over, and turns while it does, like a coin. Nothing slips, and nothing is lost.
//
//     saltus run rolling_disk.mo --animate disk.svg
//
// The disk has two halves, so that one sees how it turns; the blue line is where it has touched the floor. A second
// clock takes snapshots: the film ends with a row of disks. The floor has a negative type, so snapshots leave it out.
model RollingDisk "A thin disk that rolls without slipping, animated"
  import Saltus.Diagrams.*;
  parameter Real R = 2.5 "radius";
  parameter Real g = 9.81;
  parameter Real a = 1/4, c = 1/2 "moments of inertia about a diameter and the axis, of m R^2";
  Real psi(start = -0.6, fixed = true) "heading", theta(start = 1.57, fixed = true) "of the axis against the vertical";
  Real phi(start = 0, fixed = true) "how far it has turned";
  Real w1(start = 0.5, fixed = true), w2(start = -0.3, fixed = true), w3(start = -1.6, fixed = true) "angular velocity";
  Real p[2](start = {-16, 6}, each fixed = true) "where it touches the floor";
  Real spin = w2*cos(theta)/sin(theta) "of the frame of heading and lean, about the axis";
  Real energy = R^2*((w1^2 + w3^2)/2 + (a*(w1^2 + w2^2) + c*w3^2)/2) + g*R*sin(theta) "of a unit of mass; constant";
  Activations.SampleClock clock(period = 0.04);
  Activations.SampleClock shots(period = 1.5);
  Activations.SampleClock marks(period = 0.08);
  Trace trace(at = p);
  Animation.Anim2D animation(n = 4, types = {-1, 2, 1, 1}, canvas = {-8, -4, 16, 8}*3, zoom = 40,
    colors = [0.93, 0.93, 0.9; 0, 0.3, 0.8; 0.85, 0.15, 0.1; 0.1, 0.6, 0.2]);
  Interfaces.MatrixOutput floor = seen([-19, -13, 0; 19, -13, 0; 19, 13, 0; -19, 13, 0]);
  Interfaces.MatrixOutput half1 = seen(halfDisk(p, R, psi, theta, phi));
  Interfaces.MatrixOutput half2 = seen(halfDisk(p, R, psi, theta, phi + 3.141592653589793));

  function seen "points in space, as they are seen from above and from one side"
    input Real points[:, 3];
    output Real at[size(points, 1), 2] = points*[1, 0; 0.25, 0.5; 0, 0.9];
  algorithm
  end seen;

  function halfDisk "corners of one half of the disk"
    input Real p[2], R, psi, theta, phi;
    output Real points[25, 3];
  protected
    Real ahead[3] = {cos(psi), sin(psi), 0}, up[3] = {-cos(theta)*sin(psi), cos(theta)*cos(psi), sin(theta)}, angle;
  algorithm
    for k in 1:25 loop
      angle := phi + (k - 1)*3.141592653589793/24;
      points[k, :] := {p[1], p[2], 0} + R*(1 + sin(angle))*up + R*cos(angle)*ahead;
    end for;
  end halfDisk;

  block Trace "The last places of a point"
    parameter Integer n = 120 "how many";
    input Real at[2];
    Interfaces.ActivationInput e;
    Interfaces.RealOutput y[n, 2](start = zeros(n, 2), each fixed = true) "on the sheet, the oldest first";
  protected
    Integer come(start = 0, fixed = true);
  equation
    when e then
      come = pre(come) + 1;
      y[n, :] = vector(seen([at[1], at[2], 0]));
      for k in 1:n - 1 loop
        y[k, :] = if come == 1 then y[n, :] else pre(y[k + 1, :]);
      end for;
    end when;
  end Trace;
equation
  der(theta) = w1;
  der(psi) = w2/sin(theta);
  der(phi) = w3 - spin;
  der(p) = -R*der(phi)*{cos(psi), sin(psi)};
  (a + 1)*der(w1) = a*spin*w2 - (c + 1)*w2*w3 - g/R*cos(theta);
  a*der(w2) = c*w1*w3 - a*spin*w1;
  (c + 1)*der(w3) = w1*w2;
  connect(clock.o, animation.e);
  connect(marks.o, trace.e);
  connect(shots.o, animation.s);
  connect(floor, animation.u1);
  connect(trace.y, animation.u2);
  connect(half1, animation.u3);
  connect(half2, animation.u4);
  annotation(experiment(StopTime = 9));
end RollingDisk;
