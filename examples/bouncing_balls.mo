// Six balls in a box. They bounce off each other and off the walls, and no energy is lost.
//
//     saltus run bouncing_balls.mo --animate balls.svg
//
// writes a film that any browser plays. The box is drawn as an outline, because the first row of the colours says so;
// each ball takes the next row.
model BouncingBalls "Elastic bounces in two dimensions, animated"
  import Saltus.Diagrams.*;
  parameter Integer n = 6 "number of balls";
  parameter Real walls[4] = {0, 480, 0, 320} "left, right, bottom, top";
  Balls balls(n = n, walls = walls, r = {36, 30, 26, 22, 18, 14}, x_start = {80, 200, 330, 120, 260, 400},
    y_start = {90, 220, 120, 240, 60, 250}, vx_start = {110, -90, 60, 140, -70, -120},
    vy_start = {70, 110, -130, -60, 150, 90});
  Matrices.MatrixConstant box(A = [walls[1], walls[3], walls[2] - walls[1], walls[4] - walls[3]]);
  Activations.SampleClock clock(period = 0.04);
  Animation.Anim2D animation(n = 2, types = {4, 3}, canvas = {walls[1], walls[3], walls[2] - walls[1],
    walls[4] - walls[3]}, zoom = 1, colors = [-1, -1, -1; 0.84, 0.37, 0; 0, 0.45, 0.7; 0, 0.62, 0.45; 0.9, 0.62, 0;
      0.8, 0.47, 0.65; 0.34, 0.71, 0.91]);

  block Balls "Discs of one thickness that bounce"
    parameter Integer n = 2;
    parameter Real walls[4];
    parameter Real r[n] "radii; the masses grow with their squares";
    parameter Real x_start[n], y_start[n], vx_start[n], vy_start[n];
    Real x[n](start = x_start, each fixed = true), y[n](start = y_start, each fixed = true);
    discrete Real vx[n](start = vx_start, each fixed = true), vy[n](start = vy_start, each fixed = true);
    Interfaces.MatrixOutput at = [matrix(x), matrix(y), matrix(r)] "rows x, y, radius";
    Real energy = sum(r[i]^2*(vx[i]^2 + vy[i]^2) for i in 1:n)/2 "constant";
    Integer bounces(start = 0, fixed = true);
  protected
    final parameter Integer pairs = div(n*(n - 1), 2);
    final parameter Integer first[pairs] = firsts(n), second[pairs] = seconds(n);
    Boolean touch[pairs] "two balls";
    Boolean side[n], level[n] "a ball and a wall at a side; floor and ceiling";
  equation
    der(x) = vx;
    der(y) = vy;
    for k in 1:pairs loop
      touch[k] = (x[first[k]] - x[second[k]])^2 + (y[first[k]] - y[second[k]])^2 < (r[first[k]] + r[second[k]])^2;
    end for;
    for i in 1:n loop
      side[i] = x[i] - r[i] < walls[1] or x[i] + r[i] > walls[2];
      level[i] = y[i] - r[i] < walls[3] or y[i] + r[i] > walls[4];
    end for;
    when cat(1, touch, side, level) then
      (vx, vy) = bounced(r, x, y, pre(vx), pre(vy), first, second, edge(touch), edge(side), edge(level));
      bounces = pre(bounces) + 1;
    end when;
  end Balls;

  function firsts "the smaller number of each pair"
    input Integer n;
    output Integer k[div(n*(n - 1), 2)];
  protected
    Integer at = 0;
  algorithm
    for i in 1:n - 1 loop
      for j in i + 1:n loop
        at := at + 1;
        k[at] := i;
      end for;
    end for;
  end firsts;

  function seconds "the greater number of each pair"
    input Integer n;
    output Integer k[div(n*(n - 1), 2)];
  protected
    Integer at = 0;
  algorithm
    for i in 1:n - 1 loop
      for j in i + 1:n loop
        at := at + 1;
        k[at] := j;
      end for;
    end for;
  end seconds;

  function bounced "velocities after what touches has bounced"
    input Real r[:], x[size(r, 1)], y[size(r, 1)], vx[size(r, 1)], vy[size(r, 1)];
    input Integer first[:], second[size(first, 1)];
    input Boolean touch[size(first, 1)], side[size(r, 1)], level[size(r, 1)];
    output Real ux[size(r, 1)] = vx, uy[size(r, 1)] = vy;
  protected
    Integer i, j;
    Real nx, ny, d, push;
  algorithm
    for k in 1:size(first, 1) loop
      if touch[k] then
        i := first[k];
        j := second[k];
        nx := x[j] - x[i];
        ny := y[j] - y[i];
        d := sqrt(nx^2 + ny^2);
        push := 2*((ux[i] - ux[j])*nx + (uy[i] - uy[j])*ny)/(d^2*(1/r[i]^2 + 1/r[j]^2));
        ux[i] := ux[i] - push*nx/r[i]^2;
        uy[i] := uy[i] - push*ny/r[i]^2;
        ux[j] := ux[j] + push*nx/r[j]^2;
        uy[j] := uy[j] + push*ny/r[j]^2;
      end if;
    end for;
    ux := {if side[k] then -ux[k] else ux[k] for k in 1:size(r, 1)};
    uy := {if level[k] then -uy[k] else uy[k] for k in 1:size(r, 1)};
  end bounced;
equation
  connect(box.y, animation.u1);
  connect(balls.at, animation.u2);
  connect(clock.o, animation.e);
  annotation(experiment(StopTime = 20));
end BouncingBalls;
