// A pendulum is swung up by its pivot, whose acceleration is limited, and held upright: a diagram with an Automaton.
//
// In modes 1 and 3 the pivot is accelerated as fast as it can be, to one side or the other; in mode 2 in proportion to
// the energy that is missing; in mode 4 it holds the pendulum upright. Each mode is a matrix expression of the states
// and their derivatives: two residuals, two resets, and one jump for each arrow that leads out of the mode. At 18.8 s,
// after some swings, mode 4 is entered.
model SwingUp "Four modes, as a diagram"
  import Saltus.Diagrams.Automata.Automaton;
  import Saltus.Diagrams.Matrices.MatrixExpression;
  parameter Real um = 0.25 "largest acceleration, in units of gravity", k = 20 "gain of mode 2";
  parameter Real near = 0.95 "cosine of the angle at which it is caught";
  Automaton automaton(jumps = [2, 4, 0; 1, 3, 4; 2, 4, 0; 2, 0, 0], initialMode = 2, x_start = {pi + 1e-3, 0})
    annotation(Placement(transformation(extent = {{40, -20}, {80, 20}})));
  MatrixExpression beta(expression = "(u1(2)^2/2 + cos(u1(1)) - 1)*u1(2)*cos(u1(1))")
    "energy that is missing, and where"
    annotation(Placement(transformation(extent = {{-90, 60}, {-60, 90}})));
  MatrixExpression left(n = 2, expression = "[u1(2) - u1(3); sin(u1(1)) + um*cos(u1(1)) - u1(4); u1(1); u1(2);
    k*u2 + 1; cos(u1(1)) - near]")
    annotation(Placement(transformation(extent = {{-30, 60}, {0, 90}})));
  MatrixExpression swing(n = 2, expression = "[u1(2) - u1(3); sin(u1(1)) - k*um*u2*cos(u1(1)) - u1(4); u1(1); u1(2);
    -1 - k*u2; k*u2 - 1; cos(u1(1)) - near]")
    annotation(Placement(transformation(extent = {{-30, 20}, {0, 50}})));
  MatrixExpression right(n = 2, expression = "[u1(2) - u1(3); sin(u1(1)) - um*cos(u1(1)) - u1(4); u1(1); u1(2);
    1 - k*u2; cos(u1(1)) - near]")
    annotation(Placement(transformation(extent = {{-30, -20}, {0, 10}})));
  MatrixExpression hold(expression = "[u1(2) - u1(3); -atan2(sin(u1(1)), cos(u1(1))) - u1(2) - u1(4); u1(1); u1(2);
    near - cos(u1(1))]")
    annotation(Placement(transformation(extent = {{-30, -60}, {0, -30}})));
  Real height = cos(automaton.x[1]) "of the mass over its pivot", speed = automaton.x[2];
  constant Real pi = 3.14159265358979;
equation
  connect(automaton.y, beta.u1)
    annotation(Line(points = {{82, 8}, {92, 8}, {92, -75}, {-98, -75}, {-98, 87}, {-91.5, 87}}, color = {0, 0, 127}));
  connect(automaton.y, left.u1)
    annotation(Line(points = {{82, 8}, {92, 8}, {92, -75}, {-50, -75}, {-50, 87}, {-31.5, 87}}, color = {0, 0, 127}));
  connect(automaton.y, swing.u1)
    annotation(Line(points = {{82, 8}, {92, 8}, {92, -75}, {-50, -75}, {-50, 47}, {-31.5, 47}}, color = {0, 0, 127}));
  connect(automaton.y, right.u1)
    annotation(Line(points = {{82, 8}, {92, 8}, {92, -75}, {-50, -75}, {-50, 7}, {-31.5, 7}}, color = {0, 0, 127}));
  connect(automaton.y, hold.u1)
    annotation(Line(points = {{82, 8}, {92, 8}, {92, -75}, {-50, -75}, {-50, -33}, {-31.5, -33}}, color = {0, 0, 127}));
  connect(beta.y, left.u2)
    annotation(Line(points = {{-58.5, 75}, {-40, 75}, {-40, 83.6}, {-31.5, 83.6}}, color = {0, 0, 127}));
  connect(beta.y, swing.u2)
    annotation(Line(points = {{-58.5, 75}, {-40, 75}, {-40, 43.6}, {-31.5, 43.6}}, color = {0, 0, 127}));
  connect(beta.y, right.u2)
    annotation(Line(points = {{-58.5, 75}, {-40, 75}, {-40, 3.6}, {-31.5, 3.6}}, color = {0, 0, 127}));
  connect(left.y, automaton.u1)
    annotation(Line(points = {{1.5, 75}, {30, 75}, {30, 16}, {38, 16}}, color = {0, 0, 127}));
  connect(swing.y, automaton.u2)
    annotation(Line(points = {{1.5, 35}, {24, 35}, {24, 11.4}, {38, 11.4}}, color = {0, 0, 127}));
  connect(right.y, automaton.u3)
    annotation(Line(points = {{1.5, -5}, {18, -5}, {18, 6.8}, {38, 6.8}}, color = {0, 0, 127}));
  connect(hold.y, automaton.u4)
    annotation(Line(points = {{1.5, -45}, {24, -45}, {24, 2.2}, {38, 2.2}}, color = {0, 0, 127}));
  annotation(experiment(StopTime = 30, Tolerance = 1e-8));
end SwingUp;
