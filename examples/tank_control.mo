// Two tanks, a pump and a valve. The pump fills the first tank, from where the water runs into the second one; the
// valve at its outlet opens now and then. The controller reads two slow sensors, and switches the pump.
//
//     saltus run tank_control.mo --animate tanks.svg
//
// The two rectangles beside the tanks are the jets of pump and outlet, which are white while nothing flows: their
// colours are part of their signal.
model TankControl "Level control with hysteresis, animated"
  import Saltus.Diagrams.*;
  parameter Real alpha = 0.1, beta = 0.1 "sections of the pipe and of the outlet, m2";
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real gamma = 1, delta = 1 "1/area of the tanks, 1/m2";
  parameter Real tau(unit = "1/s") = 5 "speed of the sensors";
  parameter Real f0(unit = "m3/s") = 0.3 "flow of the pump";
  parameter Real most(unit = "m") = 1.8 "the first tank must not rise above this";
  parameter Real h_down(unit = "m") = 0.9, h_up(unit = "m") = 1.1 "the pump goes on below, and off above";
  Real h1(start = 0, fixed = true, unit = "m"), h2(start = 0, fixed = true, unit = "m") "levels";
  Real y1(start = 0, fixed = true, unit = "m"), y2(start = 0, fixed = true, unit = "m") "what the sensors say";
  Real f1 = alpha*sign(h1 - h2)*sqrt(2*g*abs(h1 - h2)), f2 = if open then beta*sqrt(2*g*max(h2, 0)) else 0;
  Real f_in = if pump then f0 else 0;
  Boolean pump(start = false, fixed = true), open(start = false, fixed = true) "the valve";
  Integer switched(start = 0, fixed = true) "how often the pump was; it goes on at the beginning";
  Activations.EventGenerate first(delay = 10), second(delay = 20), third(delay = 31);
  Activations.EventUnion opens(n = 3);
  Activations.EventDelay closes(delay = 4);
  Activations.SampleClock clock(period = 0.04);
  Animation.Anim2D animation(n = 5, types = {104, 4, -2, -2, -2}, canvas = {-1, -0.8, 6, 3.4}, zoom = 100,
    colors = [white; white; blue; blue; blue; blue; grey; grey; grey], thickness = 4, speed = 2);
  parameter Real blue[1, 3] = [0.34, 0.71, 0.91], white[1, 3] = [1, 1, 1], grey[1, 3] = [0.25, 0.25, 0.25];
  // the jets; water in both tanks, in the pipe between them and in the outlet; the outlines
  Interfaces.MatrixOutput jets = [cat(2, [0.4, h1, 0.15, 2.2 - h1], shade(pump)); cat(2, [4.25, -0.8, 0.15, 0.8],
    shade(open and h2 > 0.001))];
  Interfaces.MatrixOutput water = [0, 0, 1.5, h1; 2.5, 0, 1.5, h2; 1.5, 0, 1, min(0.2, min(h1, h2));
    4, 0, 0.4, min(0.15, h2)];
  Interfaces.MatrixOutput left = [0, 2; 0, 0; 4.25, 0];
  Interfaces.MatrixOutput middle = [1.5, 2; 1.5, 0.2; 2.5, 0.2; 2.5, 2];
  Interfaces.MatrixOutput right = [4.4, -0.05; 4.4, 0.15; 4, 0.15; 4, 2];

  function shade "blue where something flows, else white"
    input Boolean flows;
    output Real color[1, 3] = if flows then [0.34, 0.71, 0.91] else [1, 1, 1];
  algorithm
  end shade;
equation
  der(h1) = gamma*(f_in - f1);
  der(h2) = delta*(f1 - f2);
  der(y1) = tau*(h1 - y1);
  der(y2) = tau*(h2 - y2);
  pump = y1 < most and (y2 < h_down or (pre(pump) and y2 < h_up));
  when {initial(), change(pump)} then
    switched = pre(switched) + 1;
  end when;
  when opens.o then
    open = true;
  elsewhen closes.o then
    open = false;
  end when;
  connect(first.o, opens.e[1]);
  connect(second.o, opens.e[2]);
  connect(third.o, opens.e[3]);
  connect(opens.o, closes.e);
  connect(clock.o, animation.e);
  connect(jets, animation.u1);
  connect(water, animation.u2);
  connect(left, animation.u3);
  connect(middle, animation.u4);
  connect(right, animation.u5);
  annotation(experiment(StopTime = 60));
end TankControl;
