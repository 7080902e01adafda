within Saltus.Diagrams;
package Animation "What moves on a sheet: saltus run --animate=FILE.svg"
  import Saltus.Diagrams.Interfaces.*;

  partial block Drawn "An object of the animation"
    parameter Real color[3] = {0.12, 0.47, 0.71} "Red, green and blue, 0 to 1; -1: not filled, drawn as an outline";
    parameter Real thickness(min=0) = 2 "Of lines, in pixels";
    annotation (Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,0,0},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid), Text(extent={{-150,-110},{150,-150}},
      textString="%name")}));
  end Drawn;

  block Sheet "The part of the plane that the animation shows"
    parameter Real canvas[4] = {-1, -1, 2, 2} "Left, bottom, width and height" annotation (__Saltus(animate="sheet"));
    parameter Real zoom(min=0) = 0 "Pixels for a unit; 0: as many as make a picture of a usual size";
    parameter Real speed(min=0) = 0 "Seconds of the model in a second of the film; 0: 1, or what makes 5 to 30 seconds";
    annotation (Icon(graphics={Rectangle(extent={{-100,70},{100,-70}}, lineColor={0,0,0}, fillColor={255,255,255},
      fillPattern=FillPattern.Solid), Polygon(points={{-25,40},{-25,-40},{45,0},{-25,40}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid), Text(extent={{-150,-80},{150,-120}},
      textString="%name")}),
      Documentation(info="<html><p>If there is none, all places that objects come to are shown.</p></html>"));
  end Sheet;

  block Polygon "An area, by its corners"
    extends Drawn;
    final parameter Integer kind = 1;
    input Real at[:, 2] "Rows x, y" annotation (__Saltus(animate="object"));
    annotation (Icon(graphics={Polygon(points={{-70,-50},{0,60},{70,-50},{-70,-50}}, lineColor={0,0,127},
      fillColor={160,190,230}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>The last corner is joined to the first, and the area is filled.</p></html>"));
  end Polygon;

  block Line "A line through points"
    extends Drawn;
    final parameter Integer kind = 2;
    input Real at[:, 2] "Rows x, y" annotation (__Saltus(animate="object"));
    annotation (Icon(graphics={Line(points={{-70,-50},{-20,50},{20,-30},{70,40}}, color={0,0,127}, thickness=3)}),
      Documentation(info="<html><p>The points are joined in the order of the rows.</p></html>"));
  end Line;

  block Circles "Discs"
    extends Drawn;
    final parameter Integer kind = 3;
    input Real at[:, 3] "Rows x, y, radius" annotation (__Saltus(animate="object"));
    annotation (Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, lineColor={0,0,127}, fillColor={160,190,230},
      fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>A filled circle for each row.</p></html>"));
  end Circles;

  block Rectangles "Rectangles"
    extends Drawn;
    final parameter Integer kind = 4;
    input Real at[:, 4] "Rows x and y of the lower left corner, width, height" annotation (__Saltus(animate="object"));
    annotation (Icon(graphics={Rectangle(extent={{-70,40},{70,-40}}, lineColor={0,0,127}, fillColor={160,190,230},
      fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>A filled rectangle for each row.</p></html>"));
  end Rectangles;

  block Segments "Straight lines from point to point"
    extends Drawn;
    final parameter Integer kind = 5;
    input Real at[:, 4] "Rows x1, y1, x2, y2" annotation (__Saltus(animate="object"));
    annotation (Icon(graphics={Line(points={{-60,-60},{60,60}}, color={0,0,127}, thickness=3)}),
      Documentation(info="<html><p>A straight line for each row.</p></html>"));
  end Segments;

  block Trails "The ways that points have gone"
    extends Drawn(thickness=1);
    final parameter Integer kind = 6;
    input Real at[:, 2] "Rows x, y" annotation (__Saltus(animate="object"));
    annotation (Icon(graphics={Line(points={{-70,-50},{-30,30},{10,-20},{60,40}}, color={0,0,127},
      pattern=LinePattern.Dot, smooth=Smooth.Bezier), Ellipse(extent={{52,48},{68,32}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>For each row the way that the point has gone so far.</p></html>"));
  end Trails;

  block Held "An object of an Anim2D: it moves when an activation comes, and is copied when another one does"
    extends Interfaces.Icon;
    parameter Real thickness(min=0) = 2 "Of lines, in pixels";
    parameter Integer kind = 1 "1 polygon, 2 line, 3 circles, 4 rectangles, 5 segments, 6 trails; 103, 104, 105: with
      the columns red, green, blue behind the others; negative: it is not part of snapshots";
    MatrixInput u "Where it is" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ActivationInput e "Takes it there" annotation (Placement(transformation(extent={{-60,100},{-40,120}})));
    ActivationInput s "Leaves a copy of it" annotation (Placement(transformation(extent={{40,100},{60,120}})));
    discrete Real at[size(u, 1), size(u, 2)](each start=0, each fixed=true) "Where it is drawn"
      annotation (__Saltus(animate="object"));
    Integer frames(start=0, fixed=true) "Times it has been taken there";
    Integer shots(start=0, fixed=true) "Copies that it has left";
  equation
    when e then
      at = u;
      frames = pre(frames) + 1;
    end when;
    when s then
      shots = pre(shots) + 1;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="%kind")}),
      Documentation(info="<html><p>Anim2D has one of these for each of its inputs.</p></html>"));
  end Held;

  block Anim2D "Draws objects where its inputs say"
    extends Interfaces.Icon;
    parameter Integer n(min=0, max=8) = 1 "Number of inputs" annotation (Evaluate=true);
    parameter Integer types[:] = {1} "What each input means: see Held. One number is for all"
      annotation (Evaluate=true);
    parameter Real canvas[4] = {-1, -1, 2, 2} "Left, bottom, width and height" annotation (__Saltus(animate="sheet"));
    parameter Real colors[:, 3] = [0.12, 0.47, 0.71] "A row for each object in its order, from the top again behind the
      last; a row with -1: not filled";
    parameter Real zoom(min=0) = 0 "Pixels for a unit; 0: as many as make a picture of a usual size";
    parameter Real speed(min=0) = 0 "Seconds of the model in a second of the film; 0: 1, or what makes 5 to 30 seconds";
    parameter Real thickness(min=0) = 2 "Of lines, in pixels";
    ActivationInput e "Takes all objects to where the inputs say: a frame"
      annotation (Placement(transformation(extent={{-60,100},{-40,120}})));
    ActivationInput s "Leaves a copy of all objects in the picture: a snapshot"
      annotation (Placement(transformation(extent={{40,100},{60,120}})));
    MatrixInput u1 if n >= 1 "Object 1: rows as its type says"
      annotation (Placement(transformation(extent={{-120,72},{-100,88}})));
    MatrixInput u2 if n >= 2 "Object 2: rows as its type says"
      annotation (Placement(transformation(extent={{-120,49},{-100,65}})));
    MatrixInput u3 if n >= 3 "Object 3: rows as its type says"
      annotation (Placement(transformation(extent={{-120,26},{-100,42}})));
    MatrixInput u4 if n >= 4 "Object 4: rows as its type says"
      annotation (Placement(transformation(extent={{-120,3},{-100,19}})));
    MatrixInput u5 if n >= 5 "Object 5: rows as its type says"
      annotation (Placement(transformation(extent={{-120,-19},{-100,-3}})));
    MatrixInput u6 if n >= 6 "Object 6: rows as its type says"
      annotation (Placement(transformation(extent={{-120,-42},{-100,-26}})));
    MatrixInput u7 if n >= 7 "Object 7: rows as its type says"
      annotation (Placement(transformation(extent={{-120,-65},{-100,-49}})));
    MatrixInput u8 if n >= 8 "Object 8: rows as its type says"
      annotation (Placement(transformation(extent={{-120,-88},{-100,-72}})));
    Held object1(kind=typeOf(types, 1), thickness=thickness) if n >= 1;
    Held object2(kind=typeOf(types, 2), thickness=thickness) if n >= 2;
    Held object3(kind=typeOf(types, 3), thickness=thickness) if n >= 3;
    Held object4(kind=typeOf(types, 4), thickness=thickness) if n >= 4;
    Held object5(kind=typeOf(types, 5), thickness=thickness) if n >= 5;
    Held object6(kind=typeOf(types, 6), thickness=thickness) if n >= 6;
    Held object7(kind=typeOf(types, 7), thickness=thickness) if n >= 7;
    Held object8(kind=typeOf(types, 8), thickness=thickness) if n >= 8;
  equation
    assert(n <= 8, "an Anim2D has at most 8 inputs");
    assert(size(types, 1) == 1 or size(types, 1) == n, "types has " + String(size(types, 1)) +
      " elements: one for all inputs, or one for each of the " + String(n));
    connect(u1, object1.u);
    connect(u2, object2.u);
    connect(u3, object3.u);
    connect(u4, object4.u);
    connect(u5, object5.u);
    connect(u6, object6.u);
    connect(u7, object7.u);
    connect(u8, object8.u);
    connect(e, object1.e);
    connect(e, object2.e);
    connect(e, object3.e);
    connect(e, object4.e);
    connect(e, object5.e);
    connect(e, object6.e);
    connect(e, object7.e);
    connect(e, object8.e);
    connect(s, object1.s);
    connect(s, object2.s);
    connect(s, object3.s);
    connect(s, object4.s);
    connect(s, object5.s);
    connect(s, object6.s);
    connect(s, object7.s);
    connect(s, object8.s);
    annotation (Icon(graphics={Rectangle(extent={{-70,60},{70,-60}}, lineColor={0,0,127}),
      Ellipse(extent={{-50,0},{-10,-40}}, lineColor={200,0,0}, fillColor={200,0,0}, fillPattern=FillPattern.Solid),
      Polygon(points={{0,-40},{50,-40},{25,30},{0,-40}}, lineColor={0,100,0}, fillColor={0,150,0},
      fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Types 1 and 2 (polygon, line) read N rows x, y; 3 (circles) rows x, y, radius;
4 (rectangles) rows x, y, width, height; 5 (segments) rows x1, y1, x2, y2; 6 (trails) rows x, y. 103, 104 and 105 have
three more columns, red, green and blue. An object of a negative type is not part of snapshots. The rows of colors are
taken in the order of what is drawn: each circle, rectangle and segment is an object of its own, and takes the next
row.</p></html>"));
  end Anim2D;

  function typeOf "The type of input k: its own, or the one for all"
    input Integer types[:];
    input Integer k;
    output Integer kind;
  algorithm
    kind := if size(types, 1) == 1 then types[1] else if k <= size(types, 1) then types[k] else 1;
  end typeOf;
end Animation;
